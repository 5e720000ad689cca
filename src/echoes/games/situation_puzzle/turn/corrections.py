"""Corrections of earlier rulings: by the author, or because a later ruling contradicts them."""

from collections.abc import Sequence

from pydantic import BaseModel

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import QuestionRuled, RulingChallenged, RulingCorrected
from echoes.games.situation_puzzle.puzzle.labels import ruling_label
from echoes.games.situation_puzzle.reducer import with_progress
from echoes.games.situation_puzzle.referees.types import Correction, PastRuling
from echoes.games.situation_puzzle.session.current_rulings import current_rulings
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import ReviewTrace, RulingTrace
from echoes.games.situation_puzzle.turn.context import PuzzleContext


def correction_entry(
    context: PuzzleContext, game: PuzzleState, correction: Correction, because: str | None = None
) -> Entry:
    """Return the public event of a correction, with its private trace.

    Args:
        context: the context of the session.
        game: the state before.
        correction: the ruling that was, and its replacement.
        because: the author's public words; None where the referee corrects itself.
    """
    earlier = correction.earlier
    said = {"text": earlier.text, "ruling": context.phrases.rulings[correction.ruling]}
    event = RulingCorrected(
        turn=earlier.turn,
        text=earlier.text,
        ruling=earlier.ruling,
        new_ruling=correction.ruling,
        by="referee" if because is None else "author",
        remark=context.phrases.format("corrected", **said) if because is None else because,
    )
    trace = ReviewTrace(facts=list(correction.facts), rationale=correction.rationale)
    return with_progress(game, Entry(event, trace), context.puzzle.core_facts)


class CorrectionArguments(BaseModel, frozen=True):
    """The arguments of the operation `correct`.

    Attributes:
        turn: the turn of the ruling.
        ruling: one of the four, as any puzzle file may spell them.
        facts: ids of the facts that the ruling carries.
        because: the reason, for the player; may be empty.
    """

    turn: int
    ruling: str
    facts: tuple[str, ...] = ()
    because: str = ""


async def author_correction(
    context: PuzzleContext, game: PuzzleState, arguments: CorrectionArguments
) -> Entry:
    """Return the event by which an author or operator corrects a ruling.

    Args:
        context: the context of the session.
        game: the state before.
        arguments: what is to be corrected.
    Raises:
        BadInput: there is no such ruling, word or fact, or nothing would change.
    """
    turn, ruling, facts = arguments.turn, arguments.ruling, arguments.facts
    found = _ruling_of(await context.history.entries(), turn)
    if found is None:
        raise BadInput(
            f"turn {turn} is no question that was ruled on", "`echoes sessions export` shows the turns."
        )
    word = ruling_label(ruling)
    if word is None:
        raise BadInput(f"'{ruling}' is no ruling", "Say YES, NO, YES AND NO or IRRELEVANT.")
    known = [fact.id for fact in context.puzzle.judged_facts]
    if unknown := [fact for fact in facts if fact not in known]:
        raise BadInput(f"the puzzle has no fact '{unknown[0]}'", f"Known: {', '.join(known)}.")
    if (word, set(facts)) == (found.ruling, set(found.facts)):
        raise BadInput(f"turn {turn} is ruled {word} already", "Name another ruling, or other facts.")
    said = context.phrases.format(
        "corrected_by_author", text=found.text, ruling=context.phrases.rulings[word]
    )
    said = f"{said} {arguments.because}".strip()
    return correction_entry(context, game, Correction(found, word, tuple(facts), "corrected by hand"), said)


def _ruling_of(entries: Sequence[Entry], turn: int) -> PastRuling | None:
    """Return the current ruling of a turn; None where it was withdrawn, or there was none."""
    ruling = current_rulings(entries).get(turn)
    if ruling is None:
        return None
    text, facts = "", list[str]()
    for entry in entries:
        event = entry.event
        if event.turn == turn and isinstance(event, QuestionRuled):
            text, facts = event.text, entry.traced(RulingTrace).facts
        elif (
            event.turn == turn and isinstance(event, RulingChallenged | RulingCorrected) and event.new_ruling
        ):
            facts = entry.traced(ReviewTrace).facts
    return PastRuling(text, ruling, tuple(facts), turn)
