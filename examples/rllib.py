"""A configuration for RLlib: one policy for all seats, with action masks, PPO.

    pip install 'ray[rllib]' torch
    python examples/rllib.py

RLlib's masked module reads ``observations`` and ``action_mask``; ``environment`` names them so.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from gymnasium import spaces

from gangoffour.lab.actions import ACTIONS
from gangoffour.lab.observation import WIDTH
from gangoffour.lab.one_seat import OneSeat


class Masked(OneSeat):
    """One seat against bots, with the names and kinds that RLlib's masked module expects."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__(**(config or {}))
        self.observation_space = spaces.Dict(
            {
                "observations": spaces.Box(0, 1, (WIDTH,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.float32),
            }
        )

    def _seen(self) -> dict[str, Any]:
        seen = super()._seen()
        return {
            "observations": (seen["observation"] / 127).astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        }


def configuration(opponents: str = "level:1") -> Any:
    """PPO with RLlib's example of a masked module; refused in a sentence where Ray is missing."""
    try:
        from ray.rllib.algorithms.ppo import PPOConfig
        from ray.rllib.core.rl_module.rl_module import RLModuleSpec
        from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
            ActionMaskingTorchRLModule,
        )
    except ModuleNotFoundError:
        raise SystemExit("RLlib is needed: pip install 'ray[rllib]' torch") from None
    return (
        PPOConfig()
        .environment(Masked, env_config={"opponents": opponents})
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(gamma=1.0, lambda_=1.0, train_batch_size_per_learner=4096)
    )


if __name__ == "__main__":
    algorithm = configuration().build_algo()
    for _ in range(10):
        found = algorithm.train()["env_runners"]["episode_return_mean"]
        sys.stdout.write(f"payoff per round: {found:+.2f}\n")
