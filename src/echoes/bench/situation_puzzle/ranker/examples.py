"""Examples for the ranker: development questions with the authored wordings that may be meant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.app import open_engine
from echoes.bench.runs.benchmark import OnProgress, ignore_progress
from echoes.bench.situation_puzzle.gold.gold_set import GoldQuestion, read_gold
from echoes.bench.situation_puzzle.rulings.asking import bundled_gold
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ranking import LogisticModel, RankedWording
from echoes.games.situation_puzzle.referees.rules.suggestions import SuggestionFinder

DEVELOPMENT = "dev"
"""The folder of the gold suite with the questions from which the ranker learns."""


@dataclass(frozen=True)
class Example:
    """A question with the authored wordings that may be meant.

    Attributes:
        candidates: each wording with its features.
    """

    puzzle: Puzzle
    item: GoldQuestion
    candidates: Sequence[tuple[Wording, Mapping[str, float]]]

    def settles(self, wording: Wording) -> bool:
        """Return whether the ruling of a wording settles the question."""
        return wording.number + 1 in (self.item.settled_by or ())

    def agrees(self, wording: Wording) -> bool:
        """Return whether its ruling is that of the question, for whatever reason."""
        return self.puzzle.rulings[wording.number].ruling == self.item.ruling

    def ranked(self, model: LogisticModel) -> list[RankedWording]:
        """Return the candidates, most likely first."""
        found = [RankedWording(wording, model.score(values), values) for wording, values in self.candidates]
        return sorted(found, key=lambda one: (-one.score, one.wording.number, one.wording.variant))


def development_questions(files: Sequence[Path], gold: Sequence[GoldQuestion]) -> list[GoldQuestion]:
    """Return the questions to learn from: those whose `settled_by` is labelled.

    Args:
        files: of development questions.
        gold: the questions on which referees are measured.
    Raises:
        BadInput: a file lies elsewhere than in a folder `dev`, or holds a gold question.
    """
    measured = {_key(item) for item in gold}
    found: list[GoldQuestion] = []
    for path in files:
        if path.resolve().parent.name != DEVELOPMENT:
            raise BadInput(f"{path} holds no development questions", f"Those lie in data/gold/{DEVELOPMENT}.")
        for item in read_gold(path).items:
            if _key(item) in measured:
                raise BadInput(
                    f"{path}, line {item.line}: is a question of the gold suite",
                    "What a referee is measured on is not learnt from; leave one of the two out.",
                )
            if item.settled_by is not None:
                found.append(item)
    return found


def _key(item: GoldQuestion) -> tuple[str, str | None, str]:
    """Return a question without case and punctuation, as a key."""
    return item.story, item.lang, "".join(c for c in item.text.casefold() if c.isalnum())


async def read_examples(config: Config, on_progress: OnProgress = ignore_progress) -> list[Example]:
    """Read the development questions, each with the wordings that may be meant.

    Args:
        config: names the data.
        on_progress: is called after each.
    Raises:
        BadInput: gold questions are among them.
    """
    files = sorted((config.paths.material("gold") / DEVELOPMENT).glob("*.jsonl"))
    items = development_questions(files, bundled_gold(config))
    found: list[Example] = []
    async with open_engine(config) as engine:
        for done, item in enumerate(items, 1):
            context: Any = await game_context(engine, item.story, item.lang, {Role.REFEREE: "embedded"})
            ruling_index = analysis_of(context.puzzle).ruling_index
            cosines = await SuggestionFinder(ruling_index, context.retrievers[Role.REFEREE]).cosines(
                item.text
            )
            candidates = ruling_index.ranker.candidates(item.text, cosines)
            wordings = ruling_index.sentences.wordings
            found.append(Example(context.puzzle, item, [(wordings[n], values) for n, values in candidates]))
            on_progress(done, len(items))
    return found
