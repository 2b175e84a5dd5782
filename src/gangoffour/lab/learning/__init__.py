"""Environments to learn in: one table for PettingZoo, many at once as arrays."""
