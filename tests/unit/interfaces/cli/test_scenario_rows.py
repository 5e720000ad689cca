"""An unknown kind or language is refused with the known ones."""

from types import SimpleNamespace
from typing import Any

import pytest

from echoes.core.errors import UnknownName
from echoes.interfaces.cli.scenario_rows import check_language, find_game_type

KINDS: Any = {"story": "a story", "heist": "a heist"}


def repository(*languages: str) -> Any:
    """A repository with one scenario in each language."""
    return SimpleNamespace(list_all=lambda: [("story", SimpleNamespace(language=one)) for one in languages])


def test_a_known_kind_is_found_and_another_refused():
    assert find_game_type(KINDS, "heist") == "a heist"
    with pytest.raises(UnknownName, match="unknown kind of game 'chess'") as refused:
        find_game_type(KINDS, "chess")
    assert "heist, story" in str(refused.value)


def test_a_language_with_nothing_to_play_is_refused_unless_there_is_nothing_at_all():
    check_language(repository("en", "zh"), "zh")
    check_language(repository(), "fr")
    with pytest.raises(UnknownName, match="nothing to play in 'fr'") as refused:
        check_language(repository("zh", "en"), "fr")
    assert "en, zh" in str(refused.value)
