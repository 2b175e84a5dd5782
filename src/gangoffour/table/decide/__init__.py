"""What a command causes: ``handle`` and what it needs."""
