"""The tables of matches with days per move: what is planned, and who is away."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from gangoffour.server.storage.base_model import Model


class PlanRow(Model):
    """A move that somebody has planned for when their turn comes. Nobody else hears of it."""

    __tablename__ = "plans"

    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    trick: Mapped[str] = mapped_column(String(40))
    """Which trick it was made in: the match, the round, the trick. It holds in no other."""
    moves: Mapped[int]
    """How often they had moved in that round: a plan for the next turn holds for no later one."""
    until: Mapped[str] = mapped_column(String(8))
    """``turn`` or ``trick``."""
    cards: Mapped[str] = mapped_column(String(80))
    """With spaces between; empty for a pass."""
    created_at: Mapped[int]


class VacationRow(Model):
    """Somebody is, was or will have been away: their slow clocks stood still."""

    __tablename__ = "vacations"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    begins_at: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ends_at: Mapped[int] = mapped_column(index=True)
