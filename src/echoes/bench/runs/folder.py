"""A run on disk: what was planned, and a line for everything that was finished.

`run.json` holds the plan: settings, versions, hashes of all contents, seeds. `rows.jsonl` holds what came
out, a line each under its key, written through to the disk. A run that was killed goes on from there: what
has a line is not done again, and a line that was torn counts as not written. All figures are computed from
these two.
"""

import hashlib
import json
import os
import platform
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

from filelock import FileLock, Timeout
from pydantic import TypeAdapter, ValidationError

from echoes import __version__
from echoes.config import Config
from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files import write_whole
from echoes.core.roles import Role
from echoes.games.situation_puzzle.referees.base import REFEREES
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import shown_url

FORMAT = 1
_OURS = (".lock", ".run.json.")
"""What may lie in a folder before its plan does: a killed start leaves no more."""
_NEWS = ("machine", "prices")
"""What of a plan may differ when a run goes on."""


RowT = TypeVar("RowT")


class Rows(Protocol[RowT]):
    """What is finished of some work, by its key; more is added as it is done."""

    @property
    def rows(self) -> Mapping[str, RowT]: ...

    def add(self, key: str, row: RowT) -> None: ...


class RunFolder(Generic[RowT]):
    """One run.

    Args:
        folder: where it is kept; made when missing.
        plan: what is to be done; for a run that goes on it must be the same as before.
        form: of its rows.
    Raises:
        BadInput: the folder holds another run, or another process is at it.
        StorageFailed: it can't be written.
    """

    def __init__(self, folder: Path, plan: Mapping[str, Any], form: TypeAdapter[RowT]) -> None:
        self.folder = folder
        self._form = form
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / ".lock")
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadInput(f"another process is at the run in {folder}", "Wait for it.") from None
        except OSError as error:
            raise _unwritable(folder, error) from None
        try:
            self._begin(dict(plan))
        except OSError as error:
            self._lock.release()
            raise _unwritable(folder, error) from None
        except BaseException:
            self._lock.release()
            raise

    def _begin(self, plan: dict[str, Any]) -> None:
        path = self.folder / "run.json"
        must_be_free(self.folder)
        if path.exists():
            self.plan = read_plan(self.folder)
            if different := _difference(self.plan, plan):
                raise BadInput(
                    f"{self.folder} holds another run ('{different}' differs)", "Name another --out."
                )
        else:
            self.plan = plan
            write_whole(path, json.dumps(plan, ensure_ascii=False, indent=1))
        self._rows = read_rows(self.folder, self._form)
        rows = self.folder / "rows.jsonl"
        if rows.exists():  # a torn end gives way before anything is written behind it
            whole = rows.read_bytes().rpartition(b"\n")
            if whole[2]:
                write_whole(rows, (whole[0] + whole[1]).decode("utf-8"))

    @property
    def rows(self) -> Mapping[str, RowT]:
        """What is finished, by its key; of what was done once more the latest."""
        return self._rows

    def add(self, key: str, row: RowT) -> None:
        """Keep one finished thing; it is on the disk when this returns.

        Args:
            key: names it in this run.
            row: what came out.
        Raises:
            StorageFailed: it could not be written.
        """
        line = json.dumps({"key": key, **as_json(self._form, row)}, ensure_ascii=False) + "\n"
        path = self.folder / "rows.jsonl"
        size = path.stat().st_size if path.exists() else 0
        try:
            with path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):  # half a line would spoil the next
                os.truncate(path, size)
            raise _unwritable(self.folder, error) from None
        self._rows[key] = row

    def write(self, name: str, text: str) -> None:
        """Keep a file beside the rows.

        Raises:
            StorageFailed: it could not be written.
        """
        try:
            write_whole(self.folder / name, text)
        except OSError as error:
            raise _unwritable(self.folder, error) from None

    def close(self) -> None:
        """Let another process have it."""
        self._lock.release()

    def __enter__(self) -> "RunFolder[RowT]":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def must_be_free(folder: Path) -> None:
    """See that a folder holds a run, or nothing yet.

    Raises:
        BadInput: it holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file", "Name a folder with --out.")
    others = [one for one in folder.iterdir() if not one.name.startswith(_OURS)] if folder.exists() else []
    if others and not (folder / "run.json").exists():
        raise BadInput(f"{folder} holds something that is no run", "Name another --out.")


def read_plan(folder: Path) -> dict[str, Any]:
    """The plan of a run.

    Raises:
        BadInput: the folder holds no run.
    """
    try:
        plan: Any = json.loads((folder / "run.json").read_text("utf-8"))
        if plan["format"] != FORMAT:
            raise ValueError(f"its form is {plan['format']}, known is {FORMAT}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{folder} holds no run that can be read ({error})", "Name a run's folder.") from None
    return cast("dict[str, Any]", plan)


def read_rows(folder: Path, form: TypeAdapter[RowT]) -> dict[str, RowT]:
    """The rows of a run, each key once, the latest; a torn end is left out.

    Args:
        folder: of the run.
        form: of its rows.
    Raises:
        BadInput: a line in the middle is damaged.
    """
    path = folder / "rows.jsonl"
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    rows: dict[str, RowT] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row: dict[str, Any] = json.loads(line)
            rows[str(row.pop("key"))] = form.validate_python(row)
        except (ValidationError, ValueError, KeyError, TypeError, AttributeError) as error:
            what = f" ({_first_flaw(error)})" if isinstance(error, ValidationError) else ""
            raise BadInput(
                f"{path}, line {number}: is damaged{what}", "Remove that line; it is done anew."
            ) from None
    return rows


def as_json(form: TypeAdapter[RowT], row: RowT) -> dict[str, Any]:
    """A row as it is kept."""
    return form.dump_python(row, mode="json")


def _first_flaw(error: ValidationError) -> str:
    flaw = error.errors()[0]
    return f"{'.'.join(map(str, flaw['loc']))}: {flaw['msg']}"


def versions(config: Config, referees: Sequence[str]) -> dict[str, Any]:
    """What a run hangs on beside its own arguments; no key is in it.

    Args:
        config: as it is resolved.
        referees: the names of those that rule.
    """
    agents = json.dumps(config.agents, sort_keys=True, ensure_ascii=False)
    return {
        "format": FORMAT,
        "echoes": __version__,
        "machine": {
            "python": platform.python_version(),
            "system": platform.system(),
            "packages": {name: version(name) for name in _PACKAGES},
        },
        "models": {role.value: _model(config, role) for role in (Role.REFEREE, Role.PLAYER)},
        "embedder": ModelProviderRegistry(config.models).embeddings().id,
        "rag": config.rag.model_dump(mode="json"),
        "play": config.play.model_dump(mode="json", exclude={"default_puzzle", "referee"}),
        "agents": hashlib.sha256(agents.encode()).hexdigest()[:16],
        "settings": {game: _without_phrases(found) for game, found in config.agents.items()},
        "referee_prompts": {name: REFEREES.load(name).prompt_version for name in referees},
    }


_PACKAGES = ("langgraph", "langchain-core", "langchain-openai", "onnxruntime", "pydantic")


def _model(config: Config, role: Role) -> dict[str, Any]:
    own = config.models.of(role.value)
    kept = ("temperature", "max_output_tokens", "structured")
    named = {"provider": own.provider, "url": shown_url(own), "model": own.llm_model_name}
    return {**named, **{name: getattr(own, name) for name in kept}}


def _without_phrases(settings: Mapping[str, Any]) -> dict[str, Any]:
    """A game's settings; what the referee says is in their hash."""
    return {name: value for name, value in settings.items() if name not in ("phrases", "personas")}


def hash_of(path: Path) -> str:
    """The hash of a file's content, as a plan names it.

    Raises:
        BadInput: it can't be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise BadInput(f"{path} can't be read ({error.strerror})", "Name a file that is there.") from None


def _difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    keys: Sequence[str] = [*dict.fromkeys([*before, *now])]
    told = json.loads(json.dumps(now))
    return next((key for key in keys if key not in _NEWS and before.get(key) != told.get(key)), "")


def _unwritable(folder: Path, error: OSError) -> StorageFailed:
    return StorageFailed(
        f"{folder} can't be written ({error.strerror})", "Mend that and start again: finished work is kept."
    )
