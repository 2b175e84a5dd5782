"""No message puts "you" where a name stands.

A message that takes a name has one of three: a sister ``…_you`` for the reader; a place among the
verbless, where "You" reads as a label does; or a place among those that are never about the reader.
"""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.support.languages import LOCALES
from tests.web.test_messages import WEB, blanks, messages, variants

PEOPLE: Final = {"name", "names", "giver", "taker", "cutter", "dealer", "winner", "loser", "other"}
"""Blanks that are filled with what somebody is called."""
VERBLESS: Final = {
    *("say_played", "say_called", "sheet_gave", "match_shared", "fact_who"),
    "stakes_counts",
}
"""A label, an arrow or a list: "You: pair of 7s", "You → Ada:"."""
ABOVE_A_NAME: Final = {"story_before"}
"""A heading with a name under it, which may be "You"."""
NEVER_THE_READER: Final = {
    # what the reader does to somebody else, or is told about somebody else
    *("action_give", "action_give_choose", "status_give", "status_waiting", "ready_waiting"),
    *("remove_from_seat", "remove_question", "seat_taken_by", "people_versus", "people_visit", "buddies_remove", "report_title"),
    *("nav_profile_of", "lobby_table_of", "pause_asked_by"),
    *("say_sat", "say_seat_freed", "say_dropped", "say_rematch", "waiting_invites"),
    "invite_heading",
    # the device goes to somebody else, whoever reads it now
    *("phone_give", "phone_show"),
    # a name as such: typed, taken, or of a token
    *("refusal_name_taken", "refusal_name_reserved", "refusal_unknown_person"),
    *("refusal_ambiguous_name", "buddies_guest", "delete_label", "tokens_made", "tokens_remove"),
    # what a club's host does about somebody else; one's own challenge is called so
    *("club_hand_over_sure", "club_remove_sure", "club_keep_out_sure", "challenge_from"),
    # a club's name
    *("club_invite_text", "refusal_club_name_taken"),
    # replays and reviews look from outside
    *("replay_from", "replay_hand_of"),
}
NAMED_BY_HAND: Final = ("pad_", "deal_")
"""On the pad everybody has the name that was written on it, whoever reads."""
WRONG: Final = {
    "en": r"\bYou (\w+[^s]s|is|has|was)\b|\b(by|with|for|to|of) You\b",
    "nl": r"\bJij (is|heeft|was er)\b|\b(aan|voor|van|op|naar|met|door) Jij\b",
    "fr": r"\bVous (?!êtes|dites|faites)(a|est|\w*[^z\W])\b|\b(à|de|par|avec|pour) Vous\b",
    "it": r"\bTu (è|ha|dà|va|\w+[ae])\b|\b(?!precedente)(\w+[ae]) Tu\b|\b(di|con|per) Tu\b",
    "de": r"\bDu (ist|hat|gibt|\w+(?<!s)t)\b|\b(an|für|von|auf|mit) Du\b",
    "es": r"\bTú (es|ha|da|\w+[ae])\b|\b(a|de|para|por|con) Tú\b",
    "fi": r"\bSinä (on|ei|\w+aa|\w+ää|\w+ee|\w+nut)\b|\b(pelaaja\w+|\w+ti) Sinä\b",
    "pl": r"\bTy (jest|ma|\w+[aeuy])\b|\b(gracz\w+|dla|od|z) Ty\b",
}
"""The reader's name with a verb of the third person, or after a preposition."""


def named(locale: str) -> dict[str, str]:
    """All messages that take a name, one entry for each of their forms."""
    return {
        f"{key} {form}".strip(): text
        for key, message in messages(locale).items()
        if blanks(message) & PEOPLE
        for form, text in variants(message).items()
    }


def filled(text: str, name: str) -> str:
    """The text with this name in every blank for one."""
    return re.sub(r"\{(\w+)\}", lambda one: name if one[1] in PEOPLE else "7", text)


def readers(key: str) -> list[str]:
    return [sister for sister in (f"{key}_you", f"{key}_to_you") if sister in messages("en")]


def test_every_message_that_takes_a_name_knows_its_reader() -> None:
    keys = {one.split()[0] for one in named("en")}
    plain = {
        key
        for key in keys - VERBLESS - NEVER_THE_READER
        if not key.startswith(NAMED_BY_HAND) and not key.endswith("_you")
    }
    assert not {key for key in plain if not readers(key)}, "give it a form …_you, or mark it here"
    assert not (VERBLESS | NEVER_THE_READER) - keys, "marked, but gone"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_readers_form_speaks_to_the_reader(locale: str) -> None:
    every = messages(locale)
    for key in every:
        if not key.endswith("_you") or (plain := re.sub(r"(_to)?_you$", "", key)) not in every:
            continue
        people = blanks(every[plain]) & PEOPLE
        assert len(blanks(every[key]) & PEOPLE) == len(people) - 1, key
        assert every[key] != every[plain]
        for text in variants(every[key]).values():
            assert not re.search(WRONG[locale], text), key


@pytest.mark.parametrize("locale", LOCALES)
def test_you_and_a_name_both_read_well(locale: str) -> None:
    for key, text in named(locale).items():
        plain = key.split()[0]
        assert not re.search(WRONG[locale], filled(text, "Ada")), key
        if plain in VERBLESS:
            you = messages(locale)["you_in_list" if plain == "match_shared" else "you"]
            assert not re.search(WRONG[locale], filled(text, you)), key
    for key in ABOVE_A_NAME:
        told = f"{messages(locale)[key]} {messages(locale)['you']}"
        assert not re.search(WRONG[locale], told), told


WRONG_PAIRS: Final = [
    ("en", "You is back."),
    ("en", "Trick won: You wins."),
    ("en", "The previous trick was won by You"),
    ("nl", "Jij heeft de meeste kaarten over."),
    ("nl", "De vorige slag ging naar Jij"),
    ("fr", "Vous a perdu."),
    ("fr", "Vous gagne la partie."),
    ("fr", "Le pli précédent a été remporté par Vous"),
    ("it", "Tu vince la partita."),
    ("it", "Apre Tu"),
    ("it", "La presa precedente è stata vinta da Tu"),
    ("de", "Du gewinnt das Spiel."),
    ("de", "Der Stich geht an Du."),
    ("es", "Tú gana la partida."),
    ("es", "Turno de Tú."),
    ("fi", "Sinä on taas pöydässä."),
    ("fi", "Edellisen tikin voitti Sinä"),
    ("fi", "Anna pelaajalle Sinä kortti."),
    ("pl", "Ty wygrywa rozdanie."),
    ("pl", "Oddaj graczowi Ty kartę."),
]


@pytest.mark.parametrize(("locale", "text"), WRONG_PAIRS)
def test_a_wrong_pair_is_seen(locale: str, text: str) -> None:
    assert re.search(WRONG[locale], text)


def test_you_is_put_only_into_what_has_no_verb() -> None:
    """Where a module calls the reader "You", its messages with names are verbless ones."""
    takes_name = {one.split()[0] for one in named("en")}
    for path in (*WEB.glob("src/**/*.svelte"), *WEB.glob("src/**/*.ts")):
        if "paraglide" in path.parts:
            continue
        source = path.read_text(encoding="utf-8")
        for key, words in re.findall(r"\bm\.([a-z0-9_]+)\(\{([^}]*)\}", source):
            if key in takes_name - VERBLESS and "name(" in words:
                assert "seat === me ? m.you()" not in source, f"{path.name}: {key}"
