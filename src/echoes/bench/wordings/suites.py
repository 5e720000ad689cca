"""Suites of messages: what players might say in the situations of a scenario, and what it means.

A suite is a file of JSON lines, `{id}_{language}.jsonl`: `text`, `at` (a situation of `situations.json`, with
the moves by which it is reached), `means` (the moves, or in some suites commands such as `/help`, that are
right; empty where nothing fits) and, where only half of a suite may be looked at, `half` (`development` or
`untouched`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from echoes.app import game_types, open_scenarios
from echoes.bench.wordings.situations import SITUATIONS, WordingSituation
from echoes.config import Config
from echoes.games.scenario import Scenario


class WordingRow(BaseModel, frozen=True):
    """One message of a suite; `half`: of a suite whose other half nobody looks at."""

    text: str
    at: str
    means: tuple[str, ...]
    half: str = ""


@dataclass(frozen=True)
class Suite:
    """The messages to one scenario in one language.

    Attributes:
        folder: where it stands.
        kind: of the game.
    """

    folder: Path
    kind: str
    scenario: Scenario

    @property
    def path(self) -> Path:
        """Return the file of the messages."""
        return self.folder / f"{self.scenario.id}_{self.scenario.language}.jsonl"

    def rows(self) -> Iterator[WordingRow]:
        """Yield the messages."""
        for line in self.path.read_text("utf-8").splitlines():
            if line:
                yield WordingRow.model_validate_json(line)

    def situations(self) -> dict[str, WordingSituation]:
        """Return the situations of the suite, by name."""
        text = (self.folder / "situations.json").read_text("utf-8")
        told: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(text)
        reach = SITUATIONS.load(self.kind)
        return {name: reach(self.scenario, moves) for name, moves in told[self.scenario.id].items()}


def suites_in(
    config: Config, folder: Path, scenario: str | None = None, language: str | None = None
) -> list[Suite]:
    """Return the suites of a folder and of those in it.

    Args:
        config: says where scenarios stand.
        folder: of suites.
        scenario: the id of the only one; None for all.
        language: the only one; None for all.
    """
    folders = [folder, *sorted(path.parent for path in folder.glob("*/situations.json"))]
    known = open_scenarios(config, game_types(config)).list_all()
    found = [Suite(one, kind, each) for one in folders for kind, each in known if kind in SITUATIONS]
    return [
        one
        for one in found
        if scenario in (None, one.scenario.id)
        and language in (None, one.scenario.language)
        and one.path.is_file()
    ]
