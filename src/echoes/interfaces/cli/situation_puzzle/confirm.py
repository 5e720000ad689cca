"""`echoes puzzles confirm`: an author confirms what a model, a collection or players have brought."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.publishing import (
    Publication,
    publication_of,
    publish_or_keep,
    published_language,
)
from echoes.engine.sessions.queries import games_of
from echoes.games.author_forms import Decision, Gap
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.situation_puzzle.confirm_screen import ConfirmScreen
from echoes.interfaces.cli.situation_puzzle.kept_decisions import KeptDecisions
from echoes.interfaces.cli.with_engine import with_engine


def confirm(
    puzzle: Annotated[str, typer.Argument(help="The puzzle's id.")],
    lang: LangOption = None,
    sure: Annotated[
        bool, typer.Option("--sure", help="Confirm all that is not in doubt, and ask nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Confirm what waits in a puzzle, a key each: what is most in doubt first. It shows secrets.

    While the puzzle has too few rulings, questions follow that people ask of every puzzle.
    Stop whenever you like, and come back: what you decided is kept. --json only lists what waits.
    """

    async def work(engine: GameEngine) -> None:
        found = publication_of(engine, puzzle, lang or published_language(engine, puzzle))
        if engine.scenarios.would_be_lost(found.game, found.scenario) or found.status == "bundled":
            raise BadInput(f"'{puzzle}' came with the app", "Take in a version with an id of your own.")
        played = await games_of(engine, found.scenario)
        waiting, guiding = _gaps(engine, found, played)
        gaps = [*waiting, *guiding]
        if as_json and not sure:
            for gap in waiting:
                json_line({**asdict(gap), "key": gap.name})
            return
        path = decisions_file(found.scenario.id, found.scenario.language)
        kept = KeptDecisions(path, found.scenario.content_hash)
        if not sure:
            _ask_a_person(kept, gaps, found.scenario.language)
        decided = _decided_before(kept, gaps)
        if sure:
            known = {one.name for one in decided}
            open_gaps = (gap for gap in waiting if gap.is_sure and gap.name not in known)
            decided += [Decision(gap.name, gap.suggested) for gap in open_gaps]
        saved, left = _save(engine, found, decided, (waiting, guiding), played)
        kept.clear()
        _tell(found, saved, len(decided) - saved, left, as_json)

    with_engine(work)


def decisions_file(puzzle_id: str, language: str) -> Path:
    """Return the file of decisions until they are in the puzzle."""
    return load_config().paths.game_storage / "drafts" / f"{puzzle_id}_{language}" / "decisions.jsonl"


def _gaps(
    engine: GameEngine, found: Publication, played: Sequence[Sequence[Entry]]
) -> tuple[list[Gap], list[Gap]]:
    """Return the gaps that wait, and questions that every puzzle should answer and this one does not yet."""
    game, scenario = engine.games[found.game], found.scenario
    waiting = [*game.gaps(scenario, played, scenario.language)]
    texts = {gap.text for gap in waiting}
    guiding = game.guiding_questions(scenario, scenario.language)
    return waiting, [gap for gap in guiding if gap.text not in texts]


def _fitting(decided: Iterable[Decision], gaps: Sequence[Gap]) -> list[Decision]:
    """Return the decisions that gaps offer."""
    choices = {gap.name: dict(gap.choices) for gap in gaps}
    links = {gap.name: dict(gap.links) for gap in gaps}
    return [
        one
        for one in decided
        if one.choice in choices.get(one.name, ()) and links[one.name].keys() >= {*(one.links or ())}
    ]


def _decided_before(kept: KeptDecisions, gaps: Sequence[Gap]) -> list[Decision]:
    return _fitting(kept.read({gap.name for gap in gaps}), gaps)


def _ask_a_person(kept: KeptDecisions, gaps: Sequence[Gap], language: str) -> None:
    """Show what is not decided yet; each decision is on disk at once."""
    known = {one.name for one in _decided_before(kept, gaps)}
    open_gaps = [gap for gap in gaps if gap.name not in known]
    read, ask = _keys()
    ConfirmScreen(open_gaps, language, read, ask, print, kept.add).run()


def _keys() -> tuple[Callable[[], str], Callable[[str], str]]:
    """Return functions that read a key and ask for a line; from a pipe each key is a line."""
    if sys.stdin.isatty():
        return typer.getchar, input

    def line(question: str = "") -> str:
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        return text.rstrip("\n")

    return line, line


def _save(
    engine: GameEngine,
    found: Publication,
    decided: Sequence[Decision],
    gaps: tuple[Sequence[Gap], Sequence[Gap]],
    played: Sequence[Sequence[Entry]],
) -> tuple[int, int]:
    """Save the decisions as one new version; what somebody else has changed meanwhile stays.

    Returns:
        The number of decisions that were saved, and of what waits still.
    """
    if not decided:
        return 0, len(gaps[0])
    with engine.scenarios.writing():
        current = publication_of(engine, found.scenario.id, found.scenario.language)
        if current.scenario.content_hash != found.scenario.content_hash:
            now = _gaps(engine, current, played)
            decided, gaps = _still_fitting(decided, [*gaps[0], *gaps[1]], [*now[0], *now[1]]), now
        if decided:
            publish_or_keep(engine, current, engine.games[found.game].decide(current.scenario, decided))
    names = {one.name for one in decided}
    return len(decided), sum(gap.name not in names for gap in gaps[0])


def _still_fitting(decided: Sequence[Decision], before: Sequence[Gap], now: Sequence[Gap]) -> list[Decision]:
    """Return the decisions that mean in another version what they meant before.

    A label tells: the ruling that a number stands for may be another one now.
    """
    old, new = ({(gap.name, *choice) for gap in gaps for choice in gap.choices} for gaps in (before, now))
    offered = {(name, choice) for name, choice, _ in old & new}
    return [one for one in _fitting(decided, now) if (one.name, one.choice) in offered]


def _tell(found: Publication, decided: int, unfit: int, left: int, as_json: bool) -> None:
    scenario = found.scenario
    if as_json:
        json_line({"id": scenario.id, "language": scenario.language, "decided": decided, "left": left})
        return
    print(f"{pluralize(decided, 'decision')} saved, {left} left.")
    if unfit:
        print(f"{pluralize(unfit, 'decision')} no longer fit: somebody changed the puzzle meanwhile.")
    if found.status == "withdrawn":
        print(
            f"No player sees it yet: echoes puzzles republish {scenario.id} --lang {scenario.language} "
            "publishes it."
        )
