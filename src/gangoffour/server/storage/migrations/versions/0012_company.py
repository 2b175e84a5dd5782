"""company: the faces that people choose, and which matches the lobby may show"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("avatar", sa.String(20), nullable=False, server_default=""))
    op.add_column(
        "matches", sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("matches_shown", "matches", ["shown", "ended_at"])


def downgrade() -> None:
    op.drop_index("matches_shown", "matches")
    op.drop_column("matches", "shown")
    op.drop_column("people", "avatar")
