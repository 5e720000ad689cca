"""The words that go with a ruling or verdict: templates, filled from what is public anyway."""

from typing import Any, cast

from langgraph.runtime import Runtime

from echoes.core.events import Draft, RulingWord
from echoes.games.base import TurnState
from echoes.games.situation_puzzle.board import holds_all
from echoes.games.situation_puzzle.changes import evolve, without_last
from echoes.games.situation_puzzle.context import PuzzleContext, game_of
from echoes.games.situation_puzzle.question_map import places_of
from echoes.games.situation_puzzle.referees.answers import EMBEDDED
from echoes.games.situation_puzzle.settings import Phrases
from echoes.games.situation_puzzle.state import PuzzleState, gained


async def narrate(state: TurnState, runtime: Runtime[PuzzleContext]) -> TurnState:
    """Add a remark where the author gave none.

    It is made of the verdict, of how progress moved, of counts, and of places on the map of
    the question space; no text of the puzzle comes in here.
    """
    table, game = runtime.context, game_of(state)
    if state.get("undo"):
        game = without_last(game)
    drafts = [_with_remark(draft, game, table) for draft in state.get("outbox", [])]
    return {"outbox": [_with_offer(draft, game, table.phrases) for draft in drafts]}


def _with_remark(draft: Draft, game: PuzzleState, table: PuzzleContext) -> Draft:
    if draft.get("remark"):
        return draft
    if draft["event"] == "question_ruled":
        remark = _on_ruling(draft, game, table)
        return {**draft, "remark": remark or _aside(cast("Any", draft["ruling"]), game, table)}
    if draft["event"] == "hypothesis_judged":
        trace = cast("dict[str, Any]", draft["trace"])
        places = places_of(table.puzzle, trace.get("missing", []))
        remark = _on_verdict(str(draft["verdict"]), trace, places, table.phrases)
        # A model reads all of an answer, the embedded referee what it can follow.
        if draft["verdict"] == "WRONG" and draft["source"] != EMBEDDED:
            remark = table.phrases.wrong_read
        return {**draft, "remark": remark}
    return draft


def _aside(ruling: RulingWord, game: PuzzleState, table: PuzzleContext) -> str:
    """A word on a ruling, one after the other, when all is told in full."""
    said = table.phrases.asides.get(ruling, []) if table.verbosity == "full" else []
    return said[game["questions"] % len(said)] if said else ""


def _with_offer(draft: Draft, game: PuzzleState, phrases: Phrases) -> Draft:
    """Offer a hint, each time that so many rulings have led nowhere."""
    after = game["offer_hint_after"]
    if draft["event"] != "question_ruled" or not after or game["hints"] >= game["max_hints"]:
        return draft
    stall = evolve(game, draft)["stall"]
    if not stall or stall % after:
        return draft
    said = [str(draft.get("remark") or ""), phrases.say("offer_hint", count=stall)]
    said += [phrases.offer_hint_early] if game["pace"] == "early" else []
    return {**draft, "remark": " ".join(filter(None, said))}


def _on_ruling(draft: Draft, game: PuzzleState, table: PuzzleContext) -> str:
    """A word on what a ruling has brought: all there is, a core fact, something on the way, or nothing."""
    after, core = evolve(game, draft), {*table.puzzle.core_facts}
    found = len(core & {*after["facts"]}) - len(core & {*game["facts"]})
    if holds_all(table, after) and not holds_all(table, game):
        return table.phrases.complete_remark
    if gained(after) <= gained(game) or table.verbosity == "brief":
        return ""
    return table.phrases.progress_remark if found > 0 else table.phrases.step_remark


def _on_verdict(verdict: str, trace: dict[str, Any], places: list[str], phrases: Phrases) -> str:
    remark = [phrases.say(verdict.lower())]
    if verdict == "CLOSE" and trace.get("untold"):
        remark = [phrases.close_untold]
    elif verdict == "CLOSE" and places:
        named = phrases.comma.join(phrases.places[place] for place in places)
        remark = [phrases.say("close_about", places=named)]
    if trace["contradicted"] and verdict in ("CLOSE", "PARTIAL"):
        remark.append(phrases.contradicted)
    if trace["left_out"]:
        remark.append(phrases.say("not_followed", left=trace["left_out"], total=trace["sentences"]))
    return " ".join(remark)
