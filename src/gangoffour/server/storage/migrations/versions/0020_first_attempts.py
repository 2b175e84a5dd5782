"""first attempts: of one browser one attempt at a set of deals counts, wherever it is asked for"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

LATER = """
UPDATE deal_attempts SET counts = false
WHERE counts AND browser IS NOT NULL AND EXISTS (
    SELECT 1 FROM deal_attempts AS earlier
    WHERE earlier.set_id = deal_attempts.set_id
    AND earlier.browser = deal_attempts.browser
    AND earlier.counts
    AND (earlier.begun_at, earlier.table_id) < (deal_attempts.begun_at, deal_attempts.table_id)
)
"""
"""Where two counted, because two servers were asked at once, the earlier one does."""


def upgrade() -> None:
    op.execute(LATER)
    op.create_index(
        "ix_deal_attempts_first",
        "deal_attempts",
        ["set_id", "browser"],
        unique=True,
        sqlite_where=sa.text("counts"),
        postgresql_where=sa.text("counts"),
    )


def downgrade() -> None:
    op.drop_index("ix_deal_attempts_first", "deal_attempts")
