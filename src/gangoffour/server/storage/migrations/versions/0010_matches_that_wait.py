"""matches that wait: how far they are; what bots played in a person's name is taken from profiles

A match of one person among bots that a bot finished is void for that person: no win, not "left",
and the karma it cost is given back. At other tables what a stand-in won is nobody's win. Ratings
stay: what they would have been is not in the records.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ALONE = """(SELECT match_id FROM players GROUP BY match_id
  HAVING sum(CASE WHEN bot IS NULL THEN 1 ELSE 0 END) = 1)"""


def upgrade() -> None:
    for column in (
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("round", sa.BigInteger(), nullable=True),
        sa.Column("totals", sa.String(40), nullable=True),
    ):
        op.add_column("matches", column)
    op.execute(
        f"""UPDATE people SET karma = (SELECT CASE WHEN people.karma - sum(p.karma) > 100 THEN 100
            ELSE people.karma - sum(p.karma) END FROM players p
            WHERE p.person_id = people.id AND p.karma < 0 AND p.match_id IN {ALONE})
        WHERE id IN (SELECT p.person_id FROM players p
            WHERE p.karma < 0 AND p.match_id IN {ALONE})"""
    )
    op.execute(
        f"""UPDATE players SET karma = 0, won = false, finished = NULL
        WHERE bot IS NULL AND finished = false AND match_id IN {ALONE}"""
    )
    op.execute("UPDATE players SET won = false WHERE bot IS NULL AND finished = false AND won")


def downgrade() -> None:
    for name in ("totals", "round", "due_at"):
        op.drop_column("matches", name)
