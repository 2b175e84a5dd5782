"""nudges: what people want to hear of, their devices, and what is on its way"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "nudge_choices",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kinds", sa.String(80), nullable=False),
        sa.Column("quiet_from", sa.BigInteger(), nullable=True),
        sa.Column("quiet_to", sa.BigInteger(), nullable=True),
        sa.Column("daily_hour", sa.BigInteger(), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("stop", sa.String(64), nullable=False),
        sa.Column("email", sa.String(254), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("code", sa.String(64), nullable=True),
        sa.Column("code_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("person_id"),
    )
    op.create_index("ix_nudge_choices_stop", "nudge_choices", ["stop"], unique=True)
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("auth", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_push_devices_person_id", "push_devices", ["person_id"])
    op.create_index("ix_push_devices_session", "push_devices", ["session"])
    op.create_table(
        "nudges",
        sa.Column("id", sa.String(160), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("link", sa.String(200), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("held_until", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("tries", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(12), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_nudges_person_id", "nudges", ["person_id"])
    op.create_index("nudges_due", "nudges", ["done_at", "due_at"])
    op.create_table(
        "nudge_deliveries",
        sa.Column("nudge_id", sa.String(160), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("nudge_id", "target"),
    )
    op.create_index("ix_nudge_deliveries_at", "nudge_deliveries", ["at"])


def downgrade() -> None:
    for table in ("nudge_deliveries", "nudges", "push_devices", "nudge_choices"):
        op.drop_table(table)
