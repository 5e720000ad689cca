"""Failures of the database in one line, with the remedy; without the password and the server's words."""

import psycopg
from psycopg import errors

from echoes.core.errors import StorageFailed

_SET_URL = "Fix ECHOES__STORAGE__URL."
_BY_CLASS: tuple[tuple[tuple[type[psycopg.Error], ...], str, str], ...] = (
    (
        (errors.InvalidPassword, errors.InvalidAuthorizationSpecification),
        "refused the user or the password",
        _SET_URL,
    ),
    ((errors.InvalidCatalogName,), "has no database of that name", "Make it with createdb, or fix the URL."),
    (
        (errors.ReadOnlySqlTransaction,),
        "is read-only",
        "Point storage.url at the primary server, or make the database writable.",
    ),
    ((errors.DiskFull, errors.OutOfMemory), "is full", "Free space on the server."),
    (
        (errors.TooManyConnections,),
        "has no connection left",
        "Raise its max_connections, or lower storage.pool_size or the number of workers.",
    ),
    (
        (errors.InsufficientPrivilege,),
        "denies this user what echoes needs",
        "Grant the rights that the guide lists, or run `echoes storage upgrade` as the owner.",
    ),
    (
        (errors.UndefinedTable, errors.UndefinedColumn, errors.InvalidSchemaName),
        "lacks tables of echoes",
        "Run `echoes storage upgrade` as a user who may make tables.",
    ),
    (
        (errors.CannotConnectNow, errors.AdminShutdown, errors.CrashShutdown),
        "is starting or stopping",
        "Send the message again in a moment.",
    ),
    ((errors.QueryCanceled, errors.LockNotAvailable), "takes too long to answer", "Look at its load."),
    (
        (errors.DuplicateTable, errors.DuplicateObject),
        "has tables of these names that this version can't take over",
        "Give echoes a database of its own, or `echoes storage restore` a backup into an empty one.",
    ),
)
_BY_WORDS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("too many", "remaining connection slots", "no more connections"), *_BY_CLASS[4][1:]),
    (("password authentication failed", "no password supplied"), *_BY_CLASS[0][1:]),
    (("pg_hba.conf", 'role "'), "does not let this user in", "Allow it in pg_hba.conf, or fix the URL."),
    (('database "',), *_BY_CLASS[1][1:]),
    (("starting up", "shutting down", "recovery mode"), *_BY_CLASS[7][1:]),
    (
        ("certificate", "ssl", "tls"),
        "offers no TLS connection that can be trusted",
        "Fix sslmode, sslrootcert or the server's certificate.",
    ),
    (
        ("couldn't get a connection",),
        "lends no connection in time",
        "See whether it is up; raise storage.pool_size if it happens often.",
    ),
    (("timeout", "timed out"), "does not answer", "See whether it hangs, and whether the address is right."),
    (
        ("could not translate", "failed to resolve", "name or service not known", "no such file"),
        "is not at the address in storage.url",
        _SET_URL,
    ),
    (("refused", "unreachable", "no route"), "can't be reached", "Start it, or fix storage.url."),
    (("closed", "lost", "terminat", "reset", "broken"), "broke the connection", "Send the message again."),
)
_PASSING = (errors.CannotConnectNow, errors.AdminShutdown, errors.CrashShutdown)


def database_failure(error: BaseException, where: str) -> StorageFailed:
    """Return the error for what the database, or the way there, refused.

    Args:
        error: psycopg's.
        where: the database by its name, without user and password.
    """
    problem, remedy = _explained(error)
    return StorageFailed(f"the database {where} {problem}", remedy)


def _explained(error: BaseException) -> tuple[str, str]:
    for classes, problem, remedy in _BY_CLASS:
        if isinstance(error, classes):
            return problem, remedy
    words = str(error).lower()
    for signs, problem, remedy in _BY_WORDS:
        if any(sign in words for sign in signs):
            return problem, remedy
    code = getattr(error, "sqlstate", None) or type(error).__name__
    return f"can't be used ({code})", "See the server's log."


def broke_off(error: BaseException) -> bool:
    """Return whether a connection broke, and may be opened anew; a statement may have taken effect.

    A time-out is none: whoever was kept waiting by a server that hangs does not try again.
    """
    if isinstance(error, _PASSING):
        return True
    if isinstance(error, errors.ConnectionTimeout):
        return False
    return isinstance(error, psycopg.OperationalError) and not error.sqlstate
