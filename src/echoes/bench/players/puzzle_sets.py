"""The puzzles that a benchmark plays: those of the data folder, or an outside set in its own format."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.app import game_types, open_scenarios
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.games.base import AnyGame
from echoes.games.situation_puzzle.game import SituationPuzzle


@dataclass(frozen=True)
class PuzzleVersion:
    """One puzzle in one language, by the hash of its content."""

    id: str
    lang: str
    title: str
    hash: str


@dataclass(frozen=True)
class PuzzleSet:
    """A choice of puzzles.

    Attributes:
        scenarios: of an outside set, to be written by `lay_out`; none for puzzles of the data folder.
        refused: a line on each puzzle that could not be read.
    """

    puzzles: tuple[PuzzleVersion, ...]
    scenarios: tuple[Any, ...] = ()
    refused: tuple[str, ...] = ()

    def lay_out(self, config: Config, folder: Path) -> Config:
        """Write canonical copies of an outside set.

        Args:
            config: is not changed.
            folder: for them and their knowledge bases.
        Returns:
            The configuration whose folders hold the puzzles.
        """
        if not self.scenarios:
            return config
        own = config.model_copy(deep=True)
        own.paths.data, own.paths.bundled = folder / "puzzles", None
        own.paths.rag_storage = folder / "rag_storage"
        repository = ScenarioRepository(game_types(own), own.paths.data, folder / "versions")
        for scenario in self.scenarios:
            repository.save(SituationPuzzle.name, scenario)
        return own


def choose(config: Config, path: Path | None, lang: str | None, lenient: bool = False) -> PuzzleSet:
    """Choose puzzles; nothing is written.

    Args:
        config: names the data folder.
        path: a puzzle file or a folder of them, in any form that can be taken in; None for the data folder.
        lang: of the puzzles; None for any.
        lenient: leave out puzzles that can't be read.
    Raises:
        BadInput: a puzzle can't be read, or there is none.
    """
    games = game_types(config)
    scenarios: list[Any] = []
    refused: tuple[str, ...] = ()
    if path is not None:
        scenarios, refused = _read(games[SituationPuzzle.name], path, lenient)
        found = scenarios
    else:
        found = [scenario for _, scenario in open_scenarios(config, games).list_all(SituationPuzzle.name)]
    found = sorted((one for one in found if lang in (None, one.language)), key=lambda s: (s.id, s.language))
    if not found:
        where = f"'{path}'" if path else "the data folder"
        raise BadInput(
            f"{where} holds no puzzle" + (f" in '{lang}'" if lang else ""), "Name another with --puzzles."
        )
    chosen = tuple(PuzzleVersion(s.id, s.language, s.title, s.content_hash) for s in found)
    return PuzzleSet(chosen, tuple(scenarios), refused)


def _read(game: AnyGame, path: Path, lenient: bool) -> tuple[list[Any], tuple[str, ...]]:
    files = sorted(one for one in path.iterdir() if one.is_file()) if path.is_dir() else [path]
    if not path.exists() or not files:
        raise BadInput(f"'{path}' holds no puzzle file", "Name a file or a folder with --puzzles.")
    seen: dict[tuple[str, str], str] = {}
    scenarios: list[Any] = []
    refused: list[str] = []
    for report in (report for file in files for report in game.read_file(file)):
        scenario, problem = report.scenario, report.error or ""
        if scenario is not None:
            before = seen.setdefault((scenario.id, scenario.language), report.source)
            if before != report.source:
                problem = f"{report.source}: has the id and language of {before}"
            else:
                scenarios.append(scenario)
        if problem and not lenient:
            raise BadInput(problem.rstrip("."), "Fix it, or leave such puzzles out with --lenient.")
        refused += [problem] if problem else []
    return scenarios, tuple(refused)
