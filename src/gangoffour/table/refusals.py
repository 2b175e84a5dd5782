"""Every refusal of a table: a stable code and a sentence (the game's own refusals are in rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gangoffour.rules.errors import Reason, Refusal

TABLE_REASONS: dict[str, Reason] = {
    "not_seated": Reason("", "You do not sit at this table."),
    "already_seated": Reason("", "You sit at this table already, in seat {seat}."),
    "seat_taken": Reason("", "Seat {seat} is taken; choose another."),
    "no_such_seat": Reason("", "This table has no seat {seat}."),
    "table_full": Reason("", "All seats of this table are taken."),
    "host_only": Reason("", "Only the host of the table may do that: ask the host."),
    "host_here": Reason("", "The host of the table is here, so nobody else can take over."),
    "host_awaited": Reason("", "The host has only just left; wait {seconds} s to take over."),
    "match_running": Reason("", "That is not possible while a match is being played."),
    "no_match_running": Reason("", "No match is being played at this table now."),
    "seats_empty": Reason(
        "", "All seats must be taken before the match can start: invite somebody or add bots."
    ),
    "nobody_seated": Reason("", "At least one person must sit at the table."),
    "between_rounds": Reason("", "The next round begins when everybody is ready."),
    "not_between_rounds": Reason("", "There is no next round to be ready for now."),
    "table_paused": Reason("", "The table is paused; resume it first."),
    "not_paused": Reason("", "The table is not paused."),
    "stale_version": Reason("", "The table has moved on since you chose that."),
    "bot_plays_here": Reason("", "A bot plays seat {seat}; take the seat back first."),
    "not_a_bot": Reason("", "No bot sits in seat {seat}."),
    "karma_too_low": Reason("", "This table asks for a karma of {needed}; yours is {karma}."),
    "rated_needs_people": Reason("", "A rated match needs at least two people."),
    "not_everybody_here": Reason("", "Everybody who sits here must be at the table to begin."),
    "not_everybody_ready": Reason("", "Everybody must be ready before a rated match begins."),
    "nobody_here": Reason("", "The match waits until somebody is back."),
    "against_rules": Reason(
        "", "This match cannot be added: action {number} in it breaks the rules."
    ),
    "not_alone": Reason("", "Only a match against bots alone can be given up."),
    "rated_fixed": Reason("", "Rated tables play the {edition} edition without changes."),
    "match_not_over": Reason("", "The match is not over yet."),
    "no_chat_here": Reason("", "This table has no chat."),
    "phrases_only": Reason("", "This table allows quick phrases only."),
    "spectators_silent": Reason("", "Only those who sit at the table may talk here."),
    "unknown_phrase": Reason("", "{input!r} is not a quick phrase."),
    "empty_text": Reason("", "There is nothing to say."),
    "text_too_long": Reason("", "A message has at most {limit} characters."),
    "unknown_bot": Reason("", "{input!r} is not a bot; there are {bots}."),
    "bad_options": Reason("", "{problem}"),
    "being_dealt": Reason("", "The cards are being dealt."),
    "bad_contribution": Reason("", "That is not what was promised for the deal."),
    "deals_given": Reason("", "The cards and seats at this table are fixed."),
    "deals_played": Reason("", "All rounds at this table have been played."),
    "already_open": Reason("", "This table is already open."),
    "table_closed": Reason("", "This table is closed; open a new one."),
}


class TableRefusal(Refusal):
    """What was asked of the table is not possible; nothing has changed."""

    reasons: ClassVar[Mapping[str, Reason]] = TABLE_REASONS
