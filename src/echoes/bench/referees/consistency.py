"""`echoes bench consistency`: does a referee contradict itself within a session?

Each group says one thing in several wordings, and the contrary in others. A group is asked in one session
from first to last, and its first wording once more; in another session from last to first. What stands in
the end is what counts, so that a referee that corrects itself is not blamed for its first word.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from echoes.app import open_engine
from echoes.bench.referees.gold import read_rows
from echoes.bench.referees.rulings import OnItem, must_have_answered
from echoes.bench.runs.intervals import Measure, bootstrap, rounded, share_of, total
from echoes.bench.runs.pool import at_most
from echoes.bench.variants import isolated
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.events import QuestionRuled, RulingUnavailable, RulingWord, TurnFailed
from echoes.core.history import draft_of, standing
from echoes.engine.engine import GameEngine

_CONTRARY = {"YES": "NO", "NO": "YES"}


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
    """

    story: str
    lang: str
    ruling: str
    same: int
    forward: tuple[str | None, ...]
    backward: tuple[str | None, ...]
    again: str | None


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
    concurrency: int = 1,
    on_item: OnItem = lambda done, of: None,
) -> list[Answered]:
    """Ask every group, in two sessions of its own.

    Args:
        config: its game storage is left alone.
        groups: what is asked.
        referee: its name.
        concurrency: groups at once.
        on_item: is told of each.
    """
    answered: dict[int, Answered] = {}
    async with open_engine(isolated(config, referee)) as engine:

        async def one(numbered: tuple[int, Group]) -> None:
            number, group = numbered
            texts = [*group.same, *group.opposite]
            forward = await _session(engine, group, [*texts, texts[0]])
            backward = await _session(engine, group, texts[::-1])
            answered[number] = Answered(
                group.story,
                group.lang,
                group.ruling,
                len(group.same),
                tuple(forward[:-1]),
                tuple(backward[::-1]),
                forward[-1],
            )
            on_item(len(answered), len(groups))

        await at_most(concurrency, list(enumerate(groups)), one)
    return [answered[number] for number in range(len(groups))]


async def _session(engine: GameEngine, group: Group, texts: Sequence[str]) -> list[str | None]:
    """The ruling of each text that stands at the end of a session."""
    session = (await engine.create_session(group.story, "player", group.lang)).session_id
    turns: list[int | None] = []
    for text in texts:
        events = [event async for event in engine.handle_message(session, text)]
        if any(isinstance(event, RulingUnavailable | TurnFailed) for event in events):
            trace = engine.storage.event_log.read(session)[-1].trace or {}
            must_have_answered(trace.get("reason"))
        ruled = next((event.turn for event in events if isinstance(event, QuestionRuled)), None)
        turns.append(ruled)
    stands = standing([draft_of(entry) for entry in engine.storage.event_log.read(session)])
    await engine.delete_session(session)
    return [None if turn is None else stands.get(turn) for turn in turns]


def consistency_report(rows: Sequence[Answered], seed: int = 0) -> dict[str, Any]:
    """All figures, with 95 % intervals by bootstrap over stories.

    Each is a share of the pairs of which both were ruled: `paraphrase` that two wordings of one thing
    got different rulings, `negation` that a wording and a contrary one did not get contrary rulings,
    `order` that one wording was ruled otherwise in the other order, `again` that it was when asked
    again. `contradiction` is the share of all these pairs. `coverage` is the share that was ruled;
    `wrong` the share of the ruled that is not as the group says.

    Args:
        rows: one for each group.
        seed: of the resampling.
    """
    stories: dict[str, Counter[str]] = {}
    for row in rows:
        stories.setdefault(row.story, Counter()).update(_tally(row))
    tally = total(stories.values())
    return {
        "groups": len(rows),
        "stories": len(stories),
        "pairs": int(tally.get("pairs", 0)),
        **{name: rounded(measure(tally)) for name, measure in MEASURES.items()},
        "intervals": bootstrap(stories, MEASURES, seed),
    }


def _tally(row: Answered) -> Counter[str]:
    found: Counter[str] = Counter()

    def pair(kind: str, one: str | None, other: str | None, contrary: bool = False) -> None:
        if one is None or other is None:
            return
        wanted = _CONTRARY.get(one, one) if contrary else one
        apart = wanted != other
        found.update({f"{kind} pairs": 1, kind: apart, "pairs": 1, "contradiction": apart})

    for asked in (row.forward, row.backward):
        same, opposite = asked[: row.same], asked[row.same :]
        for one, other in combinations(same, 2):
            pair("paraphrase", one, other)
        for one, other in product(same, opposite):
            pair("negation", one, other, contrary=True)
        wanted = [*[row.ruling] * len(same), *[_CONTRARY.get(row.ruling, row.ruling)] * len(opposite)]
        ruled = [(given, gold) for given, gold in zip(asked, wanted, strict=True) if given is not None]
        found.update(
            {"asked": len(asked), "ruled": len(ruled), "wrong": sum(given != gold for given, gold in ruled)}
        )
    for one, other in zip(row.forward, row.backward, strict=True):
        pair("order", one, other)
    pair("again", row.forward[0], row.again)
    return found


MEASURES: Mapping[str, Measure] = {
    "contradiction": share_of("contradiction", "pairs"),
    "paraphrase": share_of("paraphrase", "paraphrase pairs"),
    "negation": share_of("negation", "negation pairs"),
    "order": share_of("order", "order pairs"),
    "again": share_of("again", "again pairs"),
    "coverage": share_of("ruled", "asked"),
    "wrong": share_of("wrong", "ruled"),
}
"""What is given an interval, by name."""
