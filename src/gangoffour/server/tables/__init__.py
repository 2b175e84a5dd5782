"""Live tables: commands come in, events are stored, and only then everybody is told."""
