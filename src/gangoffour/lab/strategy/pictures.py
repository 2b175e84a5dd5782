"""The guide's plots as SVG: plain shapes, no fonts or styles of their own.

Colours are attributes, which any style sheet overrides: alone a picture stands on paper and reads
in light and dark; a page that puts it in its own text gives it the page's colours by the classes
``paper``, ``grid``, ``one``, ``two`` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from gangoffour.lab.strategy.standing import PLACES

WIDTH: Final = 420
"""Narrow, so that the words can be read on a phone."""
COLOURS: Final = {
    "one": "#14613c",
    "pale": "#c58d1f",
    "two": "#8f6008",
    "three": "#3a5fa8",
    "four": "#a92723",
}
KINDS: Final = {
    "single": "one",
    "pair": "two",
    "triple": "three",
    "five": "four",
    "gang": "five",
}
Bar = tuple[str, float, float]
"""A name, a mean and half its interval's width."""


def text(
    x: float,
    y: float,
    words: str,
    anchor: str = "middle",
    size: int = 14,
    *,
    inside: bool = False,
) -> str:
    """A line of words; ``inside`` a bar in its own colour."""
    colour = 'class="inside" fill="#fff"' if inside else 'fill="currentColor"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f"{colour}>{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, name: str = "grid") -> str:
    """A thin line of the grid, or of an interval."""
    colour, width = ("#c9b68d", 1) if name == "grid" else ("currentColor", 2)
    return (
        f'<line class="{name}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def box(x: float, y: float, width: float, height: float, name: str) -> str:
    """A filled bar."""
    return (
        f'<rect class="{name}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" '
        f'height="{max(height, 0):.1f}" fill="{COLOURS.get(name, "#6b5b49")}"/>'
    )


def picture(title: str, height: float, shapes: Sequence[str]) -> str:
    """The whole picture; its title is its name for those who do not see it."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
            f'color="#2a1c14" font-family="sans-serif" role="img" aria-label="{escape(title)}">',
            f'<rect class="paper" width="{WIDTH}" height="{height:.0f}" rx="12" fill="#fbf4e2"/>',
            *shapes,
            "</svg>",
            "",
        ]
    )


def across(title: str, unit: str, bars: Sequence[Bar], digits: int = 1) -> str:
    """Bars to the left and right of nothing, with their intervals."""
    top, row, left, right = 46, 30, 186, WIDTH - 70
    low = min(0.0, *(mean - half for _, mean, half in bars))
    high = max(0.0, *(mean + half for _, mean, half in bars))

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    bottom = top + row * len(bars)
    shapes = [text(16, 28, unit, "start"), line(x(0), top - 6, x(0), bottom)]
    for number, (name, mean, half) in enumerate(bars):
        y = top + row * number
        shapes += [
            text(left - 10, y + 20, name, "end"),
            box(min(x(0), x(mean)), y + 5, abs(x(mean) - x(0)), row - 12, "one"),
            line(x(mean - half), y + row / 2 - 1, x(mean + half), y + row / 2 - 1, "interval"),
            text(WIDTH - 16, y + 20, f"{mean:+.{digits}f}".replace("-", "−"), "end"),
        ]
    return picture(title, bottom + 16, shapes)


def upright(
    title: str,
    unit: str,
    below: str,
    names: Sequence[str],
    series: Mapping[str, Sequence[tuple[float, float]]],
    percent: bool = True,
) -> str:
    """Bars side by side over names, one series or two."""
    top, bottom, left, right = 62, 260, 60, WIDTH - 10
    means = [mean for one in series.values() for mean, _ in one]
    step = _step(max(means) - min(0.0, *means))
    low = step * (int(min(0.0, *means) / step) - (min(means) < 0))
    high = step * (int(max(means) / step) + 1)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    shapes = [text(16, 26, unit, "start")]
    value = low
    while value <= high + step / 2:
        told = f"{100 * value:.0f}%" if percent else f"{value:+.0f}".replace("-", "−")
        shapes += [line(left, y(value), right, y(value)), text(left - 8, y(value) + 5, told, "end")]
        value += step
    place = (right - left) / len(names)
    wide = place * 0.8 / len(series)
    for number, (label, some) in enumerate(series.items()):
        colour = ("one", "pale")[number]
        if len(series) > 1:
            at = 16 + WIDTH / 2 * number
            shapes += [box(at, 38, 14, 14, colour), text(at + 22, 50, label, "start")]
        for index, (mean, half) in enumerate(some):
            x = left + place * (index + 0.1) + wide * number
            shapes += [
                box(x + 1, min(y(0), y(mean)), wide - 2, abs(y(mean) - y(0)), colour),
                line(x + wide / 2, y(mean - half), x + wide / 2, y(mean + half), "interval"),
            ]
    for index, name in enumerate(names):
        shapes.append(
            text(
                left + place * (index + 0.5), bottom + 20, name, size=14 if len(names) < 13 else 12
            )
        )
    shapes.append(text((left + right) / 2, bottom + 44, below))
    return picture(title, bottom + 60, shapes)


def stacked(title: str, unit: str, parts: Mapping[str, Mapping[str, float]]) -> str:
    """One bar of shares for each name."""
    top, row, left, right = 78, 40, 104, WIDTH - 12
    shapes = [text(16, 28, unit, "start")]
    for number, kind in enumerate(next(iter(parts.values()))):
        at = 16 + 80 * number
        shapes += [box(at, 44, 12, 12, KINDS[kind]), text(at + 16, 55, kind, "start", 13)]
    for number, (name, shares) in enumerate(parts.items()):
        y, x = top + row * number, float(left)
        shapes.append(text(left - 10, y + 19, name, "end"))
        for kind, part in shares.items():
            wide = (right - left) * part
            shapes.append(box(x, y, wide - 1, row - 14, KINDS[kind]))
            if part >= 0.1:
                shapes.append(
                    text(x + wide / 2, y + 18, f"{100 * part:.0f}%", size=13, inside=True)
                )
            x += wide
    return picture(title, top + row * len(parts) + 8, shapes)


def _step(span: float) -> float:
    return next(s for s in (0.05, 0.1, 0.2, 1, 2, 5, 10) if span / s <= 6)


def _pair(one: Mapping[str, float]) -> tuple[float, float]:
    return one["mean"], one["margin"]


def _bars(names: Mapping[str, str], some: Mapping[str, Any]) -> list[Bar]:
    return [(words, *_pair(some[key])) for key, words in names.items()]


def _cards_left(figures: Mapping[str, Any]) -> str:
    left = figures["cards_left"]
    sixteen = [str(n) for n in range(1, 17)]
    return upright(
        "Share of losing hands and of all points, by cards left",
        "Share of losing hands, and of all points",
        "cards left in hand",
        sixteen,
        {
            "losing hands": [_pair(left["hands"][n]) for n in sixteen],
            "points paid": [_pair(left["points"][n]) for n in sixteen],
        },
    )


def _cards(figures: Mapping[str, Any]) -> str:
    names = {str(n): str(n) for n in range(1, 11)}
    names |= {"M1": "multicoloured 1", "phoenix": "phoenix", "dragon": "dragon"}
    return across(
        "Value of one card in the hand",
        "Points per round, in place of an average card",
        _bars(names, figures["cards"]),
    )


def _habits(figures: Mapping[str, Any]) -> str:
    names = {
        "hoards_gangs": "keeps gangs to the end",
        "leads_low": "leads the lowest card",
        "never_breaks": "never breaks a pair",
        "leads_long": "leads the longest",
        "hurries_gangs": "plays gangs at once",
        "gives_lowest": "gives the lowest back",
        "never_passes": "never passes",
    }
    return across(
        "What habits cost in points per round",
        "Points per round against those without the habit",
        _bars(names, figures["habits"]),
        digits=2,
    )


def _leads(figures: Mapping[str, Any]) -> str:
    spans = {"12_to_16": "12–16 cards", "7_to_11": "7–11 cards", "2_to_6": "2–6 cards"}
    return stacked(
        "What level 5 leads, by cards in hand",
        "What level 5 leads, by the cards it holds",
        {
            words: {kind: figures["leads"][key][kind]["mean"] for kind in KINDS}
            for key, words in spans.items()
        },
    )


def _places(figures: Mapping[str, Any]) -> str:
    places = figures["places"]
    return upright(
        "Payoff by place behind the first leader",
        "Points per round, others’ mean minus own",
        "place in the direction of play",
        list(PLACES),
        {
            "first round": [_pair(places["first_round"][one]) for one in PLACES],
            "after an exchange": [_pair(places["second_round"][one]) for one in PLACES],
        },
        percent=False,
    )


def _down_to(figures: Mapping[str, Any]) -> str:
    twelve = [str(n) for n in range(1, 13)]
    return upright(
        "Chance to go out first, by cards left",
        "Goes out first, once down to so many cards",
        "cards left",
        twelve,
        {"first out": [_pair(figures["down_to"][n]) for n in twelve]},
    )


def _match_end(figures: Mapping[str, Any]) -> str:
    ends = figures["match_end"]["lowest_wins"]
    late = {"0–4 points": "0_to_4", "5–14 points": "5_to_14", "15 or more": "15_or_more"}
    return upright(
        "Chance that the lowest total wins the match, by how far it is ahead",
        "The lowest total wins, once somebody has 60",
        "ahead of the second by",
        list(late),
        {"wins": [_pair(ends[f"ahead_by_{key}"]) for key in late.values()]},
    )


PICTURES: Final = {
    "cards-left": _cards_left,
    "cards": _cards,
    "habits": _habits,
    "leads": _leads,
    "places": _places,
    "down-to": _down_to,
    "match-end": _match_end,
}
"""Every plot of the guide, by name."""


def pictures(figures: Mapping[str, Any]) -> dict[str, str]:
    """Every plot of the guide drawn, by name."""
    return {name: draw(figures) for name, draw in PICTURES.items()}
