"""Alembic's entry: migrate over the connection it is given."""

from alembic import context

from gangoffour.server.storage.models import Model

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Model.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
