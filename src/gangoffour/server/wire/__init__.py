"""What crosses the wire: every message, and every refusal."""
