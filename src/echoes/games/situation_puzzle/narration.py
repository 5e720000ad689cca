"""The words that go with a ruling or verdict: templates, filled from what is public anyway."""

from langgraph.runtime import Runtime

from echoes.core.entries import Entry
from echoes.games.situation_puzzle.board import holds_all
from echoes.games.situation_puzzle.changes import evolve, without_last
from echoes.games.situation_puzzle.context import PuzzleContext, PuzzleTurn, game_of
from echoes.games.situation_puzzle.events import HypothesisJudged, QuestionRuled, RulingWord
from echoes.games.situation_puzzle.question_map import places_of
from echoes.games.situation_puzzle.referees.answers import EMBEDDED
from echoes.games.situation_puzzle.settings import Phrases
from echoes.games.situation_puzzle.state import PuzzleState, gained
from echoes.games.situation_puzzle.traces import VerdictTrace


async def narrate(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Add a remark where the author gave none.

    It is made of the verdict, of how progress moved, of counts, and of places on the map of
    the question space; no text of the puzzle comes in here.
    """
    table, game = runtime.context, game_of(state)
    if state.get("undo"):
        game = without_last(game)
    entries = [_with_remark(entry, game, table) for entry in state.get("outbox", ())]
    return {"outbox": [_with_offer(entry, game, table.phrases) for entry in entries]}


def _with_remark(entry: Entry, game: PuzzleState, table: PuzzleContext) -> Entry:
    match entry.event:
        case QuestionRuled(remark="") as event:
            return entry.changed(remark=_on_ruling(entry, game, table) or _aside(event.ruling, game, table))
        case HypothesisJudged(remark="") as event:
            # A model reads all of an answer, the embedded referee what it can follow.
            read = event.verdict == "WRONG" and event.source != EMBEDDED
            return entry.changed(remark=table.phrases.wrong_read if read else _on_verdict(entry, table))
        case _:
            return entry


def _aside(ruling: RulingWord, game: PuzzleState, table: PuzzleContext) -> str:
    """A word on a ruling, one after the other, when all is told in full."""
    said = table.phrases.asides.get(ruling, []) if table.verbosity == "full" else []
    return said[game["questions"] % len(said)] if said else ""


def _with_offer(entry: Entry, game: PuzzleState, phrases: Phrases) -> Entry:
    """Offer a hint, each time that so many rulings have led nowhere."""
    event, after = entry.event, game["offer_hint_after"]
    if not isinstance(event, QuestionRuled) or not after or game["hints"] >= game["max_hints"]:
        return entry
    stall = evolve(game, entry)["stall"]
    if not stall or stall % after:
        return entry
    said = [event.remark, phrases.say("offer_hint", count=stall)]
    said += [phrases.offer_hint_early] if game["pace"] == "early" else []
    return entry.changed(remark=" ".join(filter(None, said)))


def _on_ruling(entry: Entry, game: PuzzleState, table: PuzzleContext) -> str:
    """A word on what a ruling has brought: all there is, a core fact, something on the way, or nothing."""
    after, core = evolve(game, entry), {*table.puzzle.core_facts}
    found = len(core & {*after["facts"]}) - len(core & {*game["facts"]})
    if holds_all(table, after) and not holds_all(table, game):
        return table.phrases.complete_remark
    if gained(after) <= gained(game) or table.verbosity == "brief":
        return ""
    return table.phrases.progress_remark if found > 0 else table.phrases.step_remark


def _on_verdict(entry: Entry, table: PuzzleContext) -> str:
    verdict, trace, phrases = _verdict(entry), entry.traced(VerdictTrace), table.phrases
    places = places_of(table.puzzle, trace.missing)
    remark = [phrases.say(verdict.lower())]
    if verdict == "CLOSE" and trace.untold:
        remark = [phrases.close_untold]
    elif verdict == "CLOSE" and places:
        named = phrases.comma.join(phrases.places[place] for place in places)
        remark = [phrases.say("close_about", places=named)]
    if trace.contradicted and verdict in ("CLOSE", "PARTIAL"):
        remark.append(phrases.contradicted)
    if trace.left_out:
        remark.append(phrases.say("not_followed", left=trace.left_out, total=trace.sentences))
    return " ".join(remark)


def _verdict(entry: Entry) -> str:
    return entry.event.verdict if isinstance(entry.event, HypothesisJudged) else ""
