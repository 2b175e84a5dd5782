"""What one seat knows, and how strong combinations are, in plain numbers: nothing needs numpy."""
