"""Bots that choose for long, or for ever; the file ``sign`` tells that they do, or no more."""

HANGS = """
import time
from pathlib import Path
class Hangs:
    def choose(self, view, rng):
        Path({sign!r}).touch()
        self.ponder()
    def ponder(self):
        while True: time.sleep(0.01)
"""
SLOW = """
import time
from pathlib import Path
from gangoffour.bots import load_bot
class Slow:
    def choose(self, view, rng):
        while not Path({sign!r}).exists(): time.sleep(0.01)
        return load_bot("greedy").choose(view, rng)
"""
