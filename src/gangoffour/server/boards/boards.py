"""All boards of a server: who reads them, who writes on them, who looks after them."""

from __future__ import annotations

from gangoffour.server.boards.hosts import BoardHosts
from gangoffour.server.boards.reader import BoardReader
from gangoffour.server.boards.search import BoardSearch
from gangoffour.server.boards.writer import BoardWriter
from gangoffour.server.people.moderation import Moderation
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.storage.database import Database


class Boards:
    """The parts, which know nothing of each other; what they share is the database."""

    def __init__(self, database: Database, clock: Clock, moderation: Moderation) -> None:
        self.reader = BoardReader(database, clock)
        self.search = BoardSearch(database)
        self.writer = BoardWriter(database, clock)
        self.hosts = BoardHosts(database, clock, moderation)
