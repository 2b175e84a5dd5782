"""What the recipes of CONTRIBUTING.md ask for; a failure names what was forgotten."""
