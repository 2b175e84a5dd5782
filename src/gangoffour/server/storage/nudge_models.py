"""The tables of nudges: what somebody wants to hear of, where, and what is on its way."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from gangoffour.server.storage.base_model import Model


class NudgeChoiceRow(Model):
    """What somebody wants to be told of while they are not looking, when, and in which language."""

    __tablename__ = "nudge_choices"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    kinds: Mapped[str] = mapped_column(String(80))
    """With spaces between; empty for nothing."""
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    """Hours of the day, in their zone, between which nothing is sent."""
    daily_hour: Mapped[int]
    zone: Mapped[str] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))
    stop: Mapped[str] = mapped_column(String(64), unique=True, index=True)
    """A secret that ends all of it without any other proof: it stands in every nudge."""
    email: Mapped[str | None] = mapped_column(String(254))
    confirmed_at: Mapped[int | None]
    """When whoever reads the mail there said yes; nothing is sent before."""
    code: Mapped[str | None] = mapped_column(String(64))
    """The SHA-256 of what was mailed there to say yes with."""
    code_at: Mapped[int | None]


class PushRow(Model):
    """A browser that shows nudges, by the address that it was given for that."""

    __tablename__ = "push_devices"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The SHA-256 of the address: a browser belongs to whoever came in there last."""
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    session: Mapped[str] = mapped_column(String(64), index=True)
    """The digest of the session it was asked for in: it ends with it."""
    endpoint: Mapped[str] = mapped_column(String(1000))
    key: Mapped[bytes] = mapped_column(LargeBinary)
    auth: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[int]
    failures: Mapped[int] = mapped_column(default=0, server_default="0")


class NudgeRow(Model):
    """One thing to tell somebody. The id says what about, so there is one of each."""

    __tablename__ = "nudges"
    __table_args__ = (Index("nudges_due", "done_at", "due_at"),)

    id: Mapped[str] = mapped_column(String(160), primary_key=True)
    person_id: Mapped[str] = mapped_column(String(32), index=True)
    kind: Mapped[str] = mapped_column(String(12))
    link: Mapped[str] = mapped_column(String(200))
    words: Mapped[dict[str, Any]]
    """What its text is filled in with."""
    created_at: Mapped[int]
    due_at: Mapped[int]
    expires_at: Mapped[int]
    """From when on it is of no use any more."""
    held_until: Mapped[int] = mapped_column(default=0, server_default="0")
    """A process is at it until then; if it has died, another takes it up."""
    tries: Mapped[int] = mapped_column(default=0, server_default="0")
    done_at: Mapped[int | None]
    outcome: Mapped[str | None] = mapped_column(String(12))


class DeliveryRow(Model):
    """A claim: a nudge is put on its way to a device, or as a mail. It is written before the first
    byte leaves, and says so once the other side has taken it."""

    __tablename__ = "nudge_deliveries"

    nudge_id: Mapped[str] = mapped_column(String(160), primary_key=True)
    target: Mapped[str] = mapped_column(String(64), primary_key=True)
    at: Mapped[int] = mapped_column(index=True)
    sent_at: Mapped[int | None]
    """When the other side said that it has it; empty if nobody knows."""
    times: Mapped[int] = mapped_column(default=1, server_default="1")
