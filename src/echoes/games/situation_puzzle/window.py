"""The sections from which it is chosen what a role is shown."""

from collections.abc import Sequence

from echoes.core.documents import Passage
from echoes.games.context_window import Part, Section, Window, build_window
from echoes.games.rolling import History, Line, empty_history
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of
from echoes.games.situation_puzzle.settings import Phrases
from echoes.games.situation_puzzle.sight import SIGHT


async def window(
    role: str,
    context: PuzzleContext,
    state: PuzzleTurn,
    message: str,
    budget: int,
    name: str | None = None,
    notes: Sequence[tuple[str, str]] = (),
) -> Window:
    """What a role is shown with a message.

    Args:
        role: who looks.
        context: the puzzle and its retrievers.
        state: of the session, between two messages.
        message: what the player sent.
        budget: in tokens.
        name: as whom, where several play the role.
        notes: of those who keep any, each after the name of who keeps it.
    Raises:
        BadSetting: the budget does not hold what the role can't do without.
    """
    game = game_of(state)
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
    return build_window(role, name, sections, SIGHT, budget)


def _summary(history: History, phrases: Phrases) -> tuple[str, ...]:
    dropped = [
        phrases.say("summary_dropped", count=count, kind=_kind(kind, phrases))
        for kind, count in history["dropped"].items()
    ]
    return (*dropped, *(_said(line, phrases) for line in history["lines"]))


def _said(line: Line, phrases: Phrases) -> str:
    return f"{line['text']} — {_kind(line['kind'], phrases)}"


def _kind(kind: str, phrases: Phrases) -> str:
    return {str(key): label for key, label in phrases.rulings.items()}.get(kind, kind)
