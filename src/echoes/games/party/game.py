"""The table as a game type."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from echoes.core.chance import new_seed
from echoes.core.documents import Document
from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, Event, SessionStarted, StartTrace
from echoes.core.log.queries import ending_of
from echoes.core.log.records import GameFacts
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.seats.roles import DEFAULT_ACCESS, Role
from echoes.core.views.blocks import Block, ComposerMode
from echoes.core.views.panels import Panel
from echoes.games.agent_settings import read_settings
from echoes.games.context_window import Window
from echoes.games.history_summary import HistoryLine
from echoes.games.lint_findings import LintFinding
from echoes.games.packs.game import PackGame
from echoes.games.packs.loader import PackFormat
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.windows import TABLE_AGENTS, TELLER
from echoes.games.party.events import (
    PARTY_EVENTS,
    CharacterActed,
    CharacterAsked,
    MovesOffered,
    PartyEnded,
    PartyNote,
    PartyStartTrace,
    PartyTrace,
    SecretTold,
)
from echoes.games.party.memory import carrying
from echoes.games.party.opening import deal_sheets, rooms_at_table, table_opening
from echoes.games.party.pack.lint import module_findings, translation_findings
from echoes.games.party.pack.random_walk import walk_module
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.players.registry import PARTY_PLAYERS
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.casting import at_table
from echoes.games.party.rules.predicates import ATOMS
from echoes.games.party.rules.rounds import progress_at_table
from echoes.games.party.settings import PartySettings
from echoes.games.party.state import PartyState, new_table, seat_to_act
from echoes.games.party.turn.command_names import COMMANDS, turns_asked_for
from echoes.games.party.turn.commands import PartyTurn
from echoes.games.party.turn.companions import answer_with_companions
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.making import is_answer
from echoes.games.party.turn.settling import is_unsettled, settle_table
from echoes.games.party.turn.window import seat_window
from echoes.games.party.view.blocks import blocks_of_table
from echoes.games.party.view.panels import composer_at_table, panels_of_table, seat_label
from echoes.games.player import Player, PlayerLimits, PlayerSeat
from echoes.games.resources import GameResources, Limits, PlayerMemory
from echoes.games.single_node_graph import add_single_node
from echoes.games.turn_state import GameGraph

MODULE_FILES = PackFormat("module.yaml", Module, atoms=ATOMS, folder=Path(__file__).parent / "pack")
"""The files of a module: `module.yaml`, and texts by language (see `games.packs`)."""


class Party(PackGame[Module, PartyState, PartyContext]):
    """The game type: a table of characters with secrets among them."""

    name = "party"
    title = "Tabletop"
    description = "A table of characters, each played by somebody, with secrets among them."
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {
        "zh": ("跑团", "几个角色围坐一桌，各由一人扮演，各有各的秘密。")
    }
    folder = "party"
    files = MODULE_FILES
    public_fields = (*PackGame.public_fields, "lines")
    players = PARTY_PLAYERS
    access = DEFAULT_ACCESS
    roles = ()
    commands = COMMANDS
    model_roles = TABLE_AGENTS
    events = PARTY_EVENTS
    trim_order = ("act", "secret")
    companion = "companion"

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        super().__init__(limits, agents)
        self.settings = read_settings(PartySettings, agents, self.name)

    def lint(self, scenario: Module) -> list[str]:
        """Return findings on what an author may have forgotten."""
        return module_findings(scenario)

    def review_together(self, scenarios: Sequence[Module]) -> list[tuple[Module, LintFinding]]:
        """Return the texts that one language of a module has and another lacks."""
        pairs = [
            (one, other)
            for one in scenarios
            for other in scenarios
            if one.id == other.id and one.language != other.language
        ]
        return [
            (one, LintFinding("untranslated", "warning", "", message))
            for one, other in pairs
            for message in translation_findings(one, other)
        ]

    async def test(self, scenario: Module, context: PartyContext, seed: int) -> list[str]:
        """Walk through a module at random many times; return what went wrong or was never reached."""
        return walk_module(scenario, seed)

    def documents(self, scenario: Module) -> list[Document]:
        """Return the opening; all else is read from the module itself."""
        return [Document("opening", scenario.statement, "public", "opening")]

    def seats(self, scenario: Module) -> Sequence[str]:
        """Return the seats of the characters, in the order of their turns, and that of whoever leads."""
        return (*scenario.party, MASTER)

    def seat_label(self, scenario: Module, seat: str) -> str:
        """Return the character's name and calling; of whoever leads the table, what that is."""
        return seat_label(scenario, seat)

    def as_played(self, scenario: Module, state: PartyState) -> Module:
        """Return a module with the characters that were made at a table."""
        return at_table(scenario, state)

    def may_act(self, scenario: Module, state: PartyState) -> Sequence[str]:
        """Return the seat whose turn it is."""
        return seat_to_act(scenario, state)

    def opening(
        self, scenario: Module, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, PartyStartTrace]:
        """Return the event that opens a session, and beside it the seed of the dice."""
        model = self._models_of(models).get(TELLER)
        trace = PartyStartTrace(
            seed=self.settings.seed or new_seed(),
            pauses=self.settings.fallback == "none",
            word_every=self.settings.master.every if model else 0,
            rooms=rooms_at_table(scenario, self.settings.context_tokens),
            carried=carrying.carried_memories(scenario, recalled.last),
            kept=tuple(carrying.kept_characters(scenario, recalled.earlier)),
        )
        return table_opening(scenario, self.name, trace, model.id if model else None)

    def _models_of(self, models: Models) -> dict[str, LLMClient]:
        """Return the models that lead, by role; none where the narrator has none, or rules lead."""
        teller = models.llm(TELLER) if self.settings.by == "model" else None
        return {role: models.llm(role) or teller for role in TABLE_AGENTS} if teller else {}

    def uses_model(self, models: Models) -> bool:
        """Return whether models would lead."""
        return bool(self._models_of(models))

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """Return an AI player; a companion is a model where its seat has one and the settings allow it."""
        allowed = self.settings.by == self.settings.companions.by == "model"
        if name == "model" or (name == self.companion and allowed and seat.llm is not None):
            return self.players.open("model", seat, self.settings)
        return self.players.open(name, seat)

    def dealt(self, scenario: Module, started: SessionStarted, trace: StartTrace) -> Sequence[Entry]:
        """Return the sheets, each for its seat, and the first turn."""
        return deal_sheets(scenario, started, trace)

    def initial_state(self, scenario: Module) -> PartyState:
        """Return the state before anything has happened."""
        return new_table(scenario)

    def evolve(self, state: PartyState, entry: Entry) -> PartyState:
        """Return the state after one entry."""
        return table_after(state, entry)

    def progress(self, scenario: Module, state: PartyState) -> float:
        """Return the progress of the table."""
        return progress_at_table(scenario, state)

    def still_fits(self, message: str, seat: str, before: PartyState, now: PartyState) -> bool:
        """Return whether words to others hold although somebody has acted since."""
        making = before["casting"]["making"].get(seat)
        if making is not None and is_answer(before, seat, message):
            return making == now["casting"]["making"].get(seat)
        return message.startswith(("/w", "/悄悄", '"', "“", "「"))

    def kept(self, state: PartyState) -> PartyTrace | None:
        """Return the content that somebody stopped and the table left out: an undo brings none of it back."""
        if not (state["stopped"] or state["lines"] or state["veils"]):
            return None
        stopped, lines, veils = (tuple(state[key]) for key in ("stopped", "lines", "veils"))
        note = PartyNote(stopped=stopped, lines=lines, veils=veils)
        return PartyTrace(notes=(note,))

    def is_paused(self, state: PartyState) -> bool:
        """Return whether the model that leads the table has failed, and nobody else leads it."""
        return state["lead"]["paused"] and not state["master"]

    def unsettled(self, state: PartyState) -> bool:
        """Return whether a turn is stuck, or the model that leads has a word to say."""
        return is_unsettled(state)

    async def settle(self, context: PartyContext, state: PartyTurn) -> Sequence[Entry]:
        """Pass the turn on, and let the model that leads have its word."""
        return await settle_table(context, state.get("game", new_table(context.module)))

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event."""
        return blocks_of_table(event, language)

    def panels(self, scenario: Module, state: PartyTurn, language: str, seat: str) -> Sequence[Panel]:
        """Return the party, the clocks, the quests, and what only the seat sees."""
        game = state.get("game") or new_table(scenario)
        return panels_of_table(at_table(scenario, game), game, seat)

    def composer(
        self, scenario: Module, state: PartyTurn, language: str, seat: str
    ) -> Sequence[ComposerMode]:
        """Return the one way to say something, with a button for a character of one's own."""
        return composer_at_table(scenario, state.get("game") or new_table(scenario), language, seat)

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return an act, or a secret that was told, as a line of the history."""
        match event:
            case CharacterActed():
                return HistoryLine(turn=event.turn, kind="act", text=f"{event.name}: {event.text}")
            case SecretTold():
                return HistoryLine(turn=event.turn, kind="secret", text=f"{event.name}: {event.title}")
            case _:
                return None

    def open_choice(self, state: PartyState, entries: Sequence[Entry]) -> Event | None:
        """Return the open moves, or the question that was asked back, for whoever comes back."""
        last = next((one.event for one in reversed(entries) if not one.event.keeps_options), None)
        return last if isinstance(last, ClarificationAsked | MovesOffered | CharacterAsked) else None

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the figures of a finished game."""
        ended = ending_of(entries)
        if not isinstance(ended, PartyEnded):
            return GameFacts()
        figures = ended.details.model_dump(include={"ending", "score", "rounds"})
        characters = [one.model_dump(mode="json") for one in carrying.characters_to_keep(entries)]
        kept = carrying.kept_memories(entries).model_dump()
        return GameFacts.model_validate({**figures, **kept, "characters": characters})

    def summary(self, entries: Sequence[Entry]) -> str:
        """Return the players with their parts, and the ending."""
        ended, started = ending_of(entries), entries[0].event
        assert isinstance(started, SessionStarted)
        how = ended.details.title if isinstance(ended, PartyEnded) else "Not finished"
        return f"{started.player_id}: “{started.title}”. {how}."

    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the one node that answers a message."""
        add_single_node(graph, answer_with_companions, end)

    def context(self, resources: GameResources[Module]) -> PartyContext:
        """Build the context of the node."""
        models, language = self._models_of(resources.models), resources.scenario.language
        return PartyContext(
            session_id=resources.session_id,
            module=resources.scenario,
            journal=resources.journal,
            history=resources.history,
            limits=self.limits,
            agents=PartyAgents(models, resources.journal, self.settings, language),
            reader=resources.reader,
        )

    async def window(
        self,
        role: str,
        context: PartyContext,
        state: PartyTurn,
        message: str,
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
    ) -> Window:
        """Return the window of a seat's player."""
        game, seat = state.get("game") or new_table(context.module), state.get("seat", "")
        if role != Role.PLAYER or seat not in context.module.party:
            return await super().window(role, context, state, message, name, notes)
        tokens = self.settings.context_tokens.of(seat)
        return seat_window(at_table(context.module, game), game, await context.newest(), seat, tokens)

    def turns_to_run(self, message: str) -> int | None:
        """Return the number of turns that `/next` and `/auto N` ask for."""
        return turns_asked_for(message, self.settings.turns)

    def idle_s(self) -> float | None:
        """Return the configured patience with a silent person."""
        return self.settings.idle_s

    def caps(self) -> PlayerLimits:
        """Return the configured bounds of an AI player's game."""
        return PlayerLimits(self.settings.turns)
