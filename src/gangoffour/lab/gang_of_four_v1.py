"""The PettingZoo environment as PettingZoo's own are named: ``env`` and ``raw_env``.

>>> from gangoffour.lab import gang_of_four_v1
>>> table = gang_of_four_v1.env(seats=3)
>>> table.reset(seed=1)
>>> table.state().shape
(1470,)
"""

from gangoffour.lab.learning.environment import env, raw_env

__all__ = ["env", "raw_env"]
