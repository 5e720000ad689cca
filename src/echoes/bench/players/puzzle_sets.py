"""Which puzzles a benchmark plays: the ones that are there, or an outside set in its own format."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.app import game_types
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.engine.puzzles import PuzzleRepository
from echoes.games.situation_puzzle.game import SituationPuzzle


@dataclass(frozen=True)
class Chosen:
    """One puzzle in one language, by its version."""

    id: str
    lang: str
    title: str
    hash: str


@dataclass(frozen=True)
class PuzzleSet:
    """What is played.

    Attributes:
        config: the configuration with the folders in which the puzzles lie.
        refused: what could not be read, a line each.
    """

    config: Config
    puzzles: tuple[Chosen, ...]
    refused: tuple[str, ...] = ()


def choose(
    config: Config, path: Path | None, lang: str | None, folder: Path, lenient: bool = False
) -> PuzzleSet:
    """Choose puzzles.

    Args:
        config: left as it is.
        path: a puzzle file or a folder of them, in any form that can be taken in; None for the data folder.
        lang: only those in this language.
        folder: where canonical copies of an outside set, and its knowledge bases, are kept.
        lenient: leave out what can't be read, and say so.
    Raises:
        BadInput: a puzzle can't be read, or there is none.
    """
    own = config.model_copy(deep=True)
    games = game_types(own)
    refused: tuple[str, ...] = ()
    if path is not None:
        own.paths.data, own.paths.rag_storage = folder / "puzzles", folder / "rag_storage"
        refused = _take_in(games, own.paths.data, path, lenient)
    repository = PuzzleRepository(games, own.paths.data, folder / "versions")
    found: list[tuple[str, Any]] = [
        (name, scenario)
        for name, scenario in repository.scenarios()
        if name == SituationPuzzle.name and lang in (None, scenario.language)
    ]
    if not found:
        where = f"'{path}'" if path else "the data folder"
        raise BadInput(
            f"{where} holds no puzzle" + (f" in '{lang}'" if lang else ""), "Name another with --puzzles."
        )
    return PuzzleSet(own, tuple(Chosen(s.id, s.language, s.title, s.content_hash) for _, s in found), refused)


def _take_in(games: Any, data: Path, path: Path, lenient: bool) -> tuple[str, ...]:
    files = sorted(one for one in path.iterdir() if one.is_file()) if path.is_dir() else [path]
    if not path.exists() or not files:
        raise BadInput(f"'{path}' holds no puzzle file", "Name a file or a folder with --puzzles.")
    repository = PuzzleRepository(games, data, data / "versions")
    seen: dict[tuple[str, str], str] = {}
    refused: list[str] = []
    for file in files:
        for report in games[SituationPuzzle.name].read_file(file):
            scenario = report.scenario
            problem = report.error or ""
            if scenario is not None:
                key = (scenario.id, scenario.language)
                if key in seen:
                    problem = f"{report.source}: has the id and language of {seen[key]}"
                else:
                    seen[key] = report.source
                    repository.save(SituationPuzzle.name, scenario)
            if problem and not lenient:
                raise BadInput(problem.rstrip("."), "Mend it, or leave such puzzles out with --lenient.")
            refused += [problem] if problem else []
    return tuple(refused)


def titles(puzzles: Sequence[Chosen]) -> dict[str, Chosen]:
    """The puzzles by title, for gold sets that name them so."""
    return {puzzle.title: puzzle for puzzle in puzzles}
