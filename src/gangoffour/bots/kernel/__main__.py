"""``python -m gangoffour.bots.kernel``: compile the kernel beside its source, for all users."""

import sys

from gangoffour.bots.kernel.library import SOURCE, compile_to, file_name

if not compile_to(SOURCE.with_name(file_name()), native=False):
    sys.exit("The kernel cannot be compiled here: there is no C compiler, or no room for it.")
