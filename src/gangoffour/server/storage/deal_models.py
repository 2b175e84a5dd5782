"""The tables of deals that are the same for everybody: sets of them, attempts, costs."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from gangoffour.server.storage.base_model import Model


class DealSetRow(Model):
    """Deals that are the same for everybody: a day's, or a challenge's."""

    __tablename__ = "deal_sets"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The day, as 2026-11-16, or a challenge's id."""
    kind: Mapped[str] = mapped_column(String(12))
    secret: Mapped[str] = mapped_column(String(64))
    """What the deals come from; published when ``closes_at`` is over."""
    label: Mapped[str] = mapped_column(String(32))
    """The name under which the deals are drawn from the secret: its own id, or whose deals these
    are."""
    weights: Mapped[str] = mapped_column(String(64))
    """The SHA-256 of the network's weights with which the bots play."""
    opens_at: Mapped[int]
    closes_at: Mapped[int]
    made_by: Mapped[str | None] = mapped_column(String(32), index=True)
    """Whose challenge it is."""
    match_id: Mapped[str | None] = mapped_column(String(40))
    """The match whose cards these are. Nothing if they are no match's, and for challenges from
    before that was kept."""


class DealSeedRow(Model):
    """A seed from which a set is dealt that is open: how it is found by what somebody brings."""

    __tablename__ = "deal_seeds"

    mark: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The seed's SHA-256: seeds themselves follow from the set's secret and are stored nowhere."""
    set_id: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)


class AttemptRow(Model):
    """Somebody plays a set of deals. The first time counts."""

    __tablename__ = "deal_attempts"
    __table_args__ = (
        Index(
            "ix_deal_attempts_first",
            *("set_id", "browser"),
            unique=True,
            sqlite_where=text("counts"),
        ),
    )
    """Of one browser one attempt counts, whichever processes are asked. The migration says the same
    to PostgreSQL; told here, it would load that dialect into servers with SQLite."""

    set_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(String(32), unique=True)
    begun_at: Mapped[int]
    counts: Mapped[bool]
    """Whether it is ranked: the first of this person and of this browser, with the set's
    weights."""
    browser: Mapped[str | None] = mapped_column(String(64), index=True)
    """The SHA-256 of a mark that the browser keeps."""


class CostRow(Model):
    """What the decisions of the person in a match of given deals cost, in points."""

    __tablename__ = "deal_costs"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    cost: Mapped[float]
    decisions: Mapped[int]
