"""score pads"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pads",
        sa.Column("code", sa.String(length=12), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    with op.batch_alter_table("pads", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pads_changed_at"), ["changed_at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("pads", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pads_changed_at"))
    op.drop_table("pads")
