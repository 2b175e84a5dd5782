"""Benchmarks: every module here with a ``main()`` is one. ``python -m bench`` runs them all."""
