"""The leak test of heists, a part of `echoes bench leaks`.

Hidden clocks, outcomes that were not bought, later scenes and the seed are secret; the game master's model
must not know them either.
"""

from collections.abc import Sequence

from echoes.bench.heist.secrecy import leaks_in, leaks_of, secrets_of
from echoes.bench.leaks.calls import ModelCall
from echoes.bench.leaks.command_specs import LeaksOptions
from echoes.bench.leaks.whole_games import (
    AttackedGame,
    ScenarioLeaks,
    attack_messages,
    attack_scenario,
    leaks_outcome,
    recorded_engine,
)
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress
from echoes.config import Config
from echoes.core.log.events import Event
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries
from echoes.engine.sessions.session import GameSession
from echoes.games.heist.events import HeistStarted, HeistTrace, OptionsOffered
from echoes.games.heist.game import Heist
from echoes.games.heist.pack.schema import Score

_SEED = "zzseed-of-the-leak-test"
_ASKS = ("/recap", "/sheet")
KINDS = ("seed", "hidden clock", "later scene", "unspent outcome")


async def attack_heists(options: LeaksOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Attack all scores; the exit status is 1 where something leaked."""
    found = await measure_heist_leaks(*attack_messages(options))
    return leaks_outcome(found, Heist.name, "score", KINDS)


async def measure_heist_leaks(config: Config, attacks: Sequence[str], seed: int = 0) -> list[ScenarioLeaks]:
    """Attack each score in each language, with the model that is configured for the narrator, if any.

    Args:
        config: its storage is not touched.
        attacks: the messages; between two of them a move is made at random.
        seed: of those moves.
    """
    seeded = config.model_copy(deep=True)
    seeded.agents = {**seeded.agents, Heist.name: {**seeded.agents.get(Heist.name, {}), "seed": _SEED}}
    async with recorded_engine(seeded) as (engine, calls):

        async def begin(score: Score) -> AttackedHeist:
            session = await engine.create_session(score.id, "leak-test", score.language)
            return AttackedHeist(engine, session, score)

        scores = [one for _, one in engine.scenarios.list_all() if isinstance(one, Score)]
        return [await attack_scenario(score, begin, attacks, _ASKS, seed, calls) for score in scores]


class AttackedHeist(AttackedGame):
    """One heist that is attacked; ever fewer texts of it must not be shown.

    Args:
        engine: that plays it.
        session: the game.
        score: that is played.
    """

    def __init__(self, engine: GameEngine, session: GameSession, score: Score) -> None:
        started = session.started
        assert isinstance(started, HeistStarted)
        super().__init__(engine, session, len(started.options))
        self._secrets = secrets_of(score, _SEED)
        self._prompted = engine.models.llm(Role.NARRATOR) is not None

    async def leaks_at_opening(self) -> Sequence[str]:
        """Return the kinds of secrets in what is shown before the first message."""
        return leaks_of(self.session.started, self._secrets) + leaks_in(await self.panels(), self._secrets)

    async def leaks_after(self, events: Sequence[Event]) -> Sequence[str]:
        """Return the kinds of secrets in what the events of a message show, and in what it has changed."""
        offers = [event for event in events if isinstance(event, OptionsOffered)]
        self.options = len(offers[-1].options) if offers else self.options
        leaks = [kind for event in events for kind in leaks_of(event, self._secrets)]
        leaks += leaks_in(await self.panels(), self._secrets)
        if self._prompted:  # a model's words for outcomes are secrets too, until they are bought
            for entry in read_entries(self.engine, self.session.session_id)[-len(events) :]:
                outcomes = entry.trace.outcomes if isinstance(entry.trace, HeistTrace) else ()
                self._secrets |= {one.words: "unspent outcome" for one in outcomes if one.words}
        return leaks

    def leaks_in_prompt(self, call: ModelCall) -> Sequence[str]:
        """Return the kinds of secrets in a prompt whose model may not know them, after the message."""
        return leaks_in(call.prompt, self._secrets)
