"""The last nodes of a message: hold back secrets, and reveal the solution when the game is over."""

from typing import Literal

from langgraph.runtime import Runtime

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import PuzzleEnded, SolutionRevealed
from echoes.games.situation_puzzle.reducer import evolve_all
from echoes.games.situation_puzzle.session.record import final_score
from echoes.games.situation_puzzle.turn.context import PuzzleContext, PuzzleTurn, puzzle_state

_SHORTEST_SECRET = 8
"""Characters of the shortest secret sentence that is looked for in remarks."""


async def guard_disclosure(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Blank a remark that holds a sentence of the secret tier.

    A precaution against a puzzle whose author put the solution into a public remark; the
    protection is that no step writes such words.
    """
    outbox = state.get("outbox", ())
    if not any(map(_remark, outbox)):
        return {}
    reader = runtime.context.reader
    sentences = runtime.context.secret_sentences
    secrets = [secret for secret in sentences if len(secret) >= _SHORTEST_SECRET]

    def guarded(entry: Entry) -> Entry:
        remark = reader.normalize(_remark(entry))
        return entry.changed(remark="") if any(secret in remark for secret in secrets) else entry

    return {"outbox": [guarded(entry) if _remark(entry) else entry for entry in outbox]}


def _remark(entry: Entry) -> str:
    return str(getattr(entry.event, "remark", "") or "")


async def reveal_solution(state: PuzzleTurn, runtime: Runtime[PuzzleContext]) -> PuzzleTurn:
    """Put the solution into the outbox; no other node does."""
    context, game = runtime.context, puzzle_state(state)
    ending = _ending(state) or "ABORTED"
    answers = evolve_all(game, state.get("outbox", ()))["answers"]
    facts = [fact.statement for fact in context.puzzle.judged_facts if context.puzzle.has_facts]
    ended = PuzzleEnded(
        status=ending,
        score=final_score(ending, game["questions"], game["hints"], answers),
        questions=game["questions"],
        hints=game["hints"],
    )
    revealed = SolutionRevealed(answer=context.puzzle.answer, facts=facts)
    return {"outbox": [*state.get("outbox", ()), Entry(revealed), Entry(ended)]}


def route_by_ending(state: PuzzleTurn) -> str:
    """Route to the reveal when the game is over, solved or given up."""
    return "reveal_solution" if _ending(state) else "close"


def _ending(state: PuzzleTurn) -> Literal["COMPLETED", "ABORTED"] | None:
    events = [entry.event for entry in state.get("outbox", ())]
    if any(event.ends_game for event in events):
        return "COMPLETED"
    return "ABORTED" if state.get("gives_up") else None
