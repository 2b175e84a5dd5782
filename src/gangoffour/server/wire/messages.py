"""Every message of the WebSocket, both ways: the one place where they are defined.

The client's TypeScript types are generated from here (``tools/typescript.py``); ``docs/wire.md``
shows each with an example that the tests run. ``type`` names a message; what a client sends with
an ``id`` is answered by ``done``, ``refused`` or the answer itself with the same ``id``.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from gangoffour.table.commands import PersonAsk
from gangoffour.table.options import Options
from gangoffour.table.views.facts import Happening
from gangoffour.table.views.types import Own, Public, PublicChange

MAX_MESSAGE = 16_384
"""The largest message a client may send, in bytes; a larger one closes the socket with 1009."""

PersonKind = Literal["guest", "account", "bot"]


class _FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of what clients send."""


class Watch(_FromClient, frozen=True, tag="watch"):
    """Follow a table, from one's seat or as a spectator. ``seq`` is the last one known, if any.

    ``screen``: ``seen`` will be sent of every deal, and bots wait for it.
    """

    id: str
    table: str
    seq: int = 0
    screen: bool = False


class Seen(_FromClient, frozen=True, tag="seen"):
    """The cards of a deal are on the screen: bots may begin."""

    id: str
    table: str
    match: int
    round: int


class Unwatch(_FromClient, frozen=True, tag="unwatch"):
    id: str
    table: str


class Do(_FromClient, frozen=True, tag="do"):
    """Ask something of a table. Sending the same ``id`` again applies it once."""

    id: str
    table: str
    ask: PersonAsk


class Check(_FromClient, frozen=True, tag="check"):
    """What would these cards be, and why may they not be played now?"""

    id: str
    table: str
    cards: list[str]


class Arrange(_FromClient, frozen=True, tag="arrange"):
    """How could my hand be laid out in combinations?"""

    id: str
    table: str


class Hint(_FromClient, frozen=True, tag="hint"):
    """Ask for a hint; never on rated tables."""

    id: str
    table: str


class Lobby(_FromClient, frozen=True, tag="lobby"):
    """Follow the lobby, or stop following it."""

    id: str
    on: bool


class Quick(_FromClient, frozen=True, tag="quick"):
    """Look for people to play with; bots fill the empty seats after ``wait_s`` seconds.

    ``promise`` is the SHA-256 of a contribution to the deal: the match begins as soon as it is
    found, so it is promised with the wish for it.
    """

    id: str
    seats: Literal[3, 4] = 4
    wait_s: Literal[0, 10, 30, 60, 120] = 30
    level: Literal[1, 2, 3, 4, 5, 6] = 3
    promise: str | None = None


class QuickStop(_FromClient, frozen=True, tag="quick_stop"):
    id: str


class Looking(_FromClient, frozen=True, tag="looking"):
    """Whether the page is on a screen: who is looking is not nudged. At first it is."""

    id: str
    on: bool


class Ping(_FromClient, frozen=True, tag="ping"):
    id: str


ABOUT_A_TABLE = (Watch, Seen, Unwatch, Do, Check, Arrange, Hint)
_OfTables = Watch | Seen | Unwatch | Do | Check | Arrange | Hint
FromClient = _OfTables | Lobby | Quick | QuickStop | Looking | Ping


class Error(Struct, frozen=True):
    """A refusal: a stable code to translate by, a sentence, the rule, what to fill in."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, object] = {}


class _FromServer(Struct, frozen=True, tag_field="type"):
    """The base of what the server sends."""


class Me(Struct, frozen=True):
    """The person this connection belongs to."""

    id: str
    name: str
    kind: PersonKind
    karma: int
    rating: int
    avatar: str = ""
    """The face they have chosen; nothing for the first letters of the name."""


class Welcome(_FromServer, frozen=True, tag="welcome"):
    """The first message of a connection."""

    me: Me
    version: str
    ping_s: int
    """How often the client should ping; no answer within 12 s means the connection is lost."""
    several: bool = False
    """Whether there are several servers: a table's people are served best at one of them."""


class Done(_FromServer, frozen=True, tag="done"):
    """What was asked with this id has happened and is stored."""

    id: str
    seq: int | None = None


class Refused(_FromServer, frozen=True, tag="refused"):
    """What was asked with this id was refused; nothing has changed."""

    id: str
    error: Error


