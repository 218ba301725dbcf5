"""Run by Alembic: applies migrations on the connection that it is given, in its transaction."""

from alembic import context

from kesher.adapters.sql.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
