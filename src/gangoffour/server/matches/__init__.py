"""What a match leaves behind: results, ratings, profiles, replays and reviews."""
