"""The game as a PettingZoo AEC environment, played by the rules library itself.

Observations are dictionaries: ``observation`` (``lab.observation``) and ``action_mask``. Actions
are numbers (``lab.actions``). Rewards come when a round ends: the mean of the others' points minus
one's own. An episode is one round, or a whole match.

Where the last card is called by hand (R5.1), whoever is left with one card is asked once more at
once: ``CALL``, or ``PASS`` to say nothing and be barred (R5.2).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gangoffour.lab.learning.actions import ACTIONS, CALL, action_of_number
from gangoffour.lab.learning.last_round import as_it_ended
from gangoffour.lab.learning.observation import (
    Observation,
    mask,
    observe,
    seen,
    space_of,
)
from gangoffour.lab.learning.screen import RENDER_MODES, Screen
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.payoff import payoff
from gangoffour.lab.seated_rules import seated_rules
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.match import Match


def env(**options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers; options as for ``GangOfFour``."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


def raw_env(**options: Any) -> GangOfFour:
    """The environment without any wrapper."""
    return GangOfFour(**options)


class GangOfFour(AECEnv):  # type: ignore[misc]
    """The environment itself."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gang_of_four_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 4,
        rules: RuleSet | str = "official",
        matches: bool = False,
        history: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.rules = seated_rules(rules, seats)
        self._screen = Screen(render_mode)
        self.seats = seats
        self.matches = matches
        self.history = history
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._observations = {agent: space_of(history) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 127, (seats * WIDTH,), np.int8)
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The same for every seat."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """The same for every seat."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. A seed fixes this episode's cards and those of the episodes after it."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.match = Match.new(
            seed=int(self._chance.integers(1 << 62)), seats=self.seats, rules=self.rules
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._asks_call = False
        self.agent_selection = self._selected()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _selected(self) -> str:
        """Who is to act: the silent one while the call is open, else whose turn it is."""
        seat = self.match.round.silent if self._asks_call else self.match.turn
        return self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and what it may do (nothing, if it is not to act)."""
        view = self.match.view(self.possible_agents.index(agent))
        allowed = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            allowed = mask(view if self._asks_call else view._replace(may_call=False))
        return seen(view, allowed, self.history)

    def state(self) -> Observation:
        """The whole table, hidden cards and all: every seat's observation, one after the other."""
        return np.concatenate([observe(self.match.view(seat)) for seat in range(self.seats)])

    def step(self, action: int | None) -> None:
        """Act for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before, rounds = self.match, len(self.match.results)
        if self._asks_call:
            self._asks_call = False
            if action == CALL:
                self.match = self.match.act(seat, action_of_number(CALL))
        else:
            self.match = self.match.act(seat, action_of_number(int(action)))
            self._asks_call = self.match.round.silent == seat
        if len(self.match.results) > rounds:
            if not self.matches:
                self.match = as_it_ended(before, self.match, seat)
            self._score()
        self.agent_selection = self._selected()
        self._accumulate_rewards()
        self._show()

    def _score(self) -> None:
        points = self.match.results[-1].points
        self._asks_call = False
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = payoff(points, seat)
        if self.match.over or not self.matches:
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> Any:
        """The table: as text, as pixels, or in a window, by ``render_mode``."""
        seat = self.possible_agents.index(self.agent_selection)
        return self._screen.show(self.match.view(seat), self._text)

    def _text(self) -> str:
        now = self.match.round
        lines = [f"round {now.number}, seat {self.match.turn} to act, table {now.table}"]
        lines += [
            f"seat {seat}: {self.match.view(seat).hand}  total {total}"
            for seat, total in enumerate(self.match.totals)
        ]
        return "\n".join(lines)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
