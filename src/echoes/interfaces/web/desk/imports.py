"""Imports at the desk: read first, and taken in when the author says so, a piece at a time."""

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.ingest import Ingested, Withheld, ingest_each, open_import
from echoes.games.scenario import FileMapping, ImportOptions

_MOST = 8
_PIECE_S = 0.4


@dataclass
class DeskImport:
    """An import under way; it goes on only while its author asks for more.

    Attributes:
        paths: of the files.
        mappings: how each was read.
        count: the number of records.
        statuses: how many results there are of each status.
        kept: ids and languages of those that were kept as drafts.
    """

    game: str
    paths: Sequence[Path]
    options: ImportOptions
    dry_run: bool
    mappings: Sequence[FileMapping]
    count: int
    results: AsyncGenerator[Ingested]
    statuses: Counter[str] = field(default_factory=Counter[str])
    kept: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def go_on(self) -> list[Ingested]:
        """Handle records for a moment, and return their results; none when it is over."""
        async with self.lock:
            until = time.monotonic() + _PIECE_S
            found: list[Ingested] = []
            async for result in self.results:
                self.statuses[result.status] += 1
                if result.status == "draft" and result.puzzle_id and result.language:
                    self.kept.append((result.puzzle_id, result.language))
                found.append(result)
                if time.monotonic() > until:
                    break
            return found


class DeskImports:
    """The imports of all authors, the latest few.

    Args:
        engine: whose scenarios grow.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self._open: OrderedDict[str, DeskImport] = OrderedDict()

    async def begin(
        self, game: str, paths: Sequence[Path], options: ImportOptions, dry_run: bool, withheld: Withheld
    ) -> tuple[str, DeskImport]:
        """Read files, and return the name of the import with it.

        Args:
            game: the game type that reads them.
            paths: of the files.
            options: how they are read.
            dry_run: whether they are only checked.
            withheld: why a scenario is kept as a draft.
        Raises:
            BadInput: an option does not fit.
        """
        batch = await asyncio.to_thread(open_import, self._engine, paths, game, options, True)
        results = ingest_each(self._engine, batch, game, dry_run, options.replace, withheld)
        name = secrets.token_urlsafe(9)
        self._open[name] = DeskImport(game, paths, options, dry_run, batch.mappings, batch.count, results)
        while len(self._open) > _MOST:
            self._open.popitem(last=False)
        return name, self._open[name]

    def get(self, name: str) -> DeskImport:
        """Return an import.

        Raises:
            BadInput: there is none of this name any more.
        """
        if name not in self._open:
            raise BadInput(
                "that import is no longer here",
                "Drop the file again.",
                zh="那次导入已经不在了。请重新拖入文件。",
            )
        return self._open[name]
