"""The story as a game type."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from echoes.core.documents import Document
from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, Event, SessionStarted
from echoes.core.log.queries import effective_entries, ending_of
from echoes.core.log.records import GameFacts
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.seats.roles import DEFAULT_ACCESS
from echoes.core.views.blocks import Block, ComposerMode
from echoes.core.views.panels import Panel
from echoes.games.agent_settings import read_settings
from echoes.games.history_summary import HistoryLine
from echoes.games.packs.game import PackGame
from echoes.games.player import PlayerLimits
from echoes.games.resources import GameResources, Limits, PlayerMemory
from echoes.games.single_node_graph import add_single_node
from echoes.games.story.agents.calls import Agents
from echoes.games.story.agents.retrieval import documents_for
from echoes.games.story.agents.settling import settle_story
from echoes.games.story.agents.windows import AGENTS, NARRATOR
from echoes.games.story.events import (
    STORY_EVENTS,
    PlayerActed,
    SecretLearned,
    StoryEnded,
    StoryStarted,
    StoryStartTrace,
    SuggestionsOffered,
    TurnSettled,
)
from echoes.games.story.opening import endings_reached, story_opening
from echoes.games.story.pack.lint import story_findings
from echoes.games.story.pack.random_walk import walk_story
from echoes.games.story.pack.schema import STORY_FILES, StoryPack
from echoes.games.story.phrases import story_phrase
from echoes.games.story.players.registry import STORY_PLAYERS
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.endings import progress_in
from echoes.games.story.settings import StorySettings
from echoes.games.story.state import StoryState, new_story
from echoes.games.story.turn.command_names import STORY_COMMANDS
from echoes.games.story.turn.commands import StoryTurn
from echoes.games.story.turn.context import StoryContext
from echoes.games.story.turn.respond import answer_in_story
from echoes.games.story.view.blocks import blocks_of_story
from echoes.games.story.view.panels import composer_of_story, panels_of_story
from echoes.games.turn_state import GameGraph


class StoryGame(PackGame[StoryPack, StoryState, StoryContext]):
    """The game type: a chaptered story whose characters know, hide, tell and lie."""

    name = "story"
    title = "Story"
    description = (
        "A story in chapters: people with secrets of their own, and what you learn is what you hold."
    )
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {
        "zh": ("故事", "分章的故事：人人各有心事，你打听到什么，手里就有什么。")
    }
    folder = "stories"
    files = STORY_FILES
    public_fields = (*PackGame.public_fields, "role")
    players = STORY_PLAYERS
    access = DEFAULT_ACCESS
    roles = ()
    commands = STORY_COMMANDS
    model_roles = AGENTS
    events = STORY_EVENTS
    trim_order = ("act", "learned")

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        super().__init__(limits, agents)
        self.settings = read_settings(StorySettings, agents, self.name)

    def lint(self, scenario: StoryPack) -> list[str]:
        """Return findings for the author."""
        return story_findings(scenario)

    async def test(self, scenario: StoryPack, context: StoryContext, seed: int) -> list[str]:
        """Walk through a story at random many times; return what went wrong or was never reached."""
        return walk_story(scenario, seed)

    def documents(self, scenario: StoryPack) -> list[Document]:
        """Return the opening; all else is read from the story itself."""
        return [Document("opening", scenario.statement, "public", "opening")]

    def session_documents(self, scenario: StoryPack, state: StoryState, role: str) -> list[Document] | None:
        """Return the documents open to a judgement (`judgement:tove`) or a voice (`character:tove`)."""
        return documents_for(scenario, state, role)

    def opening(
        self, scenario: StoryPack, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, StoryStartTrace]:
        """Return the event that opens a session, and beside it who is where and knows what."""
        model = self._models_of(models).get(NARRATOR)
        reached = endings_reached(scenario, recalled)
        return story_opening(scenario, self.name, model.id if model else None, reached)

    def _models_of(self, models: Models) -> dict[str, LLMClient]:
        """Return the model of each agent; none where the narrator has none, or rules play."""
        narrator = models.llm(NARRATOR) if self.settings.by == "model" else None
        return {role: models.llm(role) or narrator for role in AGENTS} if narrator else {}

    def uses_model(self, models: Models) -> bool:
        """Return whether models would narrate and speak."""
        return bool(self._models_of(models))

    def unsettled(self, state: StoryState) -> bool:
        """Return whether memories, checks and summaries of the last turn are left."""
        return state["unsettled"]

    async def settle(self, context: StoryContext, state: StoryTurn) -> Sequence[Entry]:
        """Update memories, check the chapter, and sum up what has grown long."""
        game = state.get("game", new_story())
        if not context.models_play:
            return [Entry(TurnSettled())]
        return await settle_story(context.agents, context.story, game)

    def initial_state(self, scenario: StoryPack) -> StoryState:
        """Return the state before anything has happened."""
        return new_story()

    def evolve(self, state: StoryState, entry: Entry) -> StoryState:
        """Return the state after one entry."""
        return story_after(state, entry)

    def progress(self, scenario: StoryPack, state: StoryState) -> float:
        """Return the share of the chapters that are over, and of the secrets that were learned."""
        return progress_in(scenario, state)

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event."""
        return blocks_of_story(event, language)

    def panels(self, scenario: StoryPack, state: StoryTurn, language: str, seat: str) -> Sequence[Panel]:
        """Return chapter, mood, people present and the notebook."""
        return panels_of_story(scenario, state.get("game", new_story()))

    def composer(
        self, scenario: StoryPack, state: StoryTurn, language: str, seat: str
    ) -> Sequence[ComposerMode]:
        """Return the one way to say something, with its buttons."""
        return composer_of_story(language, state.get("game", new_story()))

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return an act, or what was learned, as a line of the history."""
        match event:
            case PlayerActed():
                return HistoryLine(turn=event.turn, kind="act", text=event.text)
            case SecretLearned():
                return HistoryLine(turn=event.turn, kind="learned", text=event.text)
            case _:
                return None

    def open_choice(self, state: StoryState, entries: Sequence[Entry]) -> Event | None:
        """Return the open moves, or the question that was asked back, for whoever comes back."""
        if not state["asked"]:
            return None
        offers = (StoryStarted, ClarificationAsked, SuggestionsOffered)
        counted = (entry.event for entry in reversed(effective_entries(entries)))
        last = next((event for event in counted if isinstance(event, offers)), None)
        if isinstance(last, StoryStarted):
            return SuggestionsOffered(prompt=last.prompt, options=last.options)
        return last

    def counts(self, entries: Sequence[Entry]) -> dict[str, int | None]:
        """Return the number of learned secrets."""
        return {"learned": sum(isinstance(entry.event, SecretLearned) for entry in entries)}

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the figures of a finished game."""
        ended, started = ending_of(entries), entries[0].event
        if not isinstance(ended, StoryEnded) or not isinstance(started, SessionStarted):
            return GameFacts()
        figures = ended.details.model_dump(include={"ending", "chapters", "learned", "secrets"})
        return GameFacts.model_validate({"story": started.puzzle_id, **figures})

    def summary(self, entries: Sequence[Entry]) -> str:
        """Return the players with their parts, and the ending."""
        ended, started = ending_of(entries), entries[0].event
        assert isinstance(started, SessionStarted)
        given_up = story_phrase(started.lang, "given_up")
        how = ended.details.title if isinstance(ended, StoryEnded) else given_up
        return f"{started.player_id}: “{started.title}”. {how}."

    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the one node that answers a message."""
        add_single_node(graph, answer_in_story, end)

    def context(self, resources: GameResources[StoryPack]) -> StoryContext:
        """Build the context of the node."""
        models, language = self._models_of(resources.models), resources.scenario.language
        return StoryContext(
            session_id=resources.session_id,
            story=resources.scenario,
            journal=resources.journal,
            history=resources.history,
            limits=self.limits,
            agents=Agents(models, resources.journal, self.settings, language),
            reader=resources.reader,
        )

    def caps(self) -> PlayerLimits:
        """Return the configured bounds of an AI player's game."""
        return PlayerLimits(self.settings.turns)
