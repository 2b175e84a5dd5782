"""Groups of people with a name: their members, their tables, what they may see."""
