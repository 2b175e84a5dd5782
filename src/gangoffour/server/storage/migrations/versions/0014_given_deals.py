"""given deals: the daily and challenges, who played them, and what it cost"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("purpose", sa.String(12), nullable=True))
    op.create_table(
        "deal_sets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("label", sa.String(32), nullable=False),
        sa.Column("weights", sa.String(64), nullable=False),
        sa.Column("opens_at", sa.BigInteger(), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("made_by", sa.String(32), nullable=True, index=True),
    )
    op.create_table(
        "deal_attempts",
        sa.Column("set_id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), primary_key=True, index=True),
        sa.Column("number", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), nullable=False, unique=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("browser", sa.String(64), nullable=True, index=True),
    )
    op.create_table(
        "deal_costs",
        sa.Column("match_id", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("decisions", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    for table in ("deal_costs", "deal_attempts", "deal_sets"):
        op.drop_table(table)
    op.drop_column("matches", "purpose")
