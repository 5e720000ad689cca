"""The plan of a run of AI players, as `run.json` keeps it."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from echoes.bench.runs.plan import RunPlan


class PlannedPuzzle(TypedDict):
    """A puzzle that is played."""

    id: str
    lang: str
    title: str
    hash: str


class PlannedCaps(TypedDict):
    """The limits of one game; None for none."""

    turns: int | None
    calls: int | None
    tokens: int | None


class PlannedPrices(TypedDict):
    """The prices of a million tokens."""

    prompt: float
    completion: float


class PlayersRunPlan(RunPlan):
    """The plan of a run of games.

    Attributes:
        referee_prompts: the version of the prompts of each referee; `player_prompts`: of the players.
        refused: puzzles that could not be read, in words.
        control: whether each puzzle is also played without questions.
        prices: by model name.
    """

    referee_prompts: Mapping[str, str]
    player_prompts: str
    puzzles: Sequence[PlannedPuzzle]
    refused: Sequence[str]
    players: Sequence[str]
    referees: Sequence[str]
    repeats: int
    caps: PlannedCaps
    seed: int
    control: bool
    script: Sequence[str]
    prices: Mapping[str, PlannedPrices]
