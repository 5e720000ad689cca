"""Public traits of scenarios, found once for each version."""

from collections.abc import Mapping

from echoes.core.log.records import ScenarioInfo
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.games.version_cache import VersionCache

_KEPT = 16_384
"""The most scenarios of a kind whose small traits are kept: more than a library shows, which asks for all."""


class ScenarioTraits:
    """Traits of scenarios of all kinds, as their games tell them.

    Args:
        games: the kinds of game, by name.
    """

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._found: dict[str, VersionCache[Scenario, ScenarioInfo]] = {}

    def of(self, game_type: str, scenario: Scenario) -> ScenarioInfo:
        """Return the public traits of a scenario."""
        if game_type not in self._found:
            self._found[game_type] = VersionCache(self._games[game_type].about, _KEPT)
        return self._found[game_type].of(scenario)
