"""Game types by name, each imported and made when it is first used."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import RLock

from echoes.core.registry import Registry
from echoes.games.base import AnyGame

GAME_TYPES = Registry(
    "game type",
    "echoes.games",
    {
        "situation_puzzle": "echoes.games.situation_puzzle.game:SituationPuzzle",
        "story": "echoes.games.story.game:StoryGame",
        "heist": "echoes.games.heist.game:Heist",
        "party": "echoes.games.party.game:Party",
    },
)


class GameTypes(Mapping[str, AnyGame]):
    """The game types that are installed; whoever plays one game does not wait for the import of the others.

    Args:
        names: in their order.
        make: makes the game type of a name.
    """

    def __init__(self, names: Sequence[str], make: Callable[[str], AnyGame]) -> None:
        self._names, self._make = dict.fromkeys(names), make
        self._made: dict[str, AnyGame] = {}
        self._making = RLock()

    def __getitem__(self, name: str) -> AnyGame:
        """Return a game type.

        Raises:
            KeyError: there is none of that name.
            BadSetting: its part of the settings is invalid.
        """
        if name not in self._names:
            raise KeyError(name)
        with self._making:
            if name not in self._made:
                self._made[name] = self._make(name)
            return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
