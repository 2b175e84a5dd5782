"""The laboratory: a compiled simulator, an arena and environments for learning.

Needs ``pip install 'gangoffour[lab]'``. Nothing here is imported by the game itself.
"""

from gangoffour.extras import watch

watch(__name__)
