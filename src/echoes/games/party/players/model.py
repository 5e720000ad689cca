"""Companions that are language models: they choose and speak from the view of their own seat.

The choice sees all that the seat knows, and is a closed form. Words that others hear come from a call that is
shown only what everybody there has witnessed.
"""

from collections.abc import Sequence

from echoes.core.errors import ModelFailed
from echoes.core.log.events import ClarificationAsked, Event
from echoes.core.operation.call_budget import CALL_BUDGET, CallBudget
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient
from echoes.core.text.plain_text import clean
from echoes.games.context_window import Part, Window, beginning_of
from echoes.games.party.agents.calls import patiently_asked
from echoes.games.party.agents.forms import CompanionChoice, SpokenTone
from echoes.games.party.agents.guard import usable_words
from echoes.games.party.agents.prompts import joined, named_text, table_prompt, table_system, under_title
from echoes.games.party.events import CharacterAsked, CharacterAtTable, CharacterJoined, PartyStarted
from echoes.games.party.players.strategies import Companion
from echoes.games.party.settings import PartySettings
from echoes.games.party.turn.party_move import NO_REPLY
from echoes.games.player import Move, PlayerSeat

_QUOTES = '"“”„«»「」『』'
_HEARD = (Part.SCENARIO, Part.EVIDENCE)
"""The parts of a seat's view that everybody there knows too."""
_LONGEST_WORDS = 300


class ModelCompanion(Companion):
    """A companion whose model chooses.

    Where it gives no reply, the character holds; where its budget is spent, or the settings say so, the rules
    choose, and the table is told once.

    Args:
        seat: with the model.
        settings: of tables.
    """

    name = "model"
    asks_a_model = True

    def __init__(self, seat: PlayerSeat, settings: PartySettings) -> None:
        super().__init__(seat)
        assert seat.llm is not None  # checked by `PlayerRegistry.open`
        assert isinstance(seat.started, PartyStarted)
        self._llm: LLMClient = seat.llm.capped(settings.reply_tokens.character)
        self._settings, self._longest = settings.companions, min(seat.longest, _LONGEST_WORDS)
        self._holds, self._pause_s = settings.fallback == "none", settings.pause_s
        self._language, party = seat.started.lang, seat.started.party
        self._who: CharacterAtTable = next(one for one in party if one.seat == seat.seat)
        self._others = [
            part for one in party if one.seat != seat.seat for part in (one.name, one.name.split(" ")[0])
        ]
        self._budget = CallBudget(self._settings.calls, self._settings.tokens)
        self._silent, self._away = 0, False
        self._next: Move | None = None

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return words that are said first, if any, and then the number of a move."""
        self._meet(events)
        by_rules = await super().move(events, turns_left)
        asked_back = bool(events) and isinstance(events[-1], ClarificationAsked)
        asked_back = asked_back or isinstance(self._making, CharacterAsked)
        if asked_back or not self._options or by_rules is None:
            return by_rules
        if self._next is not None:
            waiting, self._next = self._next, None
            return waiting if self._is_offered(int(waiting.text)) else by_rules
        self._budget.outer = CALL_BUDGET.get()
        running = CALL_BUDGET.set(self._budget)
        try:
            return await self._chosen(by_rules)
        except ModelFailed as error:
            if self._holds and error.kind != "budget":
                return Move(f"/hold {NO_REPLY}", error.spent or Usage())
            return self._absent(by_rules)
        finally:
            CALL_BUDGET.reset(running)

    def _meet(self, events: Sequence[Event]) -> None:
        """Learn which characters sit at the table since somebody made one."""
        for one in (event.character for event in events if isinstance(event, CharacterJoined)):
            if one.seat == self._who.seat:
                self._who = one
            else:
                self._others += [one.name, one.name.split(" ")[0]]

    async def _chosen(self, by_rules: Move) -> Move:
        window = await self._look()
        options = "\n".join(f"{option.n} {option.text}" for option in self._options)
        prompt = joined(
            table_prompt(window, self._language, (Part.EVIDENCE, Part.NOTES)),
            under_title(self._language, "rather_not", window.text(Part.NOTES)),
            under_title(self._language, "options", options),
        )
        system = table_system(self._language, "choose", name=self._who.name, calling=self._who.calling)
        choice, usage = await patiently_asked(
            lambda: self._llm.generate_structured(system, prompt, CompanionChoice), self._pause_s
        )
        self._away = False
        number = choice.number if self._is_offered(choice.number) else int(by_rules.text)
        made = Move(str(number), usage)
        self._silent += 1
        if not choice.speaks or not 0 < self._settings.speak_every <= self._silent:
            return made
        words, cost = await self._voiced(window, choice.tone)
        self._silent = 0
        if not words:
            return Move(made.text, made.usage + cost)
        self._next = made
        return Move(f"“{words}”" if self._language == "en" else f"「{words}」", cost)

    async def _voiced(self, window: Window, tone: SpokenTone) -> tuple[str, Usage]:
        """Return words for those who are there, empty where none can be used, and what they cost."""
        system = table_system(
            self._language, "voice", name=self._who.name, calling=self._who.calling, looks=self._who.looks
        )
        heard = table_prompt(window, self._language, tuple(part for part in Part if part not in _HEARD))
        prompt = joined(heard, under_title(self._language, "tone", named_text(self._language, "tones", tone)))
        try:
            text, usage = await self._llm.generate(system, prompt)
        except ModelFailed as error:
            return "", error.spent or Usage()
        plain = " ".join(clean(text).translate(str.maketrans("", "", _QUOTES)).split())
        words = usable_words(plain, self._language, self._others, system)
        return beginning_of(words, self._longest)[: self._longest], usage or Usage()

    def _absent(self, by_rules: Move) -> Move:
        """Return the choice of the rules; the first time, what says to the table that they choose."""
        if self._away:
            return by_rules
        self._away, self._next = True, by_rules
        return Move("/away")

    def _is_offered(self, number: int) -> bool:
        return any(option.n == number for option in self._options)
