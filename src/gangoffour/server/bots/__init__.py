"""Bots at live tables: asked in this process, or of workers over the bus."""
