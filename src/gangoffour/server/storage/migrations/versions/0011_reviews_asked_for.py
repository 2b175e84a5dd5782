"""reviews that were asked for survive the process that was at them"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reviews", sa.Column("claimed_by", sa.String(32), nullable=True))
    tries = sa.Column("tries", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("reviews", tries)


def downgrade() -> None:
    for name in ("tries", "claimed_by"):
        op.drop_column("reviews", name)
