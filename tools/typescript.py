"""Write the client's TypeScript types from the Python messages; ``--check`` fails on drift.

The messages live once, in Python. Structs become interfaces, tags become literal fields, unions of
structs become type aliases.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec.inspect as mi
from msgspec import NODEFAULT

from gangoffour.rules.editions import EDITIONS
from gangoffour.server import lessons
from gangoffour.server.boards import reader, writer
from gangoffour.server.endpoints.http import (
    account,
    address,
    boards,
    carried,
    catalogue,
    clubs,
    daily,
    me,
    nudges,
    pads,
    people,
    slow,
    tables,
)
from gangoffour.server.endpoints.http import sign_in as entry
from gangoffour.server.lobby.exhibition import EXHIBITION, PLAYERS
from gangoffour.server.matches import deal_tally, profiles, replay_steps, stakes
from gangoffour.server.pads import LivePad
from gangoffour.server.people.avatars import AVATARS
from gangoffour.server.slow.vacations import Vacation
from gangoffour.server.wire import deals, messages, reviews
from gangoffour.table import commands
from gangoffour.table.chat import PHRASES
from gangoffour.table.views.facts import Fact

TARGET = Path(__file__).parents[1] / "web" / "src" / "wire" / "types.ts"
HEADER = "// Written by tools/typescript.py from the Python messages: do not edit.\n\n"


class Writer:
    """Collects interfaces in the order in which they are first needed."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        """Unions that have a name."""

    def type_of(self, kind: mi.Type) -> str:
        match kind:
            case mi.StrType() | mi.BytesType():
                return "string"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.BoolType():
                return "boolean"
            case mi.NoneType():
                return "null"
            case mi.AnyType():
                return "unknown"
            case mi.RawType() | mi.CustomType():
                return "unknown"
            case mi.LiteralType(values):
                return " | ".join(f'"{v}"' if isinstance(v, str) else str(v) for v in values)
            case mi.UnionType(types):
                union = " | ".join(self.type_of(one) for one in types)
                return self.aliases.get(union, union)
            case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
                inner = self.type_of(item)
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
            case mi.TupleType(item_types=items):
                return "[" + ", ".join(self.type_of(one) for one in items) + "]"
            case mi.DictType(key_type=key, value_type=value):
                return f"Record<{self.type_of(key)}, {self.type_of(value)}>"
            case mi.StructType():
                return self.struct(kind)
        raise TypeError(f"no TypeScript for {kind}")

    def struct(self, kind: mi.StructType) -> str:
        name = kind.cls.__name__
        if name in self.written:
            return name
        self.written[name] = ""
        lines = []
        if kind.tag_field is not None:
            lines.append(f'  {kind.tag_field}: "{kind.tag}";')
        for field in kind.fields:
            left_out = not field.required and (
                field.default is field.default_factory is NODEFAULT  # that is, ``UNSET``
                or kind.cls.__struct_config__.omit_defaults
                or sent_by_client(kind.cls)
            )
            lines.append(
                f"  {field.encode_name}{'?' if left_out else ''}: {self.type_of(field.type)};"
            )
        doc = (kind.cls.__doc__ or "").strip().split("\n")[0].replace("``", "`")
        note = f"/** {doc} */\n" if doc and not doc.startswith(name + "(") else ""
        body = "\n".join(lines)
        self.written.pop(name)
        self.written[name] = f"{note}export interface {name} {{\n{body}\n}}\n"
        return name


def sent_by_client(cls: type) -> bool:
    return cls.__struct_config__.forbid_unknown_fields  # type: ignore[attr-defined, no-any-return]


def text() -> str:
    """The whole TypeScript file."""
    writer = Writer()
    unions: dict[str, Any] = {
        "Fact": Fact,
        "PersonAsk": commands.PersonAsk,
        "FromClient": messages.FromClient,
        "FromServer": messages.FromServer,
    }
    aliases = []
    for name, union in unions.items():
        written = writer.type_of(mi.type_info(union))
        writer.aliases[written] = name
        aliases.append(f"export type {name} = {written};\n")
    for extra in (*extra_structs(), *talk_structs()):
        writer.type_of(mi.type_info(extra))
    constants = (
        _constant("PHRASES", PHRASES)
        + _constant("AVATARS", AVATARS)
        + f'export const EXHIBITION = "{EXHIBITION}";\n'
        + _constant("EXHIBITION_PLAYERS", PLAYERS)
    )
    return HEADER + "\n".join([*writer.written.values(), *aliases, constants, editions()])


def _constant(name: str, values: tuple[str, ...]) -> str:
    listed = ", ".join(f'"{one}"' for one in values)
    return f"export const {name} = [{listed}] as const;\n"


def editions() -> str:
    """What each edition says of every rule, so that the client need not know (R9)."""
    lines = []
    for name, rules in EDITIONS.items():
        fields = asdict(rules)
        del fields["edition"]
        lines.append(f"  {name}: {json.dumps(fields)},")
    listed = "\n".join(lines)
    note = "/** The editions by name, rule by rule. */"
    return f"{note}\nexport const EDITIONS = {{\n{listed}\n}} as const;\n"


def extra_structs() -> list[type]:
    """What HTTP answers with."""
    return [
        replay_steps.Replay,
        reviews.MatchReview,
        reviews.ReviewProgress,
        stakes.Stakes,
        profiles.Profile,
        people.Leaderboard,
        me.Myself,
        me.MatchList,
        carried.CarriedPlace,
        carried.TableLog,
        me.PeopleList,
        me.BotToken,
        entry.Signed,
        entry.Registered,
        deal_tally.Deals,
        nudges.NudgeChoices,
        slow.PlanAnswer,
        Vacation,
        nudges.NudgeBody,
        account.SessionList,
        account.CodesLeft,
        account.RecoveryCodes,
        tables.TableBody,
        tables.TablePlace,
        tables.TableFound,
        deals.DealSetView,
        deals.MyDays,
        deals.MyLadder,
        deals.MyChallenges,
        daily.ChallengePlace,
        daily.DealsPlace,
        tables.TableList,
        LivePad,
        pads.PadPlace,
        pads.PadUpdate,
        address.AddressForOthers,
        catalogue.BotList,
        catalogue.EditionList,
        lessons.LessonList,
        lessons.LessonView,
        lessons.LessonChecked,
        lessons.LessonHint,
    ]


def talk_structs() -> list[type]:
    """What boards and clubs answer with."""
    return [
        boards.BoardList,
        boards.ThreadList,
        boards.FollowedList,
        boards.ThreadBody,
        boards.PostBody,
        boards.SearchResult,
        reader.Thread,
        clubs.ClubList,
        clubs.ClubPage,
        clubs.ClubReports,
        clubs.ClubBody,
        clubs.Joined,
        clubs.ClubPlace,
        clubs.ClubLink,
        writer.PostPlace,
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    made = text()
    if parser.parse_args().check:
        if not TARGET.is_file() or TARGET.read_text() != made:
            sys.stderr.write(f"{TARGET.name} is not what the messages say: run make types\n")
            return 1
        return 0
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
