"""never seated with: whom somebody does not want to sit with"""

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


def downgrade() -> None:
    op.drop_table("avoids")
