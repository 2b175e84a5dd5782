"""The rules as numpy arrays: combinations, positions as numbers, many rounds at once."""
