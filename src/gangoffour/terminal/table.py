"""The table as one seat sees it: players in the order of play, the trick, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gangoffour.rules.cards import ORDER_OF, face_of
from gangoffour.rules.plays import all_plays
from gangoffour.rules.view import View
from gangoffour.terminal.cards import card_rows, chips, flow, kind_name
from gangoffour.terminal.console import Screen

WAYS = {1: "way_right", -1: "way_left"}
SORTS = ("rank", "colour", "kind")


def table_drawing(
    view: View, names: Sequence[str], screen: Screen, sort: str = "rank"
) -> Iterator[RenderableType]:
    """Everything a player wants to see before acting."""
    glyphs = screen.glyphs
    arrow = glyphs.directions[view.direction]
    words = screen.words
    title = f"{words('table_round', round=view.round)} {glyphs.dash} {words(WAYS[view.direction])}"
    title += f" {arrow}" if len(arrow) == 1 else ""
    yield Text()
    yield Rule(title, align="left", characters=glyphs.corners[6], style="frame")
    yield Padding(_players(view, names, screen), (0, 1))
    yield Text()
    yield _trick(view, names, screen)
    if view.table is not None:
        yield from _indented(card_rows(view.table.codes, screen))
    if view.seat is not None:
        codes = sorted_hand(view, sort)
        count = words("cards_left", count=len(codes))
        yield Text(f" {words('your_hand', cards=count, sort=words(f'sort_{sort}'))}")
        yield from _indented(card_rows(codes, screen, numbered=True))


def _indented(lines: Sequence[Text]) -> Iterator[Text]:
    for line in lines:
        yield Text(" ") + line


def _players(view: View, names: Sequence[str], screen: Screen) -> Table:
    """Names from left to right in the order of play, with arrows between: that is the direction."""
    start = view.seat or 0
    order = [(start + step * view.direction) % view.seats for step in range(view.seats)]
    grid = Table.grid(padding=(0, 1), pad_edge=False)
    width = min(14, (screen.width - 2) // view.seats - len(screen.glyphs.arrow) - 2)
    for _ in order:
        grid.add_column(width=width, no_wrap=True, overflow="ellipsis")
        grid.add_column(no_wrap=True)
    cells: list[list[Text]] = [[], [], [], []]
    for seat in order:
        turn = view.turn == seat
        style = "turn" if turn else "you" if seat == view.seat else ""
        count = view.counts[seat]
        cells[0] += [Text(names[seat], style), Text(screen.glyphs.arrow, "quiet")]
        cells[1] += [Text(screen.words("cards_left", count=count), style), Text()]
        cells[2] += [Text(screen.words("points_long", count=view.totals[seat]), "quiet"), Text()]
        cells[3] += [_state(view, seat, screen), Text()]
    for row in cells:
        grid.add_row(*row)
    return grid


def _state(view: View, seat: int, screen: Screen) -> Text:
    words = screen.words
    if seat in view.barred:
        return Text(f"{screen.glyphs.barred} {words('state_barred')}", "quiet")
    if seat in view.called:
        return Text(words("state_called"), "loud")
    if view.turn == seat:
        return Text(f"{screen.glyphs.pointer} {words('state_turn')}", "turn")
    if seat == view.table_by:
        return Text(words("state_played"))
    if seat in view.passed:
        return Text(words("state_passed"), "quiet")
    return Text()


def _trick(view: View, names: Sequence[str], screen: Screen) -> Text:
    words = screen.words
    if view.table is None or view.table_by is None:
        if view.turn is None:
            return Text(f" {words('over')}")
        name = names[view.turn]
        key = "gives_back" if view.phase == "exchange" else "clear"
        return Text(f" {words.about(key, name == words('you'), name=name)}")
    style = "loud" if view.table.is_gang else "good"
    line = words.text(
        "on_table_passed" if view.passed else "on_table",
        play=Text(kind_name(view.table, words), style),
        name=names[view.table_by],
        names=words.listed([names[seat] for seat in view.passed]),
    )
    return Text(" ").append_text(line)


def sorted_hand(view: View, sort: str) -> list[str]:
    """The hand by rank, by colour (R1.4), or with the cards of its best combinations together."""
    if sort == "colour":
        return view.hand.by_colour
    if sort == "kind":
        return _by_kind(view)
    return view.hand.codes


def _by_kind(view: View) -> list[str]:
    """Gangs first, then fives, triples and pairs, taken greedily; singles last."""
    left = view.hand
    groups: list[list[str]] = []
    while left:
        best = max(all_plays(left.word), key=lambda one: (one.is_gang, one.size, one.strength))
        if best.size == 1:
            break
        groups.append(best.codes)
        left = left - best.cards
    singles = sorted(left.codes, key=lambda code: ORDER_OF[face_of(code)])
    return [code for group in groups for code in group] + singles


def plays_drawing(view: View, screen: Screen, limit: int = 8) -> Iterator[RenderableType]:
    """The legal plays, grouped by kind, the weakest first."""
    groups: dict[str, list[list[str]]] = {}
    for play in view.plays:
        groups.setdefault(kind_name(play, screen.words), []).append(play.codes)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    width = screen.width - 4 - max((len(kind) for kind in groups), default=0)
    for kind, plays in groups.items():
        items = [chips(codes, screen.glyphs) for codes in plays[:limit]]
        if len(plays) > limit:
            items.append(Text(screen.words("more_up_to", count=len(plays) - limit)))
            items.append(chips(plays[-1], screen.glyphs))
        grid.add_row(Text(kind, "good"), flow(items, width))
    if view.may_pass:
        grid.add_row(Text(screen.words("help_pass"), "good"), Text("p"))
    yield Padding(grid, (0, 1))
