"""Nudges: somebody is told what waits for them while they are not looking, if they asked for it."""
