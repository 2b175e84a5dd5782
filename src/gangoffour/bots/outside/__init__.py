"""Bots that nobody here wrote: from a file, from a program, and watched while they play."""
