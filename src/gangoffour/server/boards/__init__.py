"""A place to talk: boards of the server and of its clubs, with threads of plain text."""
