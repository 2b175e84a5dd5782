"""never seated with: whom somebody does not want to sit with; and a tally of deals"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "avoids",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("avoided_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "avoided_id"),
    )
    op.create_index("ix_avoids_avoided_id", "avoids", ["avoided_id"])
    op.create_table(
        "deal_tally",
        sa.Column("what", sa.String(12), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("what", "value"),
    )
    op.add_column(
        "matches", sa.Column("counted", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("matches_counted", "matches", ["counted", "ended_at"])


def downgrade() -> None:
    op.drop_index("matches_counted", "matches")
    op.drop_column("matches", "counted")
    op.drop_table("deal_tally")
    op.drop_table("avoids")
