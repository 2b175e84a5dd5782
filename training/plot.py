"""Draws the strength curve of a run: ``python -m training.plot curve.jsonl curve.svg``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 720, 380, 56
LINES = (
    ("two", "two seats against two greedy", "#1b7f4b"),
    ("one", "one seat against three greedy", "#b3541e"),
    ("three_one", "three players: one against two greedy", "#3a5fa8"),
)


def svg(points: list[dict[str, float]]) -> str:
    """The curve as an SVG picture: payoff a round over minutes of training."""
    last = max(point["seconds"] for point in points) / 60
    top = 7.6

    def x(seconds: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * seconds / 60 / last

    def y(payoff: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * payoff / top

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>Payoff a round against greedy, by minutes of training</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    out += [
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(payoff):.1f}" y2="{y(payoff):.1f}" '
        f'stroke="#ddd"/><text x="{MARGIN - 10}" y="{y(payoff) + 4:.1f}" text-anchor="end">'
        f"{payoff:+d}</text>"
        for payoff in range(int(top) + 1)
    ]
    out += [
        f'<text x="{x(60 * minute):.1f}" y="{HEIGHT - MARGIN + 20}" text-anchor="middle">'
        f"{minute}</text>"
        for minute in range(0, int(last) + 1, 5)
    ]
    out.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">minutes of training</text>'
    )
    for number, (key, name, colour) in enumerate(LINES):
        path = " ".join(f"{x(p['seconds']):.1f},{y(p[key]):.1f}" for p in points)
        height = 24 + 18 * number
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(
            f'<text x="{MARGIN + 12}" y="{height}" fill="{colour}">{name}: '
            f"{points[-1][key]:+.2f} points a round</text>"
        )
    return "\n".join([*out, "</svg>", ""])


def main() -> None:
    """Read the log, write the picture."""
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    points = [json.loads(line) for line in source.read_text().splitlines()]
    target.write_text(svg(points))


if __name__ == "__main__":
    main()
