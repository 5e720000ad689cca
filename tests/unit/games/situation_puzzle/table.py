"""A table at the canary puzzle: a log, the context of its nodes, and a referee that says what it is told to."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from langgraph.runtime import Runtime
from tests.support import ROOT, canary_puzzle, entry

from echoes.core.files.yaml_text import load_yaml
from echoes.core.log.entries import Entry
from echoes.core.log.queries import effective_entries
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.core.protocols import EventFilter
from echoes.games.resources import Limits
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.reducer import evolve_all
from echoes.games.situation_puzzle.referees.types import HypothesisVerdict, Ruling
from echoes.games.situation_puzzle.settings import AgentSettings
from echoes.games.situation_puzzle.state import initial_state
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn
from echoes.games.situation_puzzle.turn.hint_writer import HintWriter, PublicStory

STARTED = {
    "event": "session_started", "puzzle_id": "silent_bell", "title": "The Silent Bell", "statement": "It rang.",
    "lang": "en", "puzzle_hash": "0", "referee": "embedded",
}  # fmt: skip
FEARED, SNOW = "zzfactid1", "zzfactid2"
"""The facts of the canary puzzle, both core."""


@cache
def agents() -> AgentSettings:
    """The settings that ship, with all phrases."""
    text = (ROOT / "config" / "agents.yaml").read_text("utf-8")
    return AgentSettings.model_validate(load_yaml(text)["agents"]["situation_puzzle"])  # type: ignore[index]


class SaysReferee:
    """A referee whose replies are given; the questions that it was asked are kept.

    Args:
        replies: what it returns, in order.
        prompt_version: of a model's referee; None for the embedded one.
    """

    name = "embedded"

    def __init__(self, *replies: Any, prompt_version: str | None = None) -> None:
        self._replies = list(replies)
        self.prompt_version = prompt_version
        self.asked: list[Any] = []

    async def rule(self, question: Any) -> Any:
        self.asked.append(question)
        return self._replies.pop(0)

    judge = rule

    async def review_answer(self, hypothesis: Any, given: str) -> Any:
        self.asked.append((hypothesis, given))
        return self._replies.pop(0)

    async def review(self, question: Any, given: Ruling) -> Any:
        self.asked.append((question, given))
        return self._replies.pop(0)

    def authored(self, number: int, asked: str) -> Ruling:
        ruling = Puzzle.model_validate(canary_puzzle()).rulings[number]
        return Ruling(ruling.ruling, self.name, ruling.facts, authored=number)


class Writer:
    """A model that writes the given texts, one with each call."""

    id = "writer"

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        return self._texts.pop(0), Usage(model_calls=1)


class Table:
    """A session at the canary puzzle.

    Args:
        log: the entries after the opening.
        referee: the referee.
        bounds: the bounds and rules that hold from the opening on.
        written: texts that a model writes when it is asked for a hint.
        verbosity: of remarks.
        puzzle: changes of the puzzle.
    """

    def __init__(
        self,
        *log: Entry,
        referee: SaysReferee | None = None,
        bounds: dict[str, Any] | None = None,
        written: Sequence[str] = (),
        verbosity: str = "usual",
        **puzzle: Any,
    ) -> None:
        started = entry({"max_hints": 2, **(bounds or {})}, **STARTED)
        self.log = [started, *log]
        self.puzzle = Puzzle.model_validate(canary_puzzle(**puzzle))
        self.referee = referee or SaysReferee()
        story = PublicStory("en", (self.puzzle.statement,), ())
        self.context = PuzzleContext(
            session_id="s",
            puzzle=self.puzzle,
            referee=self.referee,
            phrases=agents().phrases_in("en"),
            limits=Limits(),
            history=self,
            hint_writer=HintWriter(Writer(*written), story, ReplyJournal()),  # type: ignore[arg-type]
            narrator=None,
            verbosity=verbosity,  # type: ignore[arg-type]
            retrievers={},
        )
        self.phrases = self.context.phrases
        self.game = evolve_all(initial_state(), effective_entries(self.log))

    async def entries(self) -> list[Entry]:
        """The history of the session, as nodes read it."""
        return effective_entries(self.log)

    async def newest(self, wanted: EventFilter) -> list[Entry]:
        """The entries of the session whose events are wanted."""
        return [entry for entry in await self.entries() if wanted(entry.event)]

    def turn(self, **parts: Any) -> PuzzleTurn:
        """The state of the graph when a message comes in."""
        return {"game": self.game, **parts}  # type: ignore[typeddict-item]

    async def after(self, node: Any, **parts: Any) -> PuzzleTurn:
        """What a node makes of the state."""
        return await node(self.turn(**parts), Runtime(context=self.context))


def ruled(text: str, ruling: str = "YES", *facts: str, turn: int = 1, **more: Any) -> Entry:
    """A question that was ruled on, and the facts that it establishes."""
    trace = {
        "facts": list(facts),
        "authored": more.pop("authored", None),
        "pending": more.pop("pending", None),
    }
    return entry(
        trace, event="question_ruled", text=text, ruling=ruling, source="embedded", turn=turn, **more
    )


def asked_back(kind: str, text: str, *wordings: str, choices: Sequence[int] = ()) -> Entry:
    """A clarification whose options are open."""
    pending = {"kind": kind, "text": text, "choices": list(choices), "wordings": list(wordings)}
    options = [{"n": n, "text": wording} for n, wording in enumerate(wordings, 1)]
    return entry(
        {"pending": pending},
        event="clarification_asked", text=text, prompt="?", options=options,
    )  # fmt: skip


def verdict(word: str, *covered: str, **more: Any) -> HypothesisVerdict:
    """A referee's verdict on a final answer."""
    return HypothesisVerdict(word, covered, **{"contradicted": (), "source": "embedded", **more})  # type: ignore[arg-type]


CLOZE = {
    "text": "The sexton feared {fear}. He was silent because {why}.",
    "gaps": [
        {"id": "fear", "choices": ["the dark", {"text": "an avalanche", "right": True}, "the priest"], "facts": [FEARED]},
        {"id": "why", "choices": [{"text": "snow lay on the slope", "right": True}, "the bell was broken"], "facts": [SNOW]},
    ],
}  # fmt: skip
"""A cloze for it. As they are offered, "an avalanche" is 1 of the first gap, "snow …" 1 of the second."""


def judged(text: str, verdict: str, source: str = "embedded", turn: int = 1, **trace: Any) -> Entry:
    """A final answer that was judged."""
    about = {"event": "hypothesis_judged", "text": text, "verdict": verdict, "source": source}
    return entry(trace, **about, turn=turn, progress=0.0)


def only(turn: PuzzleTurn) -> Entry:
    """The one entry that a node leads to."""
    [found] = turn.get("outbox", ())
    return found


def said(turn: PuzzleTurn) -> str:
    """The text of the one thing that the game says."""
    event: Any = only(turn).event
    return event.text
