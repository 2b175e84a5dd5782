"""held back: who did not say what they had promised for a deal, wherever they sat"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "held_back",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "match_id"),
    )
    op.create_index("ix_held_back_at", "held_back", ["at"])


def downgrade() -> None:
    op.drop_table("held_back")
