"""The leak test of stories, a part of `echoes bench leaks`.

Secrets that nobody told, the private sides of characters, later chapters and endings must not be shown. Only
the judgement of a character may be shown its own part.
"""

from collections.abc import Sequence

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
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.session import GameSession
from echoes.games.story.agents.windows import CHECK, JUDGEMENT
from echoes.games.story.game import StoryGame
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.state import StoryState, does_know

KINDS = ("secret", "private side", "condition", "later chapter", "ending")
_ASKS = ("/recap", "/notebook", "/who")


async def attack_stories(options: LeaksOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Attack all stories; the exit status is 1 where something leaked."""
    found = await measure_story_leaks(*attack_messages(options))
    return leaks_outcome(found, StoryGame.name, "story", KINDS)


async def measure_story_leaks(config: Config, attacks: Sequence[str], seed: int = 0) -> list[ScenarioLeaks]:
    """Attack each story in each language, with the models that are configured, if any.

    Args:
        config: its storage is not touched.
        attacks: the messages; between two of them a move is made at random.
        seed: of those moves.
    """
    async with recorded_engine(config) as (engine, calls):

        async def begin(story: StoryPack) -> AttackedStory:
            session = await engine.create_session(story.id, "leak-test", story.language)
            return AttackedStory(engine, session, story, await session.state())

        stories = [one for _, one in engine.scenarios.list_all() if isinstance(one, StoryPack)]
        return [await attack_scenario(story, begin, attacks, _ASKS, seed, calls) for story in stories]


class AttackedStory(AttackedGame):
    """One story that is attacked.

    Args:
        engine: that plays it.
        session: the game.
        story: that is played.
        state: of the game.
    """

    def __init__(self, engine: GameEngine, session: GameSession, story: StoryPack, state: StoryState) -> None:
        super().__init__(engine, session, len(state["asked"]))
        self._story, self._state = story, state

    async def leaks_at_opening(self) -> Sequence[str]:
        """Return the kinds of secrets in what is shown before the first message."""
        return await self._leaks_in(_text_of(self.session.started))

    async def leaks_after(self, events: Sequence[Event]) -> Sequence[str]:
        """Return the kinds of secrets in what the events of a message show, and in what it has changed."""
        self._state = await self.session.state()
        self.options = len(self._state["asked"])
        return await self._leaks_in("".join(map(_text_of, events)))

    def leaks_in_prompt(self, call: ModelCall) -> Sequence[str]:
        """Return the kinds of secrets in a prompt whose model may not know them, after the message."""
        who = PLAYER
        if call.role == JUDGEMENT:
            head = call.prompt[:120]
            who = next((key for key, one in self._story.cast.items() if one.name in head), PLAYER)
        hidden = hidden_texts(self._story, self._state, who)
        # What the check compares with are the author's conditions, and it replies with ids.
        may_know = ("condition", "later chapter") if call.role == CHECK else ()
        return [kind for text, kind in hidden.items() if text in call.prompt and kind not in may_know]

    async def _leaks_in(self, told: str) -> list[str]:
        """Return the kinds of secrets in what was told, and in the panels beside it."""
        seen = "\n".join([told, await self.panels()])
        return [kind for text, kind in hidden_texts(self._story, self._state).items() if text in seen]


def _text_of(event: Event) -> str:
    """Return all that an event says, as it is read."""
    return repr(event.model_dump()).replace("\\n", "\n")


def hidden_texts(story: StoryPack, state: StoryState, who: str = PLAYER) -> dict[str, str]:
    """Return the texts that somebody must not be shown as things stand, each with the kind of secret.

    Args:
        story: that is played.
        state: of the game.
        who: the player, or a character, which may see its own side and what it knows.
    """
    found = {one.text: "secret" for key, one in story.secrets.items() if not does_know(state, who, key)}
    for other, member in story.cast.items():
        if other != who:
            stances = [relation.stance for relation in member.relations.values()]
            own = [member.private.wants, member.private.fears, *stances]
            found |= dict.fromkeys(own, "private side")
    begun = {state["chapter"] or story.first, *(one["chapter"] for one in state["chapters"])}
    found |= {one.text: "later chapter" for key, one in story.chapters.items() if key not in begun}
    found |= dict.fromkeys(_conditions(story, state), "condition")
    return found | {one.text: "ending" for one in story.endings.values()}


def _conditions(story: StoryPack, state: StoryState) -> list[str]:
    """Return the ends of chapters and the beats that were not reached: these name secrets."""
    reached = {*state["beats"], *state["past_beats"]}
    beats = [
        chapter.beats[key].text
        for chapter in story.chapters.values()
        for key in chapter.beats
        if key not in reached
    ]
    return [*(chapter.completion for chapter in story.chapters.values()), *beats]
