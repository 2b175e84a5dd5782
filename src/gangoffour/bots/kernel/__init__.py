"""Imagined rounds in compiled code, where there is a compiler or a compiled kernel was shipped."""

from gangoffour.bots.kernel.hands import deal
from gangoffour.bots.kernel.layers import Layers, Players
from gangoffour.bots.kernel.library import library
from gangoffour.bots.kernel.rounds import Imagination, imagination, players_of

__all__ = ["Imagination", "Layers", "Players", "deal", "imagination", "library", "players_of"]
