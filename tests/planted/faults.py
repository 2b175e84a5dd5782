"""The faults. Where code moves or is reworded, its faults are reworded with it."""

from __future__ import annotations

from typing import Final

from tests.planted.fault import Fault

SRC: Final = "src/gangoffour/"

FAULTS: Final = (
    # the rules
    Fault(
        "eight cards left cost eight points",
        SRC + "rules/scoring.py",
        "((7, 1), (10, 2), (13, 3)",
        "((8, 1), (10, 2), (13, 3)",
        "tests/rules/test_r6_scoring.py",
    ),
    Fault(
        "the barred pay nothing extra",
        SRC + "rules/scoring.py",
        "(rules.barred_extra if seat in barred else 0)",
        "(rules.barred_extra if seat not in barred else 0)",
        "tests/rules/test_r5_last_card.py tests/rules/test_r9_editions.py",
    ),
    Fault(
        "a tie goes to the last one met from the winner on",
        SRC + "rules/scoring.py",
        "(-worth[seat], (seat - winner) % seats)",
        "(-worth[seat], (winner - seat) % seats)",
        "tests/rules/test_r6_scoring.py",
    ),
    Fault(
        "a straight may not begin with a six",
        SRC + "rules/plays.py",
        "for low in range(6):  # straights",
        "for low in range(5):  # straights",
        "tests/rules/test_r2_combinations.py tests/rules/test_r3_order.py",
    ),
    Fault(
        "somebody barred gets the turn",
        SRC + "rules/round.py",
        "(following in self.barred or following == self.silent)",
        "(following == self.silent)",
        "tests/rules/test_r5_last_card.py",
    ),
    Fault(
        "the duty to block holds for oneself",
        SRC + "rules/round.py",
        "following in self.called and following != self.turn,",
        "following in self.called,",
        "tests/rules/test_r5_last_card.py tests/rules/test_agreement.py",
    ),
    Fault(
        "a call is offered as an action only to others",
        SRC + "rules/view.py",
        "        if self.may_call:\n            chosen.append(Call())",
        "        if self.may_call and self.my_turn:\n            chosen.append(Call())",
        "tests/rules/test_view.py tests/rules/test_r5_last_card.py",
    ),
    # the table
    Fault(
        "the clock takes the bank before the move's own time",
        SRC + "table/clock.py",
        "    return max(0, bank - max(0, used - pace.move_ms))",
        "    return max(0, bank - max(0, used))",
        "tests/table/test_play.py tests/table/test_stand_ins.py",
    ),
    Fault(
        "no grace for a turn that is over",
        SRC + "table/clock.py",
        "table.seats[turn].bank_ms + pace.grace_ms - table.used_ms",
        "table.seats[turn].bank_ms - table.used_ms",
        "tests/table",
    ),
    Fault(
        "two hundred and one letters may be said",
        SRC + "table/chat.py",
        "    if len(cleaned) > MAX_TEXT:",
        "    if len(cleaned) > MAX_TEXT + 1:",
        "tests/table/test_chat.py",
    ),
    Fault(
        "a bot takes a person's seat",
        SRC + "table/decide/seating.py",
        "    if case.table.seats[ask.seat].person is not None:",
        "    if case.table.seats[ask.seat].bot is not None:",
        "tests/table/test_seats.py",
    ),
    Fault(
        "somebody who acts on an old state is believed",
        SRC + "table/decide/decision.py",
        "self.table.match.version != version:",
        "self.table.match.version < version:",
        "tests/table/test_play.py tests/table/test_refusals.py",
    ),
    Fault(
        "who left first loses no karma",
        SRC + "table/result.py",
        "        return KARMA_LEFT\n",
        "        return 0\n",
        "tests/table tests/server/matches/test_results.py",
    ),
    Fault(
        "a seat sees its plays while somebody plays for it",
        SRC + "table/views/seat_view.py",
        'table.phase != "playing" or not table.seats[seat].present:',
        'table.phase != "playing":',
        "tests/table/test_stand_ins.py",
    ),
    # bots
    Fault(
        "greedy leads its gangs first",
        SRC + "bots/players/greedy.py",
        "(one.is_gang, -one.size, one.index)",
        "(-one.size, one.is_gang, one.index)",
        "tests/bots tests/lab/arena/test_mcts.py",
    ),
    Fault(
        "a stranger's bot may call whenever it likes",
        SRC + "bots/outside/supervised.py",
        "action.combination in view.plays and (one_left or not action.call)",
        "action.combination in view.plays",
        "tests/bots/outside/test_outside.py",
    ),
    Fault(
        "a bot forgets who was given which card",
        SRC + "bots/search/unseen.py",
        "                known[seat] = union(known[seat], card)",
        "                known[seat] = known[seat]",
        "tests/bots",
    ),
    Fault(
        "a sure win that only looks sure: gangs are forgotten",
        SRC + "bots/search/sure_win.py",
        "        return kind == 4 or self._fullest < 4 or self._top[4] < 0",
        "        return True",
        "tests/bots",
    ),
    # lab
    Fault(
        "one bot never sits in the last seat",
        SRC + "lab/arena/seating.py",
        "        for chosen in combinations(range(seats), size)",
        "        for chosen in combinations(range(seats - 1), size)",
        "tests/lab/arena/test_arena.py",
    ),
    Fault(
        "the number of a gift is that of its neighbour",
        SRC + "lab/learning/actions.py",
        "        return Give(CODES[ORDERED_FACES[number - GIVE]])",
        "        return Give(CODES[ORDERED_FACES[number - GIVE - 1]])",
        "tests/lab/learning/test_environments.py",
    ),
    Fault(
        "many points are a good result",
        SRC + "lab/arena/ratings.py",
        "ranks=scores)",
        "scores=scores)",
        "tests/lab/arena/test_arena.py",
    ),
    # lessons
    Fault(
        "who keeps silent about the last card is not told so",
        SRC + "lessons/conditions.py",
        "        and not action.call\n",
        "        and action.call\n",
        "tests/lessons/test_course.py",
    ),
    Fault(
        "a wrong action counts as done",
        SRC + "lessons/answer.py",
        "                self.stage.table, self.stage.frames = table, frames\n",
        "                self.stage.frames = frames\n",
        "tests/lessons/test_course.py",
    ),
    # terminal and engine
    Fault(
        "cards typed in one word lose the first",
        SRC + "terminal/entry.py",
        "cards += (code.upper() for code in _CODE.findall(word))",
        "cards += (code.upper() for code in _CODE.findall(word)[1:])",
        "tests/terminal/test_entry.py",
    ),
    Fault(
        "a replay ends one action too early",
        SRC + "terminal/replay.py",
        "    return [*(step.before for step in steps), last.before.act(last.seat, last.action)]",
        "    return [step.before for step in steps]",
        "tests/terminal/test_files.py",
    ),
    Fault(
        "an answer comes back without its id",
        SRC + "engine/operations.py",
        '                answer = {"id": request["id"], **answer}',
        "                answer = {**answer}",
        "tests/engine/test_bad_input.py tests/engine/test_document.py",
    ),
    Fault(
        "the first lead may be asked for over a table",
        SRC + "engine/operations.py",
        "        if first and table is not None:",
        "        if first and table is None:",
        "tests/engine/test_operations.py",
    ),
    # the server: tables, people, matches
    Fault(
        "a command is applied twice",
        SRC + "server/tables/command_ids.py",
        "        return found >> _CONTENT_BITS",
        "        return None",
        "tests/server/tables/test_tables.py",
    ),
    Fault(
        "spectators see earlier tricks where nobody may look back",
        SRC + "server/tables/room.py",
        "        hidden = {seq for seq in plays if seq < trick}",
        "        hidden = {seq for seq in plays if seq > trick}",
        "tests/server/tables tests/server/test_secrecy.py",
    ),
    Fault(
        "spectators are told although the host wants none",
        SRC + "server/tables/room.py",
        "            if seat is None and seated_only:",
        "            if seat is not None and seated_only:",
        "tests/server/tables",
    ),
    Fault(
        "hints at rated tables",
        SRC + "server/tables/seat_questions.py",
        "    if table.options.rated or table.purpose is not None:",
        "    if table.purpose is not None:",
        "tests/server/tables tests/server/endpoints/test_sockets.py",
    ),
    Fault(
        "the first event of a command takes the number before its own",
        SRC + "server/tables/event_writer.py",
        "enumerate(caused, before.seq + 1)",
        "enumerate(caused, before.seq)",
        "tests/server/tables/test_tables.py",
    ),
    Fault(
        "an empty account's password is any",
        SRC + "server/people/passwords.py",
        "        return stored is not None",
        "        return True",
        "tests/server/people/test_people.py",
    ),
    Fault(
        "a session outlives its end",
        SRC + "server/people/sessions.py",
        "        if row is None or row.expires_at <= now:",
        "        if row is None:",
        "tests/server/people/test_people.py",
    ),
    Fault(
        "a guest's socket survives registration",
        SRC + "server/people/people.py",
        "                    ended = await self._sessions.end_all(connection, identity.id)",
        "                    ended = []",
        "tests/server/people/test_sessions.py",
    ),
    Fault(
        "strangers lock an account's owner out",
        SRC + "server/people/logins.py",
        '        attempt = f"{arrival.network} {key}"',
        "        attempt = key",
        "tests/server/people/test_people.py",
    ),
    Fault(
        "a recovery code works twice",
        SRC + "server/people/logins.py",
        "            if not await self._recovery.use(connection, code):  # somebody else was first",
        "            if not code:",
        "tests/server/people/test_way_back.py",
    ),
    Fault(
        "two names that look the same",
        SRC + "server/people/names.py",
        "    return letters.translate(_TWINS)",
        "    return letters",
        "tests/server/people/test_people.py",
    ),
    Fault(
        "a rating is the guess without its doubt",
        SRC + "server/people/ratings.py",
        "SCALE * (self.mu - 3 * self.sigma)",
        "SCALE * (self.mu - MU)",
        "tests/server/matches/test_results.py",
    ),
    Fault(
        "guests can be beaten for a rating",
        SRC + "server/matches/stakes.py",
        '    return kind == "account"',
        '    return kind != "bot"',
        "tests/server/matches/test_results.py",
    ),
    Fault(
        "karma without an upper end",
        SRC + "server/matches/stakes.py",
        "    return min(high, max(low, karma))",
        "    return max(low, karma)",
        "tests/server/matches/test_results.py",
    ),
    # the server: storage, transport, endpoints, limits
    Fault(
        "one conflict takes the whole group down",
        SRC + "server/storage/log.py",
        "                await self._write_alone(one, end)",
        "                _fail(one, Conflict(one.entries[0].table_id))",
        "tests/server/storage tests/server/tables",
    ),
    Fault(
        "what is inserted is not taken back if a part fails",
        SRC + "server/storage/writer.py",
        "            with driver:  # commits, or takes it all back\n"
        "                driver.executemany(statement, rows)",
        "            for row in rows:\n"
        "                driver.execute(statement, row)\n"
        "                driver.commit()",
        "tests/server/storage",
    ),
    Fault(
        "a message overtakes those that wait",
        SRC + "server/transport/connections.py",
        "        if not self._lagging and self._write_now is not None",
        "        if self._write_now is not None",
        "tests/server/transport/test_connections.py",
    ),
    Fault(
        "a long message is framed as a short one",
        SRC + "server/transport/frames.py",
        "    if size < 126:\n        return b",
        "    if size < 128:\n        return b",
        "tests/server/transport/test_protocol.py",
    ),
    Fault(
        "any page may use a visitor's cookie",
        SRC + "server/transport/security.py",
        '    return parts.scheme in ("http", "https") and parts.netloc.lower() == (\n'
        '        headers.get("host", "").lower()\n'
        "    )",
        '    return parts.scheme in ("http", "https")',
        "tests/server/transport/test_security.py tests/server/endpoints/test_http.py",
    ),
    Fault(
        "the banned go on",
        SRC + "server/endpoints/http/dispatch.py",
        "identity.banned is not None and not endpoint.banned_too",
        "identity.banned is not None and endpoint.banned_too",
        "tests/server/people tests/server/endpoints/test_http.py",
    ),
    Fault(
        "bodies of any size are read",
        SRC + "server/endpoints/http/dispatch.py",
        "        size += len(chunk)",
        "        size = len(chunk)",
        "tests/server/endpoints/test_http.py tests/server/test_pads.py",
    ),
    Fault(
        "a budget comes back at once",
        SRC + "server/runtime/rate_limits.py",
        "            self.tokens -= 1\n",
        "            self.tokens -= 0\n",
        "tests/server/endpoints/test_http.py tests/server/people/test_people.py",
    ),
    # the client
    Fault(
        "the pad charges no extra for the barred",
        "web/src/pad/scoring/scoring.ts",
        "(barred ? edition(name).barredExtra : 0)",
        "(barred ? 0 : edition(name).barredExtra)",
        "tests/web/test_pad_agreement.py",
    ),
    Fault(
        "the pad counts a tie from the other side",
        "web/src/pad/scoring/scoring.ts",
        "(seat - winner + seats) % seats",
        "(winner - seat + seats) % seats",
        "tests/web/test_pad_agreement.py",
    ),
    Fault(
        "the pad deals from the wrong seat",
        "web/src/pad/scoring/dealing.ts",
        "at(dealer + step * i)",
        "at(dealer + step * (i + 1))",
        "tests/web/test_pad_agreement.py",
    ),
)
