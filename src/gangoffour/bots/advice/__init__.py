"""What a player is told: hints, decisions judged, whole reviews, and the reasons for them."""
