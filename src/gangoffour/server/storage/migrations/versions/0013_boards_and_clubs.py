"""boards with threads and posts, clubs with members and tables, reports about posts"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _boards()
    _clubs()
    op.add_column("reports", sa.Column("post_id", sa.String(32), nullable=True))


def _boards() -> None:
    op.create_table(
        "threads",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("author_id", sa.String(32), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("bumped_at", sa.BigInteger(), nullable=False),
        sa.Column("posts", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("pinned", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("threads_of_board", "threads", ["board", "bumped_at"])
    op.create_index("ix_threads_author_id", "threads", ["author_id"])
    op.create_table(
        "posts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("thread_id", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.String(32), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("edited_at", sa.BigInteger(), nullable=True),
        sa.Column("hidden_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("posts_of_thread", "posts", ["thread_id", "number"], unique=True)
    op.create_index("posts_of_author", "posts", ["author_id", "created_at"])
    op.create_index("ix_posts_created_at", "posts", ["created_at"])
    op.create_table(
        "follows",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("thread_id", sa.String(32), nullable=False),
        sa.Column("read", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"]),
        sa.PrimaryKeyConstraint("person_id", "thread_id"),
    )
    op.create_index("ix_follows_thread_id", "follows", ["thread_id"])


def _clubs() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_look", sa.String(400), nullable=False),
        sa.Column("about", sa.String(500), nullable=False),
        sa.Column("entry", sa.String(8), nullable=False),
        sa.Column("open_board", sa.Boolean(), nullable=False),
        sa.Column("link", sa.String(24), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name_look"),
    )
    op.create_table(
        "club_members",
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"]),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.PrimaryKeyConstraint("club_id", "person_id"),
    )
    op.create_index("ix_club_members_person_id", "club_members", ["person_id"])
    op.create_table(
        "club_tables",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"]),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("tables_of_club", "club_tables", ["club_id", "opened_at"])


def downgrade() -> None:
    op.drop_column("reports", "post_id")
    for table in ("club_tables", "club_members", "clubs", "follows", "posts", "threads"):
        op.drop_table(table)
