"""The commands of the benchmarks of situation puzzles: their options, and what carries them out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from echoes.bench.runs.benchmark import (
    Argument,
    Benchmark,
    Command,
    CommandOption,
    Concurrency,
    Lang,
    Out,
    Seed,
    WrongUsage,
)

_FOLDER = "echoes.bench.situation_puzzle"
RefereeOption = Annotated[str | None, CommandOption("A referee to use instead of the configured one.")]
Gold = Annotated[Path | None, CommandOption("JSON lines: story, text, ruling.")]


@dataclass(frozen=True, kw_only=True)
class RefereeOptions:
    """Options of `echoes bench referee`.

    Raises:
        WrongUsage: an option would be ignored.
    """

    gold: Gold = None
    games: Annotated[
        Path | None,
        CommandOption("A folder of recorded games: each is asked in one session, question by question."),
    ] = None
    stories: Annotated[
        Path | None, CommandOption("The stories, if they are not puzzles here; not needed with --replies.")
    ] = None
    replies: Annotated[
        Path | None, CommandOption("Score archived replies, by their own labels or --gold; no referee runs.")
    ] = None
    referee: RefereeOption = None
    judged: Annotated[
        Literal["questions", "hypotheses", "hints"],
        CommandOption("What to judge: questions, final answers or hints.", name="--set"),
    ] = "questions"
    seed: Seed = 0
    concurrency: Concurrency = 1
    out: Out = None
    lenient: Annotated[bool, CommandOption("Leave out lines with a flaw, and count them separately.")] = False
    errors: Annotated[bool, CommandOption("List what was ruled wrong.")] = False

    def __post_init__(self) -> None:
        if self.judged != "questions":
            self._refuse(f"--set {self.judged}", ("games", "stories", "replies", "errors", "lenient"))
        elif self.games:
            self._refuse("--games", ("gold", "replies", "lenient"))
        elif self.replies:
            self._refuse("--replies", ("out", "referee", "lenient"))

    def _refuse(self, beside: str, names: tuple[str, ...]) -> None:
        for name in names:
            if getattr(self, name):
                raise WrongUsage(f"--{name} has no meaning with {beside}")


@dataclass(frozen=True, kw_only=True)
class ConsistencyOptions:
    """Options of `echoes bench consistency`."""

    groups: Annotated[Path | None, CommandOption("JSON lines: story, lang, ruling, same, opposite.")] = None
    referee: RefereeOption = None
    lang: Lang = None
    concurrency: Concurrency = 1
    seed: Seed = 0
    out: Out = None


@dataclass(frozen=True, kw_only=True)
class RagOptions:
    """Options of `echoes bench rag`."""

    gold: Gold = None
    stories: Annotated[Path | None, CommandOption("The stories, if they are not puzzles here.")] = None
    provider: Annotated[
        list[str] | None, CommandOption("A provider to measure; may be repeated. Without it, all.")
    ] = None
    dossiers: Annotated[
        bool,
        CommandOption("Look up the evidence of questions about long dossiers instead.", name="--dossiers"),
    ] = False
    referee: RefereeOption = None
    lang: Lang = None
    concurrency: Concurrency = 1
    seed: Seed = 0
    out: Out = None


@dataclass(frozen=True, kw_only=True)
class RankerOptions:
    """Options of `echoes bench ranker`."""

    write: Annotated[
        bool, CommandOption("Replace the old weights by the new ones.", name="--write/--no-write")
    ] = False


@dataclass(frozen=True)
class RejudgeOptions:
    """Options of `echoes sessions rerun`."""

    session_id: Annotated[str, Argument("The session's id.")]
    referee: Annotated[str | None, CommandOption("Another referee: NAME, or NAME@MODEL.")] = None
    rag: Annotated[str | None, CommandOption("Another RAG provider.")] = None


REFEREE = Benchmark(
    "Score a referee against gold rulings; without --gold, on the bundled questions.",
    RefereeOptions,
    f"{_FOLDER}.rulings.command_runner:score",
    "answers",
    {
        "referee": f"{_FOLDER}.rulings.report:REFEREE_RUN",
        "games": f"{_FOLDER}.rulings.report:GAMES_RUN",
        "hypotheses": f"{_FOLDER}.verdicts.report:HYPOTHESES_RUN",
        "hints": f"{_FOLDER}.verdicts.report:HINTS_RUN",
    },
)
CONSISTENCY = Benchmark(
    "Count how often a referee contradicts itself: paraphrases, contraries, orders, repeats.",
    ConsistencyOptions,
    f"{_FOLDER}.consistency.command_runner:ask",
    "groups",
    {"consistency": f"{_FOLDER}.consistency.report:CONSISTENCY_RUN"},
)
RAG = Benchmark(
    "Measure the effect of retrieval: with none, with each provider, with the whole puzzle.",
    RagOptions,
    f"{_FOLDER}.retrieval.command_runner:ask",
    "questions",
    {"rag": f"{_FOLDER}.retrieval.report:RAG_RUN"},
)
RANKER = Benchmark(
    "Train the ranker of authored questions; it is scored on puzzles that were left out.",
    RankerOptions,
    f"{_FOLDER}.ranker.command_runner:learn",
    "questions",
)
REJUDGE = Command(
    "Rule again on a session with another referee, model or provider; the session is not changed.",
    RejudgeOptions,
    f"{_FOLDER}.rejudge:rejudge_session",
)
