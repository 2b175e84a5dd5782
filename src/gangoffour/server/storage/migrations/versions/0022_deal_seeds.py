"""deal seeds: open sets of deals are found by what they are dealt from, and know their match"""

import hmac
from hashlib import sha256
from time import time

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

ROUNDS = 5
MATCH = "match:"


def upgrade() -> None:
    op.add_column("deal_sets", sa.Column("match_id", sa.String(40), nullable=True))
    op.create_table(
        "deal_seeds",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("set_id", sa.String(32), primary_key=True, index=True),
    )
    _note_open_sets()


def _note_open_sets() -> None:
    """Of sets that are open now as of those to come."""
    connection = op.get_bind()
    sets = sa.table("deal_sets", *map(sa.column, ("id", "secret", "label", "closes_at")))
    seeds = sa.table("deal_seeds", *map(sa.column, ("mark", "set_id")))
    found = sa.select(sets).where(sets.c.closes_at > int(time() * 1000))
    rows = [
        {"mark": sha256(_seed(secret, label, number).encode()).hexdigest(), "set_id": key}
        for key, secret, label, _ in connection.execute(found).all()
        for number in range(1, ROUNDS + 1)
    ]
    if rows:
        connection.execute(sa.insert(seeds), rows)


def _seed(secret: str, label: str, number: int) -> str:
    """What a round was dealt from when this was written."""
    if label.startswith(MATCH):
        return f"gangoffour/deal/{number}/{label[len(MATCH) + number - 1]}/{secret}"
    text = f"gangoffour/deals/{label}/{number}"
    return hmac.new(secret.encode(), text.encode(), "sha256").hexdigest()


def downgrade() -> None:
    op.drop_table("deal_seeds")
    op.drop_column("deal_sets", "match_id")
