"""Many tables at once in Gymnasium's vector interface: whoever is to move moves, at every table.

Every seat is played by whoever steps: a batch has the observation of the player to move at each
table. The reward is that of the seat that has just acted; ``infos["rewards"]`` has those of all
seats, which come when a round ends. Last cards are always called (R5.1).
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gangoffour.lab.errors import LabError, required_number
from gangoffour.lab.learning.actions import ACTIONS
from gangoffour.lab.learning.observation import space_of
from gangoffour.lab.learning.vector import (
    MOST_TABLES,
    action_numbers,
    begin_some,
    first_illegal,
    illegal_at,
    observe_all,
    step_all,
)
from gangoffour.lab.learning.vector import VectorEnv as Simulated
from gangoffour.lab.learning.width import WIDTH
from gangoffour.rules.editions import RuleSet

Observations = dict[str, Any]
Infos = dict[str, Any]
MODES: Final = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)


class Tables(VectorEnv[Observations, Any, Any]):
    """``gymnasium.make_vec("gangoffour.lab.tables:GangOfFourTables-v1", num_envs=1000)``.

    With ``SAME_STEP`` (the default) a table whose episode ends is dealt anew within the step, and
    ``infos["final_obs"]`` holds how it ended, for the seat that acted. With ``NEXT_STEP`` that is
    the step's own observation; the next step deals, whatever the action there.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        seats: int = 4,
        rules: RuleSet | str = "official",
        matches: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode not in MODES:
            raise LabError("bad_autoreset", given=mode.value)
        num_envs = required_number("num_envs", num_envs, 1, MOST_TABLES)
        self.metadata = {"autoreset_mode": mode}
        self._mode = mode
        self._options: dict[str, Any] = {"seats": seats, "rules": rules, "matches": matches}
        self.num_envs, self.seats = num_envs, seats
        self.single_observation_space = space_of()
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = Simulated(num_envs, seed=0, **self._options)
        self._ended = np.zeros(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Deal at every table. A seed fixes this and all later deals."""
        if seed is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
        chance = int(self.np_random.integers(1 << 62))
        self._tables = Simulated(self.num_envs, seed=chance, **self._options)
        self._ended[:] = False
        self._begun = True
        return self._seen(), {"seat": self._tables.turns}

    def step(self, actions: Any) -> tuple[Observations, Any, Any, Any, Infos]:
        """One action at each table. An illegal one is refused, and nothing has happened."""
        if not self._begun:
            raise LabError("not_begun")
        tables, numbers = self._tables, action_numbers(actions, self.num_envs)
        fresh = np.flatnonzero(self._ended)
        playing = np.flatnonzero(~self._ended)
        some = tables.states[playing]
        wrong = first_illegal(tables._known, some, numbers[playing])
        if wrong >= 0:
            action = int(numbers[playing][wrong])
            raise illegal_at(action, int(playing[wrong]), "its action_mask has those that are")
        acted, paid = tables.turns, np.zeros((self.num_envs, self.seats), np.float32)
        part, over = (
            np.zeros((len(playing), self.seats), np.float32),
            np.zeros(len(playing), np.bool_),
        )
        step_all(tables._known, some, numbers[playing], tables.matches, part, over)
        tables.states[playing], paid[playing] = some, part
        if len(fresh):
            begin_some(tables.states, self._ended)
        done = np.zeros(self.num_envs, np.bool_)
        done[playing] = over
        tables.states["turn"][done] = acted[done]  # how it ended, as who acted sees it
        infos: Infos = {"rewards": paid, "acted": acted}
        if self._mode is AutoresetMode.SAME_STEP:
            if done.any():
                infos |= {"final_obs": self._ends(done), "_final_obs": done.copy()}
                infos |= {"final_info": {"rewards": paid, "_rewards": done.copy()}}
                infos["_final_info"] = done.copy()
            begin_some(tables.states, done)
        else:
            self._ended = done
        rewards = paid[np.arange(self.num_envs), acted].astype(np.float64)
        infos["seat"] = tables.turns
        return self._seen(), rewards, done.copy(), np.zeros_like(done), infos

    def _seen(self) -> Observations:
        """What is seen now; where an episode has ended nothing is allowed."""
        tables = self._tables
        if not self._ended.any():
            return {"observation": tables.observe(), "action_mask": tables.masks()}
        playing = tables.states[~self._ended]
        masks = np.zeros((self.num_envs, ACTIONS), np.int8)
        if len(playing):
            masks[~self._ended] = tables.masks_of(playing)
        return {"observation": tables.observe(), "action_mask": masks}

    def _ends(self, done: Any) -> Any:
        """The last observations, by table; None where no episode has ended."""
        rows = np.zeros((int(done.sum()), WIDTH), np.int8)
        observe_all(self._tables._known, self._tables.states[done], rows)
        found = np.full(self.num_envs, None, dtype=object)
        nothing = np.zeros(ACTIONS, np.int8)
        for table, row in zip(np.flatnonzero(done), rows, strict=True):
            found[table] = {"observation": row, "action_mask": nothing.copy()}
        return found


gymnasium.register(
    id="GangOfFourTables-v1", vector_entry_point="gangoffour.lab.learning.tables:Tables"
)
