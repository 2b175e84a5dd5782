"""The players themselves, one kind in each module."""
