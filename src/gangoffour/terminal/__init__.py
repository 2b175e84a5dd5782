"""The game in a terminal: tables, score sheets, replays and rules drawn with letters and boxes."""
