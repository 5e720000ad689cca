"""The sections of a puzzle from which a role's prompt window is built."""

from collections.abc import Sequence

from echoes.core.documents import Passage
from echoes.games.context_window import Part, Section, Window, build_window
from echoes.games.history_summary import History, HistoryLine, empty_history
from echoes.games.situation_puzzle.phrases import Phrases
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.turn.context import PuzzleContext, puzzle_state
from echoes.games.situation_puzzle.visibility import VISIBILITY
from echoes.games.turn_state import TurnState


async def role_window(
    role: str,
    context: PuzzleContext,
    state: TurnState[PuzzleState],
    message: str,
    budget: int,
    name: str | None = None,
    notes: Sequence[tuple[str, str]] = (),
) -> Window:
    """Build the prompt window of a role for one message.

    Args:
        role: the role that the window is for.
        context: the puzzle and its retrievers.
        state: the state of the session between two messages.
        message: the player's message.
        budget: the size of the window, in tokens.
        name: the name of the reader, where several play the role.
        notes: private notes, each after the name of its owner.
    Raises:
        BadSetting: the budget does not hold the sections that the role needs.
    """
    game = puzzle_state(state)
    history = state.get("history") or empty_history()
    puzzle = context.puzzle
    retriever = context.retrievers.get(role)
    evidence: list[Passage] = await retriever.search(message) if retriever and message else []
    facts = [f"{fact.id}: {fact.statement}" for fact in puzzle.judged_facts]
    sections = [
        Section(Part.SCENARIO, (puzzle.title, puzzle.statement, *puzzle.public_facts)),
        Section(Part.SECRET, (puzzle.answer, *facts)),
        Section(Part.EVIDENCE, tuple(passage.text for passage in evidence), gives_way="last"),
        Section(Part.PLAYER, (game["profile"],) if game["profile"] else ()),
        Section(Part.SUMMARY, _summary(history, context.phrases)),
        Section(Part.TURNS, tuple(_said(line, context.phrases) for line in history["tail"])),
        Section(Part.MESSAGE, (message,) if message else ()),
        *(Section(Part.NOTES, (text,), owner) for owner, text in notes),
    ]
    return build_window(role, name, sections, VISIBILITY, budget)


def _summary(history: History, phrases: Phrases) -> tuple[str, ...]:
    dropped = [
        phrases.format("summary_dropped", count=count, kind=_kind(kind, phrases))
        for kind, count in history["dropped"].items()
    ]
    return (*dropped, *(_said(line, phrases) for line in history["lines"]))


def _said(line: HistoryLine, phrases: Phrases) -> str:
    return f"{line['text']} — {_kind(line['kind'], phrases)}"


def _kind(kind: str, phrases: Phrases) -> str:
    return {str(key): label for key, label in phrases.rulings.items()}.get(kind, kind)
