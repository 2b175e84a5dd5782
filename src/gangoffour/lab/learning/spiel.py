"""One round as an OpenSpiel game: chance deals card by card, then the players act.

``SpielRound`` holds the game in OpenSpiel's words and needs nothing of it; ``spiel_game`` makes
OpenSpiel's classes of it. Actions and observations are
those of the other environments; last cards are always called (R5.1). The returns are the mean of
the others' points minus one's own, and sum to zero.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gangoffour.lab.learning.actions import action_of_number
from gangoffour.lab.learning.observation import numbers, observe
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.payoff import payoff
from gangoffour.lab.seated_rules import seated_rules
from gangoffour.rules.actions import Play, play_of
from gangoffour.rules.cards import CODES, DECK
from gangoffour.rules.editions import rule_set
from gangoffour.rules.match import Match

NAME: Final = "python_gang_of_four"
CHANCE, TERMINAL = -1, -4
"""Who is to act, as OpenSpiel numbers it: chance, nobody any more."""
CARDS: Final = len(DECK)
PRINTED: Final = tuple(CODES[face] for face in DECK)
"""The code of each of the 64 cards; two may have the same."""
MOST_MOVES: Final = 256
"""Every play lays a card, and at most three passes follow it."""
MOST_POINTS: Final = 80


class Held:
    """A match that is never copied: it never changes."""

    def __init__(self, match: Match | None = None) -> None:
        self.match = match

    def __deepcopy__(self, memo: object) -> Held:
        return self


class SpielRound:
    """A round from an empty table on: 64 cards are drawn, the fourth hand of three is the dummy."""

    def __init__(self, players: int = 4, rules: str = "official") -> None:
        seated_rules(rules, players)
        self.players, self.edition = players, rules
        self.drawn: list[int] = []
        self.held = Held()

    @property
    def match(self) -> Match | None:
        """The match once everything is dealt."""
        return self.held.match

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.match is None:
            return CHANCE
        if self.match.results or self.match.turn is None:
            return TERMINAL
        return self.match.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that are left, each as likely as any other."""
        left = sorted(set(range(CARDS)) - set(self.drawn))
        return [(card, 1 / len(left)) for card in left]

    def legal_actions(self, player: int) -> list[int]:
        """The action numbers of whoever is to act, in rising order."""
        if self.match is None or player != self.current_player():
            return []
        return sorted(numbers(self.match.view(player)))

    def apply_action(self, action: int) -> None:
        """Draw a card, or act for the player whose turn it is."""
        if self.match is None:
            self.drawn.append(action)
            if len(self.drawn) == CARDS:
                self.held = Held(self._dealt())
            return
        player = self.current_player()
        chosen = action_of_number(action)
        if isinstance(chosen, Play):
            left = len(self.match.view(player).hand) - chosen.combination.size
            chosen = play_of(chosen.combination, left == 1)
        self.held = Held(self.match.act(player, chosen))

    def _dealt(self) -> Match:
        piles = [[PRINTED[card] for card in self.drawn[seat::4]] for seat in range(4)]
        return Match.new(
            seed="open_spiel",
            seats=self.players,
            rules=rule_set(self.edition),
            hands=[" ".join(one) for one in piles[: self.players]],
            dead=" ".join(piles[3]) if self.players == 3 else None,
            dealer=0,
        )

    def returns(self) -> list[float]:
        """What each has won; nothing before the end."""
        if self.match is None or not self.match.results:
            return [0.0] * self.players
        points = self.match.results[0].points
        return [payoff(points, seat) for seat in range(self.players)]

    def action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        if player == CHANCE:
            return f"Draw {action}: {PRINTED[action]}"
        return str(action_of_number(action))

    def observation(self, player: int) -> Any:
        """The observation of ``lab.observation``; zeros while cards are dealt and after the end."""
        if self.current_player() < 0:
            return np.zeros(WIDTH, np.float32)
        assert self.match is not None
        return observe(self.match.view(player)).astype(np.float32)

    def told(self, player: int, *, recall: bool) -> str:
        """What a player knows, as text; with ``recall`` every move of the round as well."""
        if self.match is None:
            return f"{len(self.drawn)} cards drawn"
        if self.current_player() == TERMINAL:
            return f"over: {self.match.results[0].points}"
        view = self.match.view(player)
        table = "nothing" if view.table is None else str(view.table)
        text = f"seat {player}, hand {view.hand}, counts {view.counts}, table {table}"
        moves = [f"{one.seat}:{one.play or 'pass'}" for one in view.history]
        return f"{text}, moves {' '.join(moves)}" if recall else text

    def __str__(self) -> str:
        if self.match is None:
            return " ".join(PRINTED[card] for card in self.drawn)
        seen = (self.told(seat, recall=False) for seat in range(self.players))
        return "\n".join(seen if self.current_player() >= 0 else [self.told(0, recall=False)])
