"""Follow-up work without a server: the running summary is merged with the older turns."""

from typing import Any

from tests.unit.games.story.playing import story_in

from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.games.story.agents.calls import Agents
from echoes.games.story.agents.settling import KEPT_TURNS, settle_story
from echoes.games.story.agents.windows import AGENTS
from echoes.games.story.events import CharacterSpoke, PlayerActed
from echoes.games.story.opening import begun_story
from echoes.games.story.reducer import story_after
from echoes.games.story.settings import StorySettings
from echoes.games.story.state import StoryState
from echoes.games.story.traces import StoryTrace


class Summarizer:
    """A model that numbers its summaries, and keeps what it was shown."""

    id = "stub"

    def __init__(self) -> None:
        self.shown: list[str] = []

    def capped(self, tokens: int) -> "Summarizer":
        return self

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        self.shown.append(prompt)
        return f"Merged the {len(self.shown)}. time.", Usage()

    async def generate_structured(self, system: str, prompt: str, schema: type[Any]) -> tuple[Any, Usage]:
        return schema.model_validate(
            {"chapter_complete": False} if "Check" in schema.__name__ else {}
        ), Usage()


def after_turn(state: StoryState, number: int) -> StoryState:
    """Return the state after a turn in which a word was said that no other turn has."""
    acted = PlayerActed(act="greet", character="sunniva", text="Talk to Sunniva")
    said = CharacterSpoke(
        character="sunniva", name="Sunniva", text=f"“word{number}” " + "The lamp turns. " * 20
    )
    for entry in (Entry(acted, StoryTrace(by_model=True)), Entry(said)):
        state = story_after(state, entry)
    return state


async def test_the_running_summary_is_merged_with_the_older_turns_and_never_made_anew():
    story, model = story_in("en"), Summarizer()
    models: Any = dict.fromkeys(AGENTS, model)
    agents = Agents(models, ReplyJournal(), StorySettings(summary_tokens=100), "en")
    state = begun_story(story)
    for number in range(KEPT_TURNS + 2):
        state = after_turn(state, number)
        for entry in await settle_story(agents, story, state):
            state = story_after(state, entry)
    first, second = model.shown
    assert "word0" in first
    assert "Merged" not in first
    assert "Merged the 1. time." in second
    assert "word1" in second
    assert "word0" not in second, "what was summed up is not read again"
    assert f"word{KEPT_TURNS}" not in second, "the newest turns stay as they are"
    assert (state["summary"], len(state["recent"])) == ("Merged the 2. time.", KEPT_TURNS)
