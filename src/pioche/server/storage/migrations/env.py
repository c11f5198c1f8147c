"""Alembic runs this with an open connection; see `store.migrate`."""

from alembic import context

from pioche.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
