"""Putting an earlier ruling right: by its author, or because it contradicts a later one."""

from collections.abc import Sequence
from typing import cast

from echoes.core.entries import Entry
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.changes import with_progress
from echoes.games.situation_puzzle.context import PuzzleContext
from echoes.games.situation_puzzle.events import QuestionRuled, RulingChallenged, RulingCorrected, RulingWord
from echoes.games.situation_puzzle.formats import ruling_label
from echoes.games.situation_puzzle.referees.answers import Correction, Earlier
from echoes.games.situation_puzzle.rulings import standing
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.traces import ReviewTrace, RulingTrace


def corrected(
    table: PuzzleContext, game: PuzzleState, correction: Correction, because: str | None = None
) -> Entry:
    """The public event of a correction, with its private trace beside it.

    Args:
        table: the puzzle.
        game: the state before.
        correction: what was, and what takes its place.
        because: the author's public words; None where the referee found it out itself.
    """
    earlier = correction.earlier
    said = {"text": earlier.text, "ruling": table.phrases.rulings[correction.ruling]}
    event = RulingCorrected(
        turn=earlier.turn,
        text=earlier.text,
        ruling=earlier.ruling,
        new_ruling=correction.ruling,
        by="referee" if because is None else "author",
        remark=table.phrases.say("corrected", **said) if because is None else because,
    )
    trace = ReviewTrace(facts=list(correction.facts), rationale=correction.rationale)
    return with_progress(game, Entry(event, trace), table.puzzle.core_facts)


def correction_of(
    table: PuzzleContext, game: PuzzleState, turn: int, ruling: str, facts: Sequence[str], because: str
) -> Entry:
    """The event by which an author or operator corrects a ruling.

    Args:
        table: the puzzle.
        game: the state before.
        turn: that of the ruling.
        ruling: one of the four, as any puzzle file may spell them.
        facts: ids of the facts that the ruling carries.
        because: the reason, for the player; may be empty.
    Raises:
        BadInput: there is no such ruling, word or fact, or nothing would change.
    """
    found = _ruling_of(table.history.entries(), turn)
    if found is None:
        raise BadInput(
            f"turn {turn} is no question that was ruled on", "`echoes sessions export` shows the turns."
        )
    word = cast("RulingWord | None", ruling_label(ruling))
    if word is None:
        raise BadInput(f"'{ruling}' is no ruling", "Say YES, NO, YES AND NO or IRRELEVANT.")
    known = [fact.id for fact in table.puzzle.judged_facts]
    if unknown := [fact for fact in facts if fact not in known]:
        raise BadInput(f"the puzzle has no fact '{unknown[0]}'", f"Known: {', '.join(known)}.")
    if (word, set(facts)) == (found.ruling, set(found.facts)):
        raise BadInput(f"turn {turn} is ruled {word} already", "Name another ruling, or other facts.")
    said = table.phrases.say("corrected_by_author", text=found.text, ruling=table.phrases.rulings[word])
    said = f"{said} {because}".strip()
    return corrected(table, game, Correction(found, word, tuple(facts), "corrected by hand"), said)


def _ruling_of(entries: Sequence[Entry], turn: int) -> Earlier | None:
    """The ruling of a turn as it stands now; None where it was withdrawn, or there was none."""
    ruling = standing(entries).get(turn)
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
    return Earlier(text, ruling, tuple(facts), turn)
