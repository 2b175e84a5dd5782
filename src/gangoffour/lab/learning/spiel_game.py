"""OpenSpiel's own classes around ``SpielRound``; only imported where OpenSpiel is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from gangoffour.lab.learning.actions import ACTIONS
from gangoffour.lab.learning.spiel import CARDS, MOST_MOVES, MOST_POINTS, NAME, SpielRound
from gangoffour.lab.learning.width import WIDTH
from gangoffour.lab.seated_rules import seated_rules

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Gang of Four, one round",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 4, "rules": "official"},
)


class Game(pyspiel.Game):  # type: ignore[misc]
    """The game: its bounds, and where a state begins."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**TYPE.parameter_specification, **(params or {})}
        self.players, self.edition = int(chosen["players"]), str(chosen["rules"])
        seated_rules(self.edition, self.players)
        bounds = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=self.players,
            min_utility=-float(MOST_POINTS),
            max_utility=float(MOST_POINTS),
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(TYPE, bounds, chosen)

    def new_initial_state(self) -> State:
        """Before the first card is drawn."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for each card."""
        return CARDS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees; with perfect recall every move as well, as text."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(recall=bool(recall))


class State(pyspiel.State):  # type: ignore[misc]
    """A round in OpenSpiel's words."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.round = SpielRound(game.players, game.edition)

    def current_player(self) -> Any:
        return self.round.current_player()

    def is_terminal(self) -> bool:
        return bool(self.round.current_player() == pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.round.chance_outcomes()

    def returns(self) -> list[float]:
        return self.round.returns()

    def _legal_actions(self, player: int) -> list[int]:
        return self.round.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.round.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.round.action_to_string(player, action)

    def __str__(self) -> str:
        return str(self.round)


class Observer:
    """A player's observation as numbers, and as text."""

    def __init__(self, *, recall: bool) -> None:
        self._recall = recall
        self.tensor = None if recall else np.zeros(WIDTH, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Write what the player sees now."""
        if self.tensor is not None:
            self.tensor[:] = state.round.observation(player)

    def string_from(self, state: State, player: int) -> str:
        """The same as text."""
        return state.round.told(player, recall=self._recall)


def register() -> None:
    """Make the game known to OpenSpiel, once."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, Game)
