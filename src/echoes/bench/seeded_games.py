"""Games that AI players play to the end by seed, shared out to processes.

The kind of game brings what plays a range of them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from operator import attrgetter
from statistics import mean
from typing import Protocol, TypeVar

from echoes.app import game_types, open_scenarios
from echoes.bench.runs.benchmark import Lang, OnProgress, json_text
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.player_registry import PlayerRegistry
from echoes.games.scenario import ScenarioT

_OF_MORE = ("model", "scripted")
"""Players that a seed is not enough for."""
_CHUNK = 20
"""Games that a process plays before it says so."""


@dataclass(frozen=True)
class SeededResult:
    """One game.

    Attributes:
        scenario: its id.
        player: the name of the strategy.
        ending: its id; empty where the game did not end.
        points: of the ending, 0 to 100.
        leaks: hidden things that somebody was shown before their time.
    """

    scenario: str
    player: str
    ending: str
    success: bool
    points: int
    leaks: int


ResultT = TypeVar("ResultT", bound=SeededResult)


class SeededOptions(Protocol):
    """The options that all such benchmarks have."""

    @property
    def games(self) -> int:
        """The games of each player, of each scenario."""
        ...

    @property
    def seed(self) -> int:
        """The seed of all games."""
        ...

    @property
    def concurrency(self) -> int:
        """The number of processes."""
        ...


def scenarios_to_play(kind: type[ScenarioT], name: str, wanted: str | None, lang: Lang) -> list[ScenarioT]:
    """Return the scenarios of a kind in one language.

    Args:
        kind: their class.
        name: of such a scenario, for a message.
        wanted: the id of the only one; None for all.
        lang: None for English.
    Raises:
        BadInput: there is none.
    """
    config, language = load_config(), lang or "en"
    repository = open_scenarios(config, game_types(config))
    known = [one for _, one in repository.list_all() if isinstance(one, kind) and one.language == language]
    found = [one for one in known if wanted in (None, one.id)]
    if not found:
        which = f" '{wanted}'" if wanted else ""
        ids = ", ".join(sorted(one.id for one in known)) or "none"
        raise BadInput(f"there is no {name}{which} in '{language}'", f"Known: {ids}.")
    return found


def players_named(names: str, registry: PlayerRegistry) -> list[str]:
    """Return the names of strategies.

    Args:
        names: with commas between.
        registry: of the kind's strategies.
    Raises:
        UnknownName: one of them is not there.
        BadInput: one of them needs more than a seed.
    """
    found = [name.strip() for name in names.split(",")]
    for name in found:
        registry.load(name)
        if name in _OF_MORE:
            raise BadInput(
                f"the player '{name}' doesn't play by seed alone", f"Watch it with: echoes play --ai {name}"
            )
    return found


def play_by_seed(
    play: Callable[[ScenarioT, str, Sequence[int], int], list[ResultT]],
    scenarios: Sequence[ScenarioT],
    players: Sequence[str],
    options: SeededOptions,
    on_progress: OnProgress,
) -> list[ResultT]:
    """Play each scenario by each player.

    Args:
        play: plays games of one scenario by one player, given their numbers and the seed; a function that
            another process can import.
        scenarios: that are played.
        players: the names of strategies.
        options: how many games, in how many processes.
        on_progress: is told how many games are over.
    """
    results = list[ResultT]()
    whole = len(scenarios) * len(players) * options.games
    with ProcessPoolExecutor(options.concurrency) as pool:
        jobs = [
            pool.submit(play, one, player, range(at, min(at + _CHUNK, options.games)), options.seed)
            for one in scenarios
            for player in players
            for at in range(0, options.games, _CHUNK)
        ]
        for job in as_completed(jobs):
            results += job.result()
            on_progress(len(results), whole)
    return results


@dataclass(frozen=True)
class SeededRow:
    """The games of one scenario that one player played.

    Attributes:
        key: the JSON key of the scenario's id.
        success: the share that was won.
        points: on average.
        averages: of what else is counted, by name.
        endings: the number of games by ending.
    """

    key: str
    scenario: str
    player: str
    games: int
    success: float
    points: float
    averages: dict[str, float]
    endings: dict[str, int]

    def json(self) -> str:
        """Return it as a line of JSON."""
        averages = {"points": self.points, **self.averages}
        return json_text({
            self.key: self.scenario, "player": self.player, "games": self.games, "success": self.success,
            **averages, "endings": self.endings,
        })  # fmt: skip

    def text(self) -> str:
        """Return it as a line of text."""
        endings = ", ".join(f"{name} {count}" for name, count in self.endings.items())
        averages = ", ".join(
            f"{mean} {name}" for name, mean in {"points": self.points, **self.averages}.items()
        )
        return (
            f"{self.scenario:18} {self.player:10} {100 * self.success:5.1f} % of {self.games} games; "
            f"{averages} ({endings})"
        )


def row_of(
    results: Iterable[SeededResult], key: str, scenario: str, player: str, counted: Sequence[str]
) -> SeededRow:
    """Return the results of the games of one scenario and player.

    Args:
        results: of all games.
        key: the JSON key of the scenario's id.
        scenario: its id.
        player: the name of the strategy.
        counted: the fields of a result whose averages are told.
    """
    own = [one for one in results if (one.scenario, one.player) == (scenario, player)]
    return SeededRow(
        key,
        scenario,
        player,
        len(own),
        success=round(mean(one.success for one in own), 4),
        points=round(mean(one.points for one in own), 1),
        averages={name: round(mean(map(attrgetter(name), own)), 1) for name in counted},
        endings=dict(sorted(Counter(one.ending or "none" for one in own).items())),
    )


def leaks_and_unended(results: Sequence[SeededResult]) -> tuple[int, int]:
    """Return the number of leaks, and of games that did not end."""
    return sum(one.leaks for one in results), sum(not one.ending for one in results)
