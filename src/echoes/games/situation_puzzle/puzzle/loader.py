"""Loading of puzzle files, with an error that names file, field and reason."""

from collections.abc import Sequence
from pathlib import Path

from echoes.core.documents import Document
from echoes.games.scenario import FileReport, ImportBatch, ImportOptions, Library
from echoes.games.situation_puzzle.importing.file_reports import file_reports
from echoes.games.situation_puzzle.importing.importer import import_puzzles
from echoes.games.situation_puzzle.puzzle.documents import documents_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


class GameDataLoader:
    """Reads puzzle files and turns puzzles into documents with their tiers."""

    def read_file(self, path: Path) -> list[FileReport]:
        """Read a file into puzzles; what can't be read is reported with file, field and reason.

        Each record keeps the id that it has.
        """
        return file_reports(path)

    def import_files(self, paths: Sequence[Path], options: ImportOptions, library: Library) -> ImportBatch:
        """Read collections of any form, joined, with ids, and compared with the puzzles that are there."""
        return import_puzzles(paths, options, library)

    def documents(self, puzzle: Puzzle) -> list[Document]:
        """Return the documents of a puzzle's knowledge base."""
        return documents_of(puzzle)
