"""The measurements behind the strategy guide: ``python -m gangoffour.lab.strategy``.

Level 5 plays many deals against itself (``rounds``), and against itself with one habit changed
(``habits``). ``figures`` makes of that the numbers that docs/strategy/ quotes, ``pictures`` the
plots. Finished deals are kept in a file, so that a stopped run goes on where it was.
"""
