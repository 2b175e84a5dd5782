"""Every refusal of the server itself: stable codes and sentences, as for rules and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, cast

from gangoffour.rules.errors import Reason, Refusal
from gangoffour.server.wire.messages import Error

SERVER_REASONS: dict[str, Reason] = {
    "bad_message": Reason("", "The message was not understood: {problem}"),
    "unknown_table": Reason("", "There is no table {table!r}."),
    "no_spectators": Reason("", "This table does not allow spectators."),
    "too_busy": Reason("", "The server is busy; please try again in a moment."),
    "too_fast": Reason("", "That was too much at once; please wait {seconds} s."),
    "storage_unavailable": Reason(
        "", "The server cannot store anything right now; nothing was changed. Please try again."
    ),
    "outcome_unknown": Reason(
        "",
        "The database did not answer in time: it is not known whether that was stored. "
        "Send it again with the same id to find out.",
    ),
    "id_reused": Reason("", "This id was already used for something else; nothing was changed."),
    "table_spent": Reason("", "Enough has happened at this table; please open a new one."),
    "table_damaged": Reason(
        "", "What happened at this table cannot be read any more; please open a new one."
    ),
    "just_unseated": Reason(
        "", "The host has removed you from your seat; you can sit down again in {seconds} s."
    ),
    "not_watching": Reason("", "You are not watching this table."),
    "hint_not_here": Reason("", "There are no hints when it counts."),
    "hint_not_now": Reason("", "Hints are available only on your turn."),
    "not_signed_in": Reason("", "Please choose a name first."),
    "account_needed": Reason("", "That needs an account: create one or log in."),
    "bad_name": Reason("", "A name must have 2 to 20 letters, digits, spaces or - _ . '"),
    "name_taken": Reason("", "The name {name!r} is taken; please choose another."),
    "name_reserved": Reason("", "The name {name!r} is reserved; please choose another."),
    "bad_password": Reason(
        "", "A password must have 8 to 200 characters, four of them different, and not be the name."
    ),
    "wrong_recovery_code": Reason("", "The name or the recovery code is wrong."),
    "unknown_session": Reason("", "This session has already ended."),
    "already_registered": Reason("", "You already have an account."),
    "unknown_avatar": Reason("", "There is no face {avatar!r}."),
    "bad_settings": Reason("", "These settings cannot be saved: {problem}"),
    "not_yourself": Reason("", "That is you: choose somebody else."),
    "club_full": Reason(
        "", "The club is full ({limit} at most): ask its hosts, or try again later."
    ),
    "list_full": Reason("", "The list is full ({limit} at most): remove an entry first."),
    "too_many_bots": Reason("", "You already have {limit} bots: delete one first."),
    "wrong_password": Reason("", "The name or the password is wrong."),
    "banned": Reason("", "This account is banned: {reason}"),
    "network_banned": Reason(
        "", "Guests from your network are kept out until {date}; with an account you can log in."
    ),
    "unknown_person": Reason("", "There is nobody called {name!r}."),
    "ambiguous_name": Reason("", "Several guests are called {name!r}; give an id: {ids}."),
    "unknown_report": Reason("", "There is no open report {report!r}."),
    "unknown_match": Reason("", "There is no match {match!r}."),
    "match_running": Reason("", "This match is still being played."),
    "unknown_day": Reason("", "There are no deals of the day {day!r}."),
    "unknown_challenge": Reason("", "There is no challenge {challenge!r}."),
    "challenge_over": Reason("", "This challenge is over."),
    "too_many_challenges": Reason(
        "", "You already have {limit} challenges open: wait until one is over."
    ),
    "deals_still_open": Reason("", "These deals are still being played: play all of them first."),
    "no_finished_round": Reason("", "There is no finished round in this file."),
    "foreign_origin": Reason("", "This page may not use this server."),
    "too_many_connections": Reason("", "You have too many connections open: close one first."),
    "too_many_tables": Reason("", "You already have {limit} tables open: finish one first."),
    "unknown_pad": Reason("", "There is no score pad {pad!r}; it may have been taken back."),
    "wrong_pad_secret": Reason("", "Only the one who shared this score pad may change it."),
    "pad_outdated": Reason("", "A later revision of this score pad is stored: {revision}."),
    "bad_pad_name": Reason("", "Every player on a score pad needs a name that can be read."),
    "not_together": Reason(
        "", "You and somebody at this table are not seated together: choose another."
    ),
    "bad_push_address": Reason("", "Nudges cannot be sent to this browser's address."),
    "bad_email": Reason("", "This is not an e-mail address."),
    "no_mail_here": Reason("", "This server sends no mail."),
    "unknown_link": Reason("", "This link is no longer valid."),
    "unknown_board": Reason("", "There is no such board."),
    "unknown_thread": Reason("", "There is no such thread; it may have been deleted."),
    "unknown_post": Reason("", "There is no such post; it may have been deleted."),
    "members_only": Reason("", "That is for members of the club: join it first."),
    "hosts_only": Reason("", "That is for the hosts of the club: ask one of them."),
    "thread_closed": Reason("", "This thread is closed; please begin a new one."),
    "thread_full": Reason("", "A thread has room for {limit} posts; please begin a new one."),
    "edit_too_late": Reason("", "A post can be changed for {minutes} minutes only."),
    "not_your_post": Reason("", "Only the person who wrote this can edit it."),
    "posts_spent": Reason("", "That is enough for a day ({limit} at most): write again tomorrow."),
    "unknown_club": Reason("", "There is no such club."),
    "bad_club_name": Reason(
        "", "A club's name must have 3 to 40 letters, digits, spaces or - _ . '"
    ),
    "club_name_taken": Reason("", "The name {name!r} is taken, or looks like one that is."),
    "wrong_club_link": Reason("", "This invitation is no longer valid; ask for a new one."),
    "owner_stays": Reason("", "A club needs an owner; hand it over first."),
    "not_your_match": Reason("", "Only those who played a match can turn it into a challenge."),
    "unfit_match": Reason("", "A challenge needs a four-player match with the usual deal."),
    "slow_tables_only": Reason(
        "", "That is only for play by correspondence, with days for each move."
    ),
    "plan_too_late": Reason("", "It is your turn already: play or pass."),
    "away_in_the_past": Reason("", "This day is over: choose a later one."),
    "away_too_long": Reason("", "You have {days} days left of those you may be away this year."),
    "needs_server": Reason("", "That needs a server, and you are playing without one."),
    "not_found": Reason("", "There is nothing here."),
    "method_not_allowed": Reason("", "That is not possible here."),
    "body_too_large": Reason("", "That was too much data."),
}

STATUS: Final[dict[str, int]] = {
    "not_signed_in": 401,
    "wrong_password": 401,
    "wrong_recovery_code": 401,
    "account_needed": 403,
    "network_banned": 403,
    "banned": 403,
    "foreign_origin": 403,
    "no_spectators": 403,
    "unknown_session": 404,
    "unknown_table": 404,
    "unknown_person": 404,
    "unknown_match": 404,
    "unknown_pad": 404,
    "unknown_day": 404,
    "unknown_challenge": 404,
    "challenge_over": 409,
    "too_many_challenges": 409,
    "deals_still_open": 403,
    "wrong_pad_secret": 403,
    "pad_outdated": 409,
    "unknown_board": 404,
    "unknown_thread": 404,
    "unknown_post": 404,
    "members_only": 403,
    "hosts_only": 403,
    "thread_closed": 409,
    "thread_full": 409,
    "edit_too_late": 409,
    "not_your_post": 403,
    "posts_spent": 429,
    "unknown_club": 404,
    "club_name_taken": 409,
    "wrong_club_link": 403,
    "owner_stays": 409,
    "not_found": 404,
    "method_not_allowed": 405,
    "name_taken": 409,
    "name_reserved": 409,
    "already_registered": 409,
    "club_full": 409,
    "list_full": 409,
    "too_many_bots": 409,
    "too_many_tables": 409,
    "ambiguous_name": 409,
    "unknown_report": 404,
    "match_running": 409,
    "body_too_large": 413,
    "too_fast": 429,
    "too_many_connections": 429,
    "just_unseated": 429,
    "storage_unavailable": 503,
    "outcome_unknown": 503,
    "id_reused": 409,
    "table_spent": 409,
    "table_damaged": 409,
    "too_busy": 503,
    "not_together": 403,
    "no_mail_here": 404,
    "plan_too_late": 409,
    "not_your_match": 403,
    "unknown_link": 404,
    "needs_server": 503,
}
"""The HTTP status of each code; 400 for those not named."""


class ServerRefusal(Refusal):
    """What was asked of the server is not possible; nothing has changed."""

    reasons: ClassVar[Mapping[str, Reason]] = SERVER_REASONS


MAX_SENTENCE: Final = 300


def error_of(refusal: Refusal) -> Error:
    """A refusal as it is sent, over HTTP and over the WebSocket."""
    params = cast(dict[str, object], refusal.as_dict()["params"])
    return Error(refusal.code, refusal.message[:MAX_SENTENCE], refusal.rule or None, params)
