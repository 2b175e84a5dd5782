"""no index of commands: whoever appends an event has seen the ids of all before it"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NAMES = {"uq": "%(table_name)s_%(column_0_name)s_%(column_1_name)s_key"}
"""As PostgreSQL names the constraint by itself; SQLite has no name for it."""


def upgrade() -> None:
    with op.batch_alter_table("events", naming_convention=NAMES) as batch:
        batch.drop_constraint("events_table_id_command_id_key", type_="unique")


def downgrade() -> None:
    with op.batch_alter_table("events", naming_convention=NAMES) as batch:
        batch.create_unique_constraint("events_table_id_command_id_key", ["table_id", "command_id"])
