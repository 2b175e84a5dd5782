"""How wide an observation is; ``observation`` has its places."""

from typing import Final

WIDTH: Final = 490
