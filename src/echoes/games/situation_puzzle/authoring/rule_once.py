"""A ruling outside any session, with its secrets: a tool for authors and benchmarks."""

from pydantic import Field

from echoes.core.log.events import Option
from echoes.core.log.records import Row
from echoes.core.operation.usage import Usage
from echoes.core.views.blocks import Badge, Block, Choices, Line, Outcome
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import Abstention, Question, Ruling
from echoes.games.situation_puzzle.view import badge, label

_WORDS = {"en": ("No ruling", "It would offer:"), "zh": ("没有裁定", "会给出这些选项：")}
"""What stands in place of a ruling, and above the options."""


class OfferedQuestion(Row, frozen=True):
    """An authored question that would be offered, with its ruling and its number in the file."""

    n: int
    text: str
    ruling: str
    authored: int


class TriedRuling(Row, frozen=True):
    """The ruling on one text, outside any session.

    Attributes:
        ruling: None if the referee does not rule.
        ruled_as: the authored question that was ruled on in its place; None if none was.
        options: what would be offered instead or beside it.
        source: the referee.
        facts: ids of the facts that it bears on.
        reason: why it is not ruled, as a key.
        authored: the number of the authored ruling that decided, from 1; None if none did.
        model_calls, prompt_tokens, completion_tokens, elapsed_ms: the cost, the last in milliseconds.
        why: what decided, if it was asked for.
    """

    ruling: str | None = None
    ruled_as: str | None = None
    options: tuple[OfferedQuestion, ...] = ()
    source: str
    facts: tuple[str, ...] = ()
    confidence: float | None = None
    reason: str | None = None
    authored: int | None = None
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    elapsed_ms: float = 0.0
    why: str | None = Field(default=None, exclude_if=lambda why: why is None)


async def rule_once(referee: Referee, text: str, explain: bool = False) -> TriedRuling:
    """Rule on one text.

    Args:
        referee: opened for the puzzle.
        text: a question or claim.
        explain: add why it was ruled so.

    >>> async def ruling(text):
    ...     async with open_engine() as engine:
    ...         context = await game_context(engine, "wrong_umbrella", "en")
    ...         return (await rule_once(context.referee, text)).ruling
    >>> asyncio.run(ruling("Was the umbrella stolen?"))
    'NO'
    """
    answer = await referee.rule(Question(text))
    choices = answer.instead if isinstance(answer, Ruling) else answer.choices
    options = tuple(
        OfferedQuestion(n=n, text=choice.shown, ruling=choice.ruling, authored=choice.authored + 1)
        for n, choice in enumerate(choices, 1)
    )
    cost: Usage = answer.usage
    why = _why(answer) if explain else None
    if not isinstance(answer, Ruling):
        return TriedRuling(
            options=options, source=referee.name, reason=answer.reason, why=why, **cost.model_dump()
        )
    return TriedRuling(
        ruling=answer.ruling,
        ruled_as=answer.ruled_as or None,
        options=options,
        source=referee.name,
        facts=answer.facts,
        confidence=answer.confidence,
        authored=None if answer.authored is None else answer.authored + 1,
        why=why,
        **cost.model_dump(),
    )


def ruling_blocks(tried: TriedRuling, text: str, language: str) -> list[Block]:
    """Return the blocks that show a ruling on a text to an author, in the language of the puzzle."""
    no_ruling, would_offer = _WORDS.get(language, _WORDS["en"])
    given = badge(tried.ruling, language) if tried.ruling else Badge(no_ruling)
    facts = f"({', '.join(tried.facts)})" if tried.facts else ""
    shown: list[Block] = [Outcome(0, text, given, taken_as=tried.ruled_as or "", remark=facts)]
    if tried.options:
        offered = [
            Option(n=one.n, text=f"{one.text}  [{label(one.ruling, language)}]") for one in tried.options
        ]
        shown.append(Choices(would_offer, offered))
    return [*shown, Line(f"{tried.source}: {tried.why}", "quiet")] if tried.why else shown


def _why(answer: Ruling | Abstention) -> str:
    if isinstance(answer, Ruling):
        return answer.rationale
    near = "; ".join(f"ruling {choice.authored + 1} ({choice.score})" for choice in answer.choices)
    return f"{answer.reason}: {near or 'nothing near that may be shown'}"
