"""Who people are: accounts, guests and bots, sessions, names, moderation and privacy."""