class Saying(Struct, frozen=True):
    """One line of the table's chat."""

    seq: int
    person: str
    name: str
    text: str | None
    phrase: str | None


class TableState(_FromServer, frozen=True, tag="table"):
    """The whole state of a table, as this connection may see it. Replaces whatever it knew.

    ``events`` are those after the ``seq`` it asked from, if the server still has them all.
    """

    id: str
    code: str
    public: Public
    own: Own | None
    events: list[Happening]
    chat: list[Saying]
    watching: int


class Update(_FromServer, frozen=True, tag="update"):
    """Something happened at a table: the facts to show, then what has changed of the state.

    ``own`` is there only if it has changed. Who has not been sent the whole state yet waits for it.
    """

    table: str
    seq: int
    events: list[Happening]
    public: PublicChange
    own: Own | UnsetType | None = UNSET


class Watching(_FromServer, frozen=True, tag="watching"):
    """So many people watch a table now: somebody has come or gone."""

    table: str
    watching: int


class Checked(_FromServer, frozen=True, tag="checked"):
    """The answer to ``check``: the kind of combination, if any, and what stands against it."""

    id: str
    kind: str | None
    error: Error | None


class Arranged(_FromServer, frozen=True, tag="arranged"):
    """The answer to ``arrange``: every card once, the strongest combinations first."""

    id: str
    groups: list[list[str]]


class HintPlay(Struct, frozen=True):
    """One advised action: its cards (empty for a pass), expected points, and reasons as codes."""

    action: dict[str, object]
    points: float
    reasons: list[str]


class Hinted(_FromServer, frozen=True, tag="hinted"):
    id: str
    plays: list[HintPlay]


class OpenTable(Struct, frozen=True):
    """A table in the lobby."""

    id: str
    code: str
    options: Options
    phase: str
    names: list[str]
    """Who sits there, seat by seat; empty where nobody does."""
    bots: list[str | None]
    """Which bot it is, where it is one: a person may have a bot's name."""
    free: int
    watching: int
    avatars: list[str] = []
    """The faces that people have chosen, seat by seat; empty where there is none."""
    round: int | None = None
    """Which round of the match it is; null before it begins, and where nobody may watch."""
    totals: list[int] = []
    """Everybody's points after the rounds that are over, seat by seat."""


class OnlinePerson(Struct, frozen=True):
    id: str
    name: str
    kind: PersonKind
    rating: int
    table: str | None
    """A table at which they can be watched or joined."""
    avatar: str = ""


class LobbyState(_FromServer, frozen=True, tag="lobby"):
    """The lobby: a page of open tables and of who is online. Changes follow as they happen."""

    tables: list[OpenTable]
    online: list[OnlinePerson]
    online_count: int
    seeking: int
    """How many people are looking for a quick match."""
    tables_count: int = 0
    """How many tables there are; a page shows some of them."""


class TableChange(Struct, frozen=True):
    """What has changed of a table on the lobby's page; what is not there is as it was."""

    id: str
    phase: str | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    bots: list[str | None] | UnsetType = UNSET
    free: int | UnsetType = UNSET
    watching: int | UnsetType = UNSET
    avatars: list[str] | UnsetType = UNSET
    round: int | UnsetType | None = UNSET
    totals: list[int] | UnsetType = UNSET


class LobbyChange(_FromServer, frozen=True, tag="lobby_change"):
    """What has changed on the lobby's page: what is new on it, what has changed, what is gone."""

    tables: list[OpenTable]
    changed: list[TableChange]
    gone: list[str]
    online: list[OnlinePerson]
    """Who has come or changed."""
    left: list[str]
    online_count: int
    seeking: int
    tables_count: int


class Matched(_FromServer, frozen=True, tag="matched"):
    """The quick match is found: go to this table."""

    table: str


class YourTurn(_FromServer, frozen=True, tag="your_turn"):
    """A table that this connection does not watch waits for this person."""

    table: str


class Pong(_FromServer, frozen=True, tag="pong"):
    id: str


_AboutATable = TableState | Update | Watching | Checked | Arranged | Hinted
_AboutTheLobby = LobbyState | LobbyChange | Matched | YourTurn
FromServer = Welcome | Done | Refused | _AboutATable | _AboutTheLobby | Pong

decode_from_client = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
