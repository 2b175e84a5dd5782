"""several processes: owners of tables, processes, seekers of quick matches"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "seekers",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("seats", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("person", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("person_id"),
    )
    op.create_index("ix_seekers_seats", "seekers", ["seats"])
    op.add_column("tables", sa.Column("owner", sa.String(length=32), nullable=True))
    op.add_column("tables", sa.Column("fence", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_index("ix_tables_owner", "tables", ["owner"])


def downgrade() -> None:
    op.drop_index("ix_tables_owner", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("fence")
        batch.drop_column("owner")
    op.drop_table("seekers")
    op.drop_table("processes")
