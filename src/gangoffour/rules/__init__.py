"""The game itself (R1–R9): pure values and functions, standard library only."""
