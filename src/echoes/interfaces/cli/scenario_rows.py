"""The rows of `echoes scenarios list` and `echoes puzzles list`."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rich.cells import cell_len

from echoes.core.errors import UnknownName
from echoes.engine.scenarios.files import nothing_to_play
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.games.base import AnyGame
from echoes.interfaces.cli.output import notice
from echoes.interfaces.line_breaks import padded

_WITHOUT_MODEL = {"not": "  (needs a model)", "hardly": "  (hardly playable without a model)"}
_ID, _TITLE = 24, 28
"""The least widths of the columns."""


def find_game_type(kinds: Mapping[str, AnyGame], name: str) -> AnyGame:
    """Return a kind of game.

    Raises:
        UnknownName: there is none of this name; the message lists the known ones.
    """
    if name not in kinds:
        raise UnknownName(f"unknown kind of game '{name}'", f"Known: {', '.join(sorted(kinds))}.")
    return kinds[name]


def check_language(repository: ScenarioRepository, lang: str) -> None:
    """Refuse a language in which there is nothing to play.

    Raises:
        UnknownName: there is nothing in it; the message lists the known ones.
    """
    known = sorted({scenario.language for _, scenario in repository.list_all()})
    if known and lang not in known:
        raise UnknownName(f"there is nothing to play in '{lang}'", f"Known: {', '.join(known)}.")


class ListedScenario(TypedDict):
    """A line of a list: a scenario in all its languages; as JSON it has all traits of `ScenarioInfo`.

    Attributes:
        reason, why: the reason for its place in a list by what suits a player, as a word and as a sentence.
        session_id: of the game that it goes on with, in such a list.
    """

    game: str
    id: str
    title: str
    languages: list[str]
    difficulty: int | None
    tags: list[str]
    content_warnings: list[str]
    needs_model: NotRequired[bool]
    without_model: NotRequired[str]
    reason: NotRequired[str]
    why: NotRequired[str]
    session_id: NotRequired[str | None]


def rows_of(
    repository: ScenarioRepository, kinds: Mapping[str, AnyGame], game: str | None, lang: str | None
) -> dict[tuple[str, str], ListedScenario]:
    """Return the row of each scenario in a list, all its languages in one row, by kind and id."""
    if game is not None:
        find_game_type(kinds, game)
    if lang is not None:
        check_language(repository, lang)
    rows: dict[tuple[str, str], ListedScenario] = {}
    for name, scenario in repository.list_all(game):
        if lang not in (None, scenario.language):
            continue
        about = kinds[name].about(scenario)
        empty: ListedScenario = {
            "game": name,
            "id": scenario.id,
            "title": scenario.title,
            "languages": [],
            "difficulty": about.difficulty,
            "tags": [*about.tags],
            "content_warnings": [*about.content_warnings],
        }
        if about.needs_model:  # said only of those that do
            empty["needs_model"] = True
        if about.without_model is not None:
            empty["without_model"] = about.without_model
        rows.setdefault((name, scenario.id), empty)["languages"].append(scenario.language)
    return rows


def lines_of(rows: Sequence[ListedScenario]) -> list[str]:
    """Return the rows of a list as lines for people, in columns as wide as the longest that stands there."""
    ids = max((len(row["id"]) for row in rows), default=0)
    titles = max((cell_len(row["title"]) for row in rows), default=0)
    return [
        f"{row['id']:{max(ids, _ID)}} {padded(row['title'], max(titles, _TITLE))} {_rest(row)}"
        for row in rows
    ]


def _rest(row: ListedScenario) -> str:
    """Return the rest behind the title: difficulty, languages, and warnings."""
    warnings = f"  [{', '.join(row['content_warnings'])}]" if row["content_warnings"] else ""
    warnings += _WITHOUT_MODEL.get(row.get("without_model", ""), "")
    stars, why = "★" * (row["difficulty"] or 0), row.get("why")
    return f"{stars:6} {', '.join(row['languages'])}{warnings}" + (f"  {why}" if why else "")


def tell_what_is_missing(repository: ScenarioRepository, game: str | None) -> None:
    """Tell which files can't be read, and in which folders there is nothing at all."""
    for report in repository.file_reports(game):
        if report.error:
            notice(f"echoes: left out: {report.error}")
    if not repository.list_all(game):
        notice(f"echoes: {nothing_to_play(repository.folders, game or '')}")
