"""The arena: bots against each other on duplicate deals; ``run`` plays and reports."""

from gangoffour.lab.arena.arena import run

__all__ = ["run"]
