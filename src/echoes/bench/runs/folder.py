"""A run on disk: its plan, and a line for each finished job.

`run.json` holds the plan: settings, versions, hashes of all contents, seeds. `rows.jsonl` holds the rows, one
a line under its key, each written through to the disk. A run that was killed goes on from there: a job that
has a line is not done again, and a torn line counts as not written. All figures are computed from these two
files.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

from filelock import FileLock, Timeout
from pydantic import TypeAdapter, ValidationError

from echoes.bench.runs.plan import RunPlan
from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files.writing import atomic_write

FORMAT = 1
_OUR_FILES = (".lock", ".run.json.")
"""Beginnings of the names of files that a killed start may leave in a folder without a plan."""
VOLATILE_KEYS = ("machine", "prices")
"""Keys of a plan that may differ when a run goes on."""


RowT = TypeVar("RowT")


class Rows(Protocol[RowT]):
    """The rows of a run by their keys; more are added as jobs are done."""

    @property
    def rows(self) -> Mapping[str, RowT]:
        """The rows so far, by key."""
        ...

    def add(self, key: str, row: RowT) -> None:
        """Keep a row."""
        ...


class RunFolder(Generic[RowT]):
    """One run.

    Args:
        folder: is made when it is missing.
        plan: the content of `run.json`; for a run that goes on it must be the same as before.
        form: of its rows.
    Raises:
        BadInput: the folder holds another run, or another process is at it.
        StorageFailed: it can't be written.
    """

    def __init__(self, folder: Path, plan: Mapping[str, object], form: TypeAdapter[RowT]) -> None:
        self.folder = folder
        self._form = form
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # transcripts hold what is secret
            self._lock = FileLock(folder / ".lock")
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadInput(f"another process is at the run in {folder}", "Wait for it.") from None
        except OSError as error:
            raise _unwritable(folder, error) from None
        try:
            self._begin(cast("RunPlan", {**plan}))
        except OSError as error:
            self._lock.release()
            raise _unwritable(folder, error) from None
        except BaseException:
            self._lock.release()
            raise

    def _begin(self, plan: RunPlan) -> None:
        path = self.folder / "run.json"
        require_free(self.folder)
        if path.exists():
            self.plan = read_plan(self.folder)
            if different := _difference(self.plan, plan):
                raise BadInput(
                    f"{self.folder} holds another run ('{different}' differs)", "Name another --out."
                )
        else:
            self.plan = plan
            atomic_write(path, json.dumps(plan, ensure_ascii=False, indent=1))
        self._rows = read_rows(self.folder, self._form)
        rows = self.folder / "rows.jsonl"
        if rows.exists():  # a torn end gives way before anything is written behind it
            whole = rows.read_bytes().rpartition(b"\n")
            if whole[2]:
                atomic_write(rows, (whole[0] + whole[1]).decode("utf-8"))

    @property
    def rows(self) -> Mapping[str, RowT]:
        """The rows by their keys; of a job that was done once more the latest."""
        return self._rows

    def add(self, key: str, row: RowT) -> None:
        """Keep one row; it is on the disk when this returns.

        Args:
            key: of its job in this run.
            row: the row.
        Raises:
            StorageFailed: it could not be written.
        """
        line = json.dumps({"key": key, **self._form.dump_python(row, mode="json")}, ensure_ascii=False) + "\n"
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
            atomic_write(self.folder / name, text)
        except OSError as error:
            raise _unwritable(self.folder, error) from None

    def close(self) -> None:
        """Release the folder for other processes."""
        self._lock.release()

    def __enter__(self) -> "RunFolder[RowT]":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def require_free(folder: Path) -> None:
    """Check that a folder holds a run, or nothing yet.

    Raises:
        BadInput: it holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file", "Name a folder with --out.")
    others = (
        [one for one in folder.iterdir() if not one.name.startswith(_OUR_FILES)] if folder.exists() else []
    )
    if others and not (folder / "run.json").exists():
        raise BadInput(f"{folder} holds something that is no run", "Name another --out.")


def read_plan(folder: Path) -> RunPlan:
    """Read the plan of a run.

    Raises:
        BadInput: the folder holds no run.
    """
    try:
        plan: Any = json.loads((folder / "run.json").read_text("utf-8"))
        if plan["format"] != FORMAT:
            raise ValueError(f"its form is {plan['format']}, known is {FORMAT}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{folder} holds no run that can be read ({reason})", "Name a run's folder.") from None
    return cast("RunPlan", plan)


def read_rows(folder: Path, form: TypeAdapter[RowT]) -> dict[str, RowT]:
    """Read the rows of a run, of each key the latest; a torn end is left out.

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


def _first_flaw(error: ValidationError) -> str:
    flaw = error.errors()[0]
    return f"{'.'.join(map(str, flaw['loc']))}: {flaw['msg']}"


def _difference(before: RunPlan, now: RunPlan) -> str:
    keys: Sequence[str] = [*dict.fromkeys([*before, *now])]
    planned = json.loads(json.dumps(now))
    return next((key for key in keys if key not in VOLATILE_KEYS and before.get(key) != planned.get(key)), "")


def _unwritable(folder: Path, error: OSError) -> StorageFailed:
    return StorageFailed(
        f"{folder} can't be written ({error.strerror})", "Fix that and start again: finished work is kept."
    )
