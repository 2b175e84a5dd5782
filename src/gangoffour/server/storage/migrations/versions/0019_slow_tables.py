"""slow tables: moves planned ahead, and days on which somebody is away"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    person = sa.ForeignKey("people.id")
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), person, primary_key=True, index=True),
        sa.Column("trick", sa.String(40), nullable=False),
        sa.Column("moves", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.String(8), nullable=False),
        sa.Column("cards", sa.String(80), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("begins_at", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("vacations")
    op.drop_table("plans")
