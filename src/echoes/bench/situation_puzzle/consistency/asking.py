"""Asking a referee the same thing in several wordings, orders and sessions.

Each group says one thing in several wordings, and the contrary in others. A group is asked in one session
from first to last, and its first wording once more; in another session from last to first. The rulings that
stand at the end of a session count, so that a referee may correct itself.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from echoes.app import open_engine
from echoes.bench.runs.jobs import Execution, run_jobs, with_unique_keys
from echoes.bench.runs.json_lines import read_json_lines
from echoes.bench.runs.variants import sandboxed
from echoes.bench.situation_puzzle.rulings.scoring import require_reply
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.log.events import TurnFailed
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries
from echoes.games.situation_puzzle.events import QuestionRuled, RulingUnavailable, RulingWord
from echoes.games.situation_puzzle.session.current_rulings import current_rulings
from echoes.games.situation_puzzle.traces import UnavailableTrace


@dataclass(frozen=True)
class WordingGroup:
    """One thing in several wordings.

    Attributes:
        ruling: of the wordings in `same`; those in `opposite` should get the contrary.
    """

    story: str
    lang: str
    ruling: RulingWord
    same: Annotated[tuple[str, ...], Field(min_length=1)]
    opposite: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupRulings:
    """The rulings on a group that stand, None for none; those on `same` first, then those on `opposite`.

    Attributes:
        ruling: of the gold set.
        same: how many of the wordings say the same.
        forward, backward: asked from first to last, and from last to first.
        again: of the first wording, asked once more at the end of the first session.
        forward_as, backward_as, again_as: true for rulings on another question that was shown.
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


def read_groups(path: Path) -> list[WordingGroup]:
    """Read groups from JSON lines.

    Raises:
        BadInput: a line is no group.
    """
    groups: list[WordingGroup] = []
    for number, row in enumerate(read_json_lines(path, ("story", "lang", "ruling", "same")), 1):
        try:
            groups.append(_GROUP.validate_python(row.fields))
        except ValidationError as error:
            said = error.errors()[0]["msg"]
            raise BadInput(f"{path}, group {number}: {said}", "See data/gold/consistency.") from None
    return groups


_GROUP = TypeAdapter(WordingGroup)


async def ask_groups(
    config: Config,
    groups: Sequence[WordingGroup],
    referee: str,
    execution: Execution[GroupRulings] | None = None,
) -> list[GroupRulings]:
    """Ask every group, in two sessions of its own.

    Args:
        config: its game storage is not touched.
        groups: the groups.
        referee: its name.
        execution: how they are run; None for one at a time, keeping no row.
    """
    async with open_engine(sandboxed(config, referee)) as engine:

        async def one(group: WordingGroup) -> GroupRulings:
            texts = [*group.same, *group.opposite]
            forward, forward_as = await _session(engine, group, [*texts, texts[0]])
            backward, backward_as = await _session(engine, group, texts[::-1])
            return GroupRulings(
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

        return await run_jobs(with_unique_keys(groups, _key), one, execution or Execution())


def _key(group: WordingGroup) -> str:
    """Return the key of a group; with other wordings it is another."""
    wordings = "\n".join((group.ruling, *group.same, "", *group.opposite))
    digest = hashlib.sha256(wordings.encode()).hexdigest()[:12]
    return f"{group.story} | {group.lang} | {group.same[0]} | {digest}"


async def _session(
    engine: GameEngine, group: WordingGroup, texts: Sequence[str]
) -> tuple[list[str | None], list[bool]]:
    """Return the ruling on each text that stands at the end, and whether it is one on another question."""
    session = (await engine.create_session(group.story, "player", group.lang)).session_id
    turns: list[int | None] = []
    ruled_as: list[bool] = []
    for text in texts:
        events = [event async for event in engine.handle_message(session, text)]
        if any(isinstance(event, RulingUnavailable | TurnFailed) for event in events):
            why = read_entries(engine, session)[-1].traced(UnavailableTrace)
            require_reply(why.reason or None)
        ruled = next((event for event in events if isinstance(event, QuestionRuled)), None)
        turns.append(ruled.turn if ruled else None)
        ruled_as.append(ruled is not None and ruled.ruled_as)
    stands = current_rulings(read_entries(engine, session))
    await engine.delete_session(session)
    return [None if turn is None else stands.get(turn) for turn in turns], ruled_as
