"""One table over time."""
