"""The state of one game."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from echoes.core.files.json_values import texts_of, whole_numbers_of
from echoes.games.situation_puzzle.events import RulingWord, VerdictWord
from echoes.games.situation_puzzle.phase import Phase

_STEP = 0.25

_KINDS = frozenset({"question", "ruled_as", "cloze", "board", "words", "route"})


class PendingChoice(TypedDict):
    """A question to the player that can be answered with a number.

    Attributes:
        kind: `question` (which one was meant), `ruled_as` (the same, after a ruling that may be taken back),
            `cloze` or `board` (what makes the answer), `words` (whether words for the game were meant) or
            `route` (what the message is).
        text: the player's message that led to it.
        choices: numbers of authored rulings, in the order offered.
        wordings: the texts that were offered.
        not_meant: the authored ruling that may be taken back; -1 where it is none in particular.
        gap: the gap of a cloze that is asked for, from 1; 0 once all are filled.
        command: of `words`: the command that the first option stands for.
    """

    kind: str
    text: str
    choices: list[int]
    wordings: list[str]
    not_meant: int
    gap: int
    command: str


def pending_choice(
    kind: str,
    text: str = "",
    wordings: Sequence[str] = (),
    choices: Sequence[int] = (),
    not_meant: int = -1,
    gap: int = 0,
    command: str = "",
) -> PendingChoice:
    """Return a choice of a kind."""
    return PendingChoice(
        kind=kind,
        text=text,
        choices=[*choices],
        wordings=[*wordings],
        not_meant=not_meant,
        gap=gap,
        command=command,
    )


def stored_choice(pending: Mapping[str, object]) -> PendingChoice | None:
    """Return a choice as a log or another node holds it; None for one of a kind that there is no more."""
    if pending.get("kind") not in _KINDS:
        return None
    not_meant, gap = pending.get("not_meant"), pending.get("gap")
    return pending_choice(
        str(pending.get("kind")),
        str(pending.get("text")),
        texts_of(pending.get("wordings")),
        whole_numbers_of(pending.get("choices")),
        not_meant if isinstance(not_meant, int) else -1,
        gap if isinstance(gap, int) else 0,
        str(pending.get("command") or ""),
    )


class RulingRecord(TypedDict):
    """A ruling that was given.

    Attributes:
        text: the question; `asked`: the player's words, where these are others.
        facts: the facts that it establishes.
        authored: the number of the author's ruling that it is.
        settled: whether the author settled it later.
    """

    text: str
    ruling: RulingWord
    facts: list[str]
    turn: int
    authored: int | None
    settled: bool
    asked: str | None


class LastRulingRecord(RulingRecord):
    """The last ruling; `charged`: whether it counted as a question."""

    charged: bool


class AnswerRecord(TypedDict):
    """The last final answer that was judged; `source`: by whom, `reviewed`: whether it was challenged."""

    turn: int
    text: str
    verdict: VerdictWord
    source: str
    reviewed: bool


class PuzzleState(TypedDict):
    """The state of one game: plain data of bounded size, which the log gives again at any time.

    Attributes:
        max_questions, max_hints, max_message_chars: the bounds that held when the session began.
        further_hints: the number that a model may write when the author's are used up.
        max_calls, max_tokens: budgets of models in this session; None for no bound.
        offer_hint_after, pace, hint_order, leading: the adaptation of that time; `leading` is the reason for
            the order of hints.
        profile: the player's record in words, as it was when the session began.
        stall: the number of rulings since anything was gained or hinted.
        given: the levels of the hints that were given; `skipped`: those that the player was told were not.
        facts: the facts that are established, each with the turns that carried it.
        steps: the facts that something leads to, in the same way.
        ideas: the ideas of the puzzle's vocabulary that player, rulings and hints brought up.
        picks: the number of the choice in each gap of the cloze, as last asked or judged; 0 for none.
        last, last_answer: the last ruling and the last verdict, with what `/challenge` needs.
        ruled: the latest rulings that stand, oldest first.
    """

    phase: str
    max_questions: int | None
    max_hints: int
    max_message_chars: int
    further_hints: int
    max_calls: int | None
    max_tokens: int | None
    offer_hint_after: int | None
    pace: str
    hint_order: list[int]
    leading: str
    profile: str
    questions: int
    hints: int
    answers: int
    stall: int
    given: list[int]
    skipped: list[int]
    facts: dict[str, list[int]]
    steps: dict[str, list[int]]
    ideas: list[str]
    pending: PendingChoice | None
    picks: list[int]
    last: LastRulingRecord | None
    last_answer: AnswerRecord | None
    ruled: list[RulingRecord]


def initial_state() -> PuzzleState:
    """Return the state before anything has happened."""
    return PuzzleState(
        phase=Phase.LOBBY.value,
        max_questions=None,
        max_hints=0,
        max_message_chars=0,
        further_hints=0,
        max_calls=None,
        max_tokens=None,
        offer_hint_after=None,
        pace="usual",
        hint_order=[],
        leading="",
        profile="",
        questions=0,
        hints=0,
        answers=0,
        stall=0,
        given=[],
        skipped=[],
        facts={},
        steps={},
        ideas=[],
        pending=None,
        picks=[],
        last=None,
        last_answer=None,
        ruled=[],
    )


def progress(state: PuzzleState, core: Collection[str]) -> float:
    """Return the share of the core facts that are established, 0 to 1; one led to counts a quarter."""
    led_to = len({*core} & {*state["steps"]} - {*state["facts"]})
    found = len({*core} & {*state["facts"]})
    return round((found + _STEP * led_to) / len(core), 4) if core else 0.0


def gained(state: PuzzleState) -> int:
    """Measure how much is established or led to; establishing a fact that was led to is a gain too."""
    return 2 * len(state["facts"]) + len({*state["steps"]} - {*state["facts"]})
