"""``python -m gangoffour.bots.kernel``: compile the kernel beside its source, for all users."""

import sys

from gangoffour.bots.kernel.library import SOURCE, compile_for_all

made = compile_for_all(SOURCE.parent)
if "any" not in made:
    sys.exit("The kernel cannot be compiled here: there is no C compiler, or no room for it.")
sys.stdout.write(f"Compiled for processors: {', '.join(made)}\n")
