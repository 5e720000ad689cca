"""The address of the database, read with care: it may hold a password."""

import re

from psycopg import ProgrammingError
from psycopg.abc import ConnDict
from psycopg.conninfo import conninfo_to_dict

from echoes.core.errors import BadSetting
from echoes.storage.settings import StorageSettings

SCHEMA = "echoes"
"""The schema of all tables, which is looked at before `public`, where pgvector may be."""

_PLACE = re.compile(r"[\w.,:/-]*\n[\d,]*\n[^@]*")
_FORM = "postgresql://USER:PASSWORD@HOST:5432/DATABASE"


def connection_parameters(settings: StorageSettings) -> ConnDict:
    """Return the parameters of libpq, from the settings; whatever the address says itself comes first.

    Raises:
        BadSetting: there is no address, or it can't be read.
    """
    url = settings.url.get_secret_value() if settings.url else ""
    if not url:
        raise BadSetting(
            "storage.backend is 'postgres', and storage.url is not set",
            f"Set ECHOES__STORAGE__URL to {_FORM}.",
        )
    try:
        given: ConnDict = conninfo_to_dict(url)
    except ProgrammingError:  # its words may repeat the password
        raise _unreadable() from None
    # A password with a raw "@" or "/" would be read, and then shown, as a part of the place.
    if not _PLACE.fullmatch("\n".join(str(given.get(part) or "") for part in ("host", "port", "dbname"))):
        raise _unreadable()
    wait_ms = round(settings.timeout_s * 1000)
    options = {
        "search_path": f"{SCHEMA},public",
        "statement_timeout": wait_ms,
        "lock_timeout": wait_ms,
        "client_min_messages": "warning",
    }
    ours = " ".join(f"-c {name}={value}" for name, value in options.items())
    return {
        "connect_timeout": max(2, round(settings.timeout_s)),
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": wait_ms,
        "application_name": "echoes",
        **given,
        "client_encoding": "UTF8",
        "options": f"{ours} {given.get('options') or ''}".strip(),
    }


def _unreadable() -> BadSetting:
    return BadSetting(
        "storage.url can't be read",
        f"Write {_FORM}; special characters of the password as %40 for @, %2F for /, and so on.",
    )


def shown_address(parameters: ConnDict) -> str:
    """Return a database's name and host, without its user and password."""
    host, port = parameters.get("host") or "this machine", parameters.get("port")
    place = f"{host}:{port}" if port else host
    return f"'{parameters.get('dbname') or parameters.get('user') or 'postgres'}' at {place}"
