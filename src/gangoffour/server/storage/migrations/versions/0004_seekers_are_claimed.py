"""seekers of quick matches are claimed, and told of their table"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seekers", sa.Column("claimed_at", sa.BigInteger(), nullable=True))
    op.add_column("seekers", sa.Column("table_id", sa.String(length=32), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seekers") as batch:
        batch.drop_column("table_id")
        batch.drop_column("claimed_at")
