"""Coming in by a name and a password, or with a code where that is lost."""
