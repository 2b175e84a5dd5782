"""One seat against bots, as a Gymnasium environment.

Observations are dictionaries as in ``lab.environment``: ``observation`` and ``action_mask``. The
others are bots of the game; each step ends when the seat is to choose again or the episode is
over. The last card is always called (R5.1).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import index
from typing import Any

import gymnasium
from gymnasium import spaces

from gangoffour.bots import Bot, load_bot
from gangoffour.lab.errors import LabError
from gangoffour.lab.learning.actions import ACTIONS, action_of_number
from gangoffour.lab.learning.last_round import as_it_ended
from gangoffour.lab.learning.observation import mask, seen, space_of
from gangoffour.lab.learning.screen import RENDER_MODES, Screen
from gangoffour.lab.payoff import payoff
from gangoffour.lab.seated_rules import seated_rules
from gangoffour.rules.actions import Action, Play, play_of
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.match import Match

Observation = dict[str, Any]


class OneSeat(gymnasium.Env[Observation, Any]):
    """``gymnasium.make("gangoffour.lab.one_seat:GangOfFour-v1", opponents="level:3")``.

    ``opponents`` is one bot for all the other seats, or one for each in
    the order of play. The reward of a round is the mean of the others' points minus one's own.
    Gymnasium knows no masks: an action that is not legal is replaced by the first legal one, and
    ``info["illegal"]`` says so; with ``strict`` it is refused by the rule it breaks, and nothing
    has happened.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as the base class declares it

    def __init__(
        self,
        opponents: str | Sequence[str] = "greedy",
        *,
        seats: int = 4,
        rules: RuleSet | str = "official",
        matches: bool = False,
        strict: bool = False,
        history: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.rules = seated_rules(rules, seats)
        self._screen = Screen(render_mode)
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != seats - 1:
            raise LabError("wrong_bots", lineup="table", needed=seats - 1, given=len(names))
        loaded: dict[str, Bot] = {name: load_bot(name) for name in dict.fromkeys(names)}
        self._others = [loaded[name] for name in names]
        self.seats, self.matches, self.strict = seats, matches, strict
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(ACTIONS)
        self.history = history
        self.observation_space = space_of(history)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal; the seat is drawn. A seed fixes this episode and those after it."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.seats))
        self._chance = random.Random(int(self.np_random.integers(1 << 62)))
        self.match = Match.new(
            seed=int(self.np_random.integers(1 << 62)), seats=self.seats, rules=self.rules
        )
        self._let_others_play()
        self._show()
        return self._seen(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act until it is the seat's turn again."""
        number = self._number(action)
        rounds = len(self.match.results)
        view = self.match.view(self.seat)
        chosen = action_of_number(number)
        legal = bool(mask(view)[number])
        if not legal and not self.strict:
            chosen = view.actions[0]
        self._act(self.seat, self._calling(chosen))
        self._let_others_play()
        self._show()
        results = self.match.results[rounds:]
        reward = sum(payoff(one.points, self.seat) for one in results)
        over = self.match.over
        info: dict[str, Any] = {"seat": self.seat, "illegal": not legal}
        if results:
            info["points"] = [one.points for one in results]
        return self._seen(), reward, over, False, info

    def _number(self, action: Any) -> int:
        """The number of an action; refused if it is none, or if nothing is to be chosen now."""
        self._require_begun()
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < ACTIONS:
            raise LabError("bad_action", most=ACTIONS - 1, given=repr(action))
        if not self.match.view(self.seat).actions:
            raise LabError("episode_over")
        return number

    def _require_begun(self) -> None:
        if not hasattr(self, "match"):
            raise LabError("not_begun")

    def _let_others_play(self) -> None:
        while not self.match.over:
            turn = self.match.turn if self.match.round.silent is None else self.match.round.silent
            if turn is None or turn == self.seat:
                return
            place = (turn - self.seat) % self.seats - 1
            self._act(turn, self._others[place].choose(self.match.view(turn), self._chance))

    def _act(self, seat: int, action: Action) -> None:
        before, self.match = self.match, self.match.act(seat, action)
        if not self.matches and len(self.match.results) > len(before.results):
            self.match = as_it_ended(before, self.match, seat)

    def _calling(self, action: Action) -> Action:
        if isinstance(action, Play):
            left = len(self.match.view(self.seat).hand) - action.combination.size
            return play_of(action.combination, left == 1)
        return action

    def _seen(self) -> Observation:
        view = self.match.view(self.seat)
        return seen(view, mask(view), self.history)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """What the seat sees: as text, as pixels, or in a window, by ``render_mode``."""
        self._require_begun()
        return self._screen.show(self.match.view(self.seat), self._text)

    def _text(self) -> str:
        view = self.match.view(self.seat)
        on_table = "nothing" if view.table is None else str(view.table)
        return f"round {view.round}, hand {view.hand}, table {on_table}, counts {view.counts}"

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()


gymnasium.register(id="GangOfFour-v1", entry_point="gangoffour.lab.learning.one_seat:OneSeat")
