"""The `postgres` back end: log, checkpoints, store, counters and locks in one PostgreSQL database."""

from importlib.util import find_spec

from echoes.core.errors import BadSetting
from echoes.core.extras import how_to_install

if any(find_spec(name) is None for name in ("psycopg", "psycopg_pool", "langgraph.checkpoint.postgres")):
    raise BadSetting(
        "the postgres back end needs packages that are not installed", how_to_install("postgres")
    )
