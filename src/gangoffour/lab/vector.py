"""Many tables at once under their public name; they live in ``lab.learning``."""

from gangoffour.lab.learning.vector import MOST_TABLES, Legal, VectorEnv

__all__ = ["MOST_TABLES", "Legal", "VectorEnv"]
