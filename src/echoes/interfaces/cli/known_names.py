"""Kinds of game and languages that a person names: an unknown one is refused with the known ones."""

from collections.abc import Mapping

from echoes.core.errors import UnknownName
from echoes.engine.scenario_repository import ScenarioRepository
from echoes.games.base import AnyGame


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
