"""Decisions of an author that are not in the puzzle yet: each is on disk as soon as it is taken."""

import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from echoes.core.errors import StorageFailed
from echoes.core.files.writing import private_folder, private_opener
from echoes.games.author_forms import Decision


class KeptDecisions:
    """A file of decisions, one a line; a line that broke off is none.

    Args:
        path: of the file.
        content_hash: of the version that is decided on; what was decided on another one does not count, for
            the same name may stand for another part there.
    """

    def __init__(self, path: Path, content_hash: str) -> None:
        self._path, self._hash = path, content_hash

    def read(self, names: Collection[str]) -> list[Decision]:
        """Return the decisions that were not undone, as far as it still waits.

        Args:
            names: of all that waits.
        """
        try:
            lines = self._path.read_text("utf-8").split("\n")
        except OSError:
            return []
        found: list[tuple[str, Decision]] = []
        for line in lines:
            with suppress(ValueError, TypeError, KeyError, IndexError):
                row = json.loads(line)
                if row is None:
                    found.pop()
                else:
                    found.append((row["version"], Decision(row["name"], row["choice"], row["links"])))
        ours = (one for version, one in found if version == self._hash)
        return list({one.name: one for one in ours if one.name in names}.values())

    def add(self, decision: Decision | None) -> None:
        """Keep a decision; None takes the last one back.

        Raises:
            StorageFailed: the file can't be written.
        """
        links = decision and decision.links
        row = decision and {
            "version": self._hash,
            "name": decision.name,
            "choice": decision.choice,
            "links": None if links is None else [*links],
        }
        try:
            private_folder(self._path.parent)
            with open(self._path, "a", encoding="utf-8", opener=private_opener) as file:
                file.write(f"\n{json.dumps(row, ensure_ascii=False)}\n")
        except OSError as error:
            raise StorageFailed(f"{self._path} can't be written ({error.strerror})", "Free space.") from error

    def clear(self) -> None:
        """Forget them: they are in the puzzle."""
        self._path.unlink(missing_ok=True)
