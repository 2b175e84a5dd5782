"""where accounts come from, as keyed hashes"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "addresses",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("mark", sa.String(length=32), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.PrimaryKeyConstraint("person_id", "mark"),
    )
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_addresses_mark"), ["mark"], unique=False)
        batch_op.create_index(batch_op.f("ix_addresses_seen_at"), ["seen_at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_addresses_seen_at"))
        batch_op.drop_index(batch_op.f("ix_addresses_mark"))
    op.drop_table("addresses")
    op.drop_table("keys")
