"""nudges sent: whether the other side has taken a delivery, and how often it was put on its way"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("nudge_deliveries", sa.Column("sent_at", sa.BigInteger(), nullable=True))
    times = sa.Column("times", sa.BigInteger(), nullable=False, server_default="1")
    op.add_column("nudge_deliveries", times)


def downgrade() -> None:
    op.drop_column("nudge_deliveries", "times")
    op.drop_column("nudge_deliveries", "sent_at")
