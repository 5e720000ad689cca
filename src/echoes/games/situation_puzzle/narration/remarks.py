"""Remarks on rulings and verdicts: templates, filled from what is public anyway."""

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import HypothesisJudged, QuestionRuled, RulingWord
from echoes.games.situation_puzzle.puzzle.question_map import places_of
from echoes.games.situation_puzzle.reducer import evolve, without_last_ruling
from echoes.games.situation_puzzle.state import PuzzleState, gained, progress
from echoes.games.situation_puzzle.traces import VerdictTrace
from echoes.games.situation_puzzle.turn.board import covers_all_core_facts
from echoes.games.situation_puzzle.turn.cloze import SOURCE as CLOZE
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn, puzzle_state
from echoes.games.situation_puzzle.turn.hint_ladder import next_rung


async def narrate(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Add a remark where the author gave none.

    It depends on the verdict, the change of progress, counts, and places on the question map; no text of
    the puzzle enters it.
    """
    context, game = runtime.context, puzzle_state(state)
    if state.get("undo"):
        game = without_last_ruling(game)
    entries = [await _with_remark(entry, game, context) for entry in state.get("outbox", ())]
    return {"outbox": [_with_offer(entry, game, context) for entry in entries]}


async def _with_remark(entry: Entry, game: PuzzleState, context: PuzzleContext) -> Entry:
    match entry.event:
        case QuestionRuled(remark="") as event:
            remark = await _on_ruling(entry, game, context)
            return entry.changed(remark=remark or _aside(event.ruling, game, context))
        case HypothesisJudged(remark="") as event:
            return entry.changed(remark=_on_verdict(event, entry.traced(VerdictTrace), context))
        case _:
            return entry


def _aside(ruling: RulingWord, game: PuzzleState, context: PuzzleContext) -> str:
    """Return an aside on a ruling, in rotation, if the verbosity is full."""
    said = context.phrases.asides.get(ruling, []) if context.verbosity == "full" else []
    return said[game["questions"] % len(said)] if said else ""


def _with_offer(entry: Entry, game: PuzzleState, context: PuzzleContext) -> Entry:
    """Offer a hint that tells something new each time that a number of rulings have led nowhere."""
    event, phrases, every = entry.event, context.phrases, game["offer_hint_after"]
    if not isinstance(event, QuestionRuled) or not every:
        return entry
    after = evolve(game, entry)
    stall = after["stall"]
    if not stall or stall % every or not next_rung(context.puzzle, after):
        return entry
    said = [event.remark, phrases.format("offer_hint", count=stall)]
    said += [phrases.offer_hint_early] if game["pace"] == "early" else []
    return entry.changed(remark=" ".join(filter(None, said)))


async def _on_ruling(entry: Entry, game: PuzzleState, context: PuzzleContext) -> str:
    """Return a remark on what a ruling has gained: everything, a core fact, a step, a detail, or nothing."""
    after, core = evolve(game, entry), {*context.puzzle.core_facts}
    found = len(core & {*after["facts"]}) - len(core & {*game["facts"]})
    if await covers_all_core_facts(context, after) and not await covers_all_core_facts(context, game):
        return context.phrases.complete_remark
    if gained(after) <= gained(game) or context.verbosity == "brief":
        return ""
    if found > 0:
        return context.phrases.progress_remark
    nearer = progress(after, core) > progress(game, core)
    return context.phrases.step_remark if nearer else context.phrases.detail_remark


def _on_verdict(event: HypothesisJudged, trace: VerdictTrace, context: PuzzleContext) -> str:
    verdict, phrases = event.verdict, context.phrases
    if event.source == CLOZE and verdict != "SOLVED":
        return phrases.format(f"cloze_{verdict.lower()}")
    places = places_of(context.puzzle, trace.missing)
    remark = [phrases.format(verdict.lower())]
    if verdict == "PARTIAL" and context.puzzle.core_facts and not trace.missing:
        remark = [phrases.partial_untold]
    elif verdict == "CLOSE" and trace.untold:
        remark = [phrases.close_untold]
    elif verdict == "CLOSE" and places:
        named = phrases.comma.join(phrases.places[place] for place in places)
        remark = [phrases.format("close_about", places=named)]
    if trace.contradicted and verdict in ("CLOSE", "PARTIAL"):
        remark.append(phrases.contradicted)
    return " ".join(remark)
