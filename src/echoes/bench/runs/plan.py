"""The form of a run's plan, as `run.json` keeps it; each kind of run adds keys of its own."""

from collections.abc import Mapping
from typing import TypedDict

from pydantic import JsonValue


class PlannedModel(TypedDict):
    """The model of a role, without its key."""

    provider: str | None
    url: str | None
    model: str | None
    temperature: float | None
    max_output_tokens: int | None
    structured: str | None


class PlannedMachine(TypedDict):
    """The machine and its packages; None for one that is not installed."""

    python: str
    system: str
    packages: Mapping[str, str | None]


class RunEnvironment(TypedDict):
    """The settings and versions on which a run depends.

    Attributes:
        format: the version of the form of runs.
        models: by role.
        agents: a hash of the settings of all games, phrases included.
        settings: those of each game, without phrases.
    """

    format: int
    echoes: str
    machine: PlannedMachine
    models: Mapping[str, PlannedModel]
    embedder: str
    rag: Mapping[str, JsonValue]
    play: Mapping[str, JsonValue]
    agents: str
    settings: Mapping[str, Mapping[str, JsonValue]]


class RunPlan(RunEnvironment):
    """The plan of a run of some kind."""

    kind: str
