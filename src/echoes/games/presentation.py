"""The part of a game type that shows a game: blocks, panels and composer modes, as plain data."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic

from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, Event
from echoes.core.views.blocks import Block, ComposerMode, plain_mode
from echoes.core.views.panels import Panel
from echoes.games.guide import Guide
from echoes.games.scenario import ScenarioT
from echoes.games.turn_state import StateT, TurnState
from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable, question_before


class Presentation(Generic[ScenarioT, StateT]):
    """The part of a game type that says what there is to see; each medium draws it."""

    name: str
    title: ClassVar[str] = ""
    """The name of this kind of game for people."""
    description: ClassVar[str] = ""
    """The game in one sentence, for lists."""
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Title and description in other languages than English."""
    has_days: ClassVar[bool] = False
    """Whether one of its scenarios is everybody's each day."""
    commands: ClassVar[CommandTable] = CommandTable({"giveup": GIVE_UP_WORDS})
    """The commands of this kind of game."""

    def introduction(self, language: str) -> tuple[str, str]:
        """Return title and description in a language; the English ones if there are no others."""
        return self.translations.get(language, (self.title or self.name, self.description))

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event; None if the platform shows it, or nobody does.

        Args:
            event: the event; for the one that opens a session, the blocks are shown below its title.
            language: the language of the session.
        """
        return None

    def panels(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[Panel]:
        """Return the panels beside the conversation of a seat.

        Args:
            scenario: the scenario.
            state: the state of the session.
            language: the language of the session.
            seat: the seat; `core.seats.visibility.PUBLIC` for viewers without one.
        """
        return []

    def composer(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[ComposerMode]:
        """Return the ways in which a seat may say something, at least one, the usual one first."""
        return [plain_mode(language)]

    def view_model(self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str) -> object:
        """Return the data that the game's own web view draws beside blocks and panels; None for nothing.

        The arguments are those of `panels`; nothing in it may be hidden from the seat.
        """
        return None

    def guide(self, language: str) -> Guide | None:
        """Return the guide for newcomers, in a language; None where they are left to themselves."""
        return None

    def giving_up(self, language: str) -> str:
        """Return the question that is asked before giving up, which ends the game; empty for none."""
        return question_before(language)

    def confirmation(self, message: str, language: str) -> str:
        """Return the question that is asked before a message that can't be taken back; empty for others."""
        typed = self.commands.read(message)
        return self.giving_up(language) if typed and typed.name == "giveup" else ""

    def share_card(self, entries: Sequence[Entry], day: str) -> str:
        """Return a few lines to share of a finished game that give nothing away; empty for none.

        Args:
            entries: of its log, as the player sees them.
            day: the date whose scenario it was; empty for any other game.
        """
        return ""

    def open_choice(self, state: StateT, entries: Sequence[Entry]) -> Event | None:
        """Return the event that offers what can still be picked, for whoever comes back; None for nothing.

        Args:
            state: the game's state.
            entries: of the whole log, as the viewer sees it.
        """
        last = entries[-1].event if entries else None
        return last if isinstance(last, ClarificationAsked) else None
