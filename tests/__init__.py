"""The proofs. ``tests.oracle`` is a naive second implementation of the rules."""
