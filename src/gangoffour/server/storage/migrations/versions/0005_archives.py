"""archives: old events of a table as one compressed record"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("upto", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "upto"),
    )
    op.add_column(
        "tables", sa.Column("packed", sa.BigInteger(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("packed")
    op.drop_table("archives")
