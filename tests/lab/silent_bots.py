"""Bots that lay their second last card without a word: a file as their author would write it."""

SILENT = """
from gangoffour import Call, Pass, Play
class Bare:
    late = Pass()
    def choose(self, view, rng):
        if view.may_call and not view.my_turn: return self.late
        chosen = view.actions[0]
        return Play(chosen.combination) if isinstance(chosen, Play) else chosen
class Later(Bare):
    late = Call()
"""
"""`Bare` then says nothing, `Later` calls when it is asked once more."""
