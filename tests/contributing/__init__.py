"""What the recipes of CONTRIBUTING.md ask for, each with a sentence that names what was forgotten."""
