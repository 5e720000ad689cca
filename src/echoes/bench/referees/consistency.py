"""`echoes bench consistency`: does a referee contradict itself within a session?

Each group says one thing in several wordings, and the contrary in others. A group is asked in one session
from first to last, and its first wording once more; in another session from last to first. What stands in
the end is what counts, so that a referee that corrects itself is not blamed for its first word.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from echoes.app import open_engine
from echoes.bench.referees.gold import read_rows
from echoes.bench.referees.rulings import must_have_answered
from echoes.bench.runs.folder import Rows
from echoes.bench.runs.pool import OnItem, carry_out, named
from echoes.bench.variants import isolated
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.events import TurnFailed
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.events import QuestionRuled, RulingUnavailable, RulingWord
from echoes.games.situation_puzzle.rulings import standing
from echoes.games.situation_puzzle.traces import UnavailableTrace


@dataclass(frozen=True)
class Group:
    """One thing in several wordings.

    Attributes:
        ruling: what `same` should get; `opposite` the contrary.
    """

    story: str
    lang: str
    ruling: RulingWord
    same: Annotated[tuple[str, ...], Field(min_length=1)]
    opposite: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answered:
    """What a group got: the rulings that stand, None for none; `same` first, then `opposite`.

    Attributes:
        forward, backward: asked from first to last, and from last to first.
        again: of the first wording, asked once more at the end of the first session.
        forward_as, backward_as, again_as: which of them are rulings on another question that was shown.
    """

    story: str
    lang: str
    ruling: str
    same: int
    forward: tuple[str | None, ...]
    backward: tuple[str | None, ...]
    again: str | None
    forward_as: tuple[bool, ...] = ()
    backward_as: tuple[bool, ...] = ()
    again_as: bool = False


def read_groups(path: Path) -> list[Group]:
    """Groups from JSON lines.

    Raises:
        BadInput: a line is no group.
    """
    groups: list[Group] = []
    for number, row in enumerate(read_rows(path, ("story", "lang", "ruling", "same")), 1):
        try:
            groups.append(_GROUP.validate_python(row))
        except ValidationError as error:
            said = error.errors()[0]["msg"]
            raise BadInput(f"{path}, group {number}: {said}", "See data/gold/consistency.") from None
    return groups


_GROUP = TypeAdapter(Group)


async def ask_groups(
    config: Config,
    groups: Sequence[Group],
    referee: str,
    run: Rows[Answered] | None = None,
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
) -> list[Answered]:
    """Ask every group, in two sessions of its own.

    Args:
        config: its game storage is left alone.
        groups: what is asked.
        referee: its name.
        run: keeps what each group got, and has those of before; None keeps none.
        concurrency: groups at once.
        on_item: is told of each.
    """
    async with open_engine(isolated(config, referee)) as engine:

        async def one(group: Group) -> Answered:
            texts = [*group.same, *group.opposite]
            forward, forward_as = await _session(engine, group, [*texts, texts[0]])
            backward, backward_as = await _session(engine, group, texts[::-1])
            return Answered(
                group.story,
                group.lang,
                group.ruling,
                len(group.same),
                tuple(forward[:-1]),
                tuple(backward[::-1]),
                forward[-1],
                tuple(forward_as[:-1]),
                tuple(backward_as[::-1]),
                forward_as[-1],
            )

        return await carry_out(named(groups, _name), one, run, concurrency, on_item)


def _name(group: Group) -> str:
    """What tells a group from others: with other wordings it is another."""
    wordings = "\n".join((group.ruling, *group.same, "", *group.opposite))
    told = hashlib.sha256(wordings.encode()).hexdigest()[:12]
    return f"{group.story} | {group.lang} | {group.same[0]} | {told}"


async def _session(
    engine: GameEngine, group: Group, texts: Sequence[str]
) -> tuple[list[str | None], list[bool]]:
    """The ruling of each text that stands in the end, and whether it is one on another question."""
    session = (await engine.create_session(group.story, "player", group.lang)).session_id
    turns: list[int | None] = []
    taken_for: list[bool] = []
    for text in texts:
        events = [event async for event in engine.handle_message(session, text)]
        if any(isinstance(event, RulingUnavailable | TurnFailed) for event in events):
            why = engine.storage.event_log.read(session)[-1].traced(UnavailableTrace)
            must_have_answered(why.reason or None)
        ruled = next((event for event in events if isinstance(event, QuestionRuled)), None)
        turns.append(ruled.turn if ruled else None)
        taken_for.append(ruled is not None and ruled.ruled_as)
    stands = standing(engine.storage.event_log.read(session))
    await engine.delete_session(session)
    return [None if turn is None else stands.get(turn) for turn in turns], taken_for
