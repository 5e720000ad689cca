"""`echoes storage`: the place where games are kept, its copies and its backups."""

import asyncio
import dataclasses
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from echoes.app import files_at, open_storage_at
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.operation.archives import add_versions, pack, unpack
from echoes.engine.operation.moving import StorageReport, check_storage, copy_storage
from echoes.engine.sessions.queries import session_ids
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.cli.with_engine import with_engine

app = typer.Typer(no_args_is_help=True, help="Look after the place where games are kept.")


@app.command()
def upgrade() -> None:
    """Make the tables or files, or bring them to this version; they are left alone if they are."""

    async def open_all(engine: GameEngine) -> None:
        session_ids(engine)
        await engine.storage.checkpointer()
        await engine.storage.store()

    with_engine(open_all)
    print(f"The {load_config().storage.backend} storage is ready for this version.")


@app.command()
def check(as_json: JsonOption = False) -> None:
    """Read everything; the exit status is 1 if something is damaged."""
    _say(with_engine(lambda engine: check_storage(engine.storage)), "sound", as_json)


@app.command()
def migrate(
    to: Annotated[
        str,
        typer.Option(
            "--to",
            envvar="ECHOES_STORAGE_TO",
            show_envvar=True,
            help="Where to: postgresql://USER:PASSWORD@HOST/DATABASE, or a folder for files.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Copy all games and memories to another storage, and compare them; go on where it broke off."""
    config = load_config()

    async def copy(engine: GameEngine) -> StorageReport:
        target = open_storage_at(config, to)
        try:
            report = await copy_storage(engine.storage, target, notice, overwrite=True)
        finally:
            await target.aclose()
        add_versions(config.paths.game_storage, files_at(config, to))
        return report

    _say(with_engine(copy), "the same in both", as_json)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The archive to write (.tar.gz).")], as_json: JsonOption = False
) -> None:
    """Write all games and memories into an archive, whatever the back end."""
    if file.exists():
        raise BadInput(f"{file} is there already", "Name another file.")
    config = load_config()

    async def write(engine: GameEngine) -> StorageReport:
        with TemporaryDirectory() as folder:
            target = open_storage_at(config, folder)
            try:
                report = await copy_storage(engine.storage, target, notice, overwrite=True)
            finally:
                await target.aclose()
            await asyncio.to_thread(pack, Path(folder), config.paths.game_storage, file)
            return report

    _say(with_engine(write), f"in {file}", as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="An archive of `echoes storage backup`.")],
    as_json: JsonOption = False,
) -> None:
    """Bring the games and memories of an archive back; what is there already stays as it is."""
    config = load_config()

    async def read(engine: GameEngine) -> StorageReport:
        with TemporaryDirectory() as folder:
            files = await asyncio.to_thread(unpack, file, Path(folder))
            source = open_storage_at(config, str(files))
            try:
                report = await copy_storage(source, engine.storage, notice, overwrite=False)
            finally:
                await source.aclose()
            add_versions(files, config.paths.game_storage)
            return report

    _say(with_engine(read), "of the archive, and here now", as_json)


def _say(report: StorageReport, what: str, as_json: bool) -> None:
    if as_json:
        json_line(dataclasses.asdict(report))
    else:
        for line in report.damaged:
            print(f"damaged: {line}")
        for line in report.conflicts:
            print(f"left out: {line}")
        for line in report.torn:
            print(f"torn: {line}")
        counted = (("session", report.sessions), ("event", report.entries), ("document", report.documents))
        said = ", ".join(pluralize(number, word) for word, number in counted)
        bad = len(report.damaged) + len(report.conflicts)
        but = f" {pluralize(bad, 'session')} not, as said above." if bad else ""
        print(f"{said}: {what}.{but}" + (f" Copied now: {report.copied}." if report.copied else ""))
    if report.damaged or report.conflicts:
        raise typer.Exit(1)
