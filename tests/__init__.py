"""The proofs. ``tests.rules.oracle`` is a naive second implementation of the rules."""
