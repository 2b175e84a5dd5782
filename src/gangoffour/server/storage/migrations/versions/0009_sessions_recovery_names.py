"""sessions with their device, recovery codes, bans that end, looks of names, no invisible names"""

import re
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""As names are cleaned since then (Unicode's default-ignorable characters, and blanks)."""


def upgrade() -> None:
    for column in (
        sa.Column("name_look", sa.String(length=200), nullable=True),
        sa.Column("banned_until", sa.BigInteger(), nullable=True),
        sa.Column("sessions_ended_at", sa.BigInteger(), nullable=True),
    ):
        op.add_column("people", column)
    op.create_index("ix_people_name_look", "people", ["name_look"], unique=True)
    op.create_index("ix_people_sessions_ended_at", "people", ["sessions_ended_at"], unique=False)
    op.add_column("sessions", sa.Column("seen_at", sa.BigInteger(), nullable=True))
    op.add_column("sessions", sa.Column("device", sa.String(length=40), nullable=True))
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_recovery_codes_person_id", "recovery_codes", ["person_id"], unique=False)
    op.create_table(
        "network_bans",
        sa.Column("mark", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark"),
    )
    op.create_index("ix_network_bans_person_id", "network_bans", ["person_id"], unique=False)
    op.create_index("ix_network_bans_until", "network_bans", ["until"], unique=False)
    _show_names()


def _show_names() -> None:
    """Take what cannot be seen out of names; who has none left, or somebody else's, gets a new one.

    An account's key follows its name where it is free; else a part of its id stands behind both.
    """
    connection = op.get_bind()
    people = sa.table("people", *map(sa.column, ("id", "name", "name_key")))
    players = sa.table("players", *map(sa.column, ("person_id", "name")))
    for person, name, key in connection.execute(sa.select(people)).all():
        shown = " ".join(INVISIBLE.sub("", name).split())
        if shown == name:
            continue
        shown = shown if any(one.isalnum() for one in shown) and len(shown) > 1 else "Player"
        new: dict[str, Any] = {"name": shown}
        if key is not None:
            new["name_key"] = INVISIBLE.sub("", key)
            others = people.c.name_key == new["name_key"], people.c.id != person
            taken = connection.execute(sa.select(people.c.id).where(*others)).first()
            if taken is not None or not new["name_key"]:
                tail = person[:6].lower()
                new = {"name": f"{shown[:13]} {tail}", "name_key": f"{new['name_key']}{tail}"}
        connection.execute(sa.update(people).where(people.c.id == person).values(**new))
        mine = players.c.person_id == person
        connection.execute(sa.update(players).where(mine).values(name=new["name"]))


def downgrade() -> None:
    op.drop_table("network_bans")
    op.drop_table("recovery_codes")
    with op.batch_alter_table("sessions") as batch:
        batch.drop_column("device")
        batch.drop_column("seen_at")
    op.drop_index("ix_people_sessions_ended_at", "people")
    op.drop_index("ix_people_name_look", "people")
    with op.batch_alter_table("people") as batch:
        batch.drop_column("sessions_ended_at")
        batch.drop_column("banned_until")
        batch.drop_column("name_look")
