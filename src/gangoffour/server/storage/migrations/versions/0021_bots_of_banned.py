"""bots of banned accounts: since they are banned with their owner, so are those from before"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

WITH_THEIR_OWNERS = """
UPDATE people SET
    banned_at = (SELECT banned_at FROM people AS owner WHERE owner.id = people.owner_id),
    ban_reason = (SELECT ban_reason FROM people AS owner WHERE owner.id = people.owner_id),
    banned_until = (SELECT banned_until FROM people AS owner WHERE owner.id = people.owner_id)
WHERE banned_at IS NULL AND EXISTS (
    SELECT 1 FROM people AS owner
    WHERE owner.id = people.owner_id AND owner.banned_at IS NOT NULL
)
"""


def upgrade() -> None:
    op.execute(WITH_THEIR_OWNERS)


def downgrade() -> None:
    """Nobody can tell them from bots that were banned themselves."""
