"""Imagined rounds in compiled code, where there is a compiler or a compiled kernel was shipped."""

from gangoffour.bots.kernel.library import library
from gangoffour.bots.kernel.rounds import Imagination, deal, imagination

__all__ = ["Imagination", "deal", "imagination", "library"]
