"""A ruling outside any session, with its secrets: a tool for authors and benchmarks."""

from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import Abstention, Question, Ruling


async def rule_once(referee: Referee, text: str, explain: bool = False) -> JsonObject:
    """Rule on one text.

    Args:
        referee: opened for the puzzle.
        text: a question or claim.
        explain: add why it was ruled so.
    Returns:
        `ruling` (None where the referee does not rule), `ruled_as` (the authored question that was
        ruled on in its place, None where none was), `options` that would be offered instead or beside
        it, `reason` (why not, as a key), `source`, `facts`, `confidence`, and the costs.
    """
    answer = await referee.rule(Question(text))
    result: JsonObject = {
        "ruling": None,
        "ruled_as": None,
        "options": [],
        "source": referee.name,
        "facts": [],
        "confidence": None,
        "reason": None,
    }
    if isinstance(answer, Ruling):
        result |= {"ruling": answer.ruling, "facts": [*answer.facts], "confidence": answer.confidence}
        result["ruled_as"] = answer.ruled_as or None
        result["authored"] = None if answer.authored is None else answer.authored + 1
    else:
        result["reason"] = answer.reason
    choices = answer.instead if isinstance(answer, Ruling) else answer.choices
    result["options"] = [
        {"n": n, "text": choice.text, "ruling": choice.ruling, "authored": choice.authored + 1}
        for n, choice in enumerate(choices, 1)
    ]
    result |= answer.usage.model_dump()
    if explain:
        result["why"] = _why(answer)
    return result


def _why(answer: Ruling | Abstention) -> str:
    if isinstance(answer, Ruling):
        return answer.rationale
    near = "; ".join(f"ruling {choice.authored + 1} ({choice.score})" for choice in answer.choices)
    return f"{answer.reason}: {near or 'nothing near that may be shown'}"
