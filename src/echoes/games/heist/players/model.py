"""The AI player of heists that is a language model: it reads what a person reads, and picks an option."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from echoes.core.events import ClarificationAsked, Event
from echoes.core.protocols import LLMClient
from echoes.core.usage import Usage
from echoes.games.heist.events import HeistStarted, OptionsOffered
from echoes.games.heist.view.blocks import blocks_of_heist
from echoes.games.player import Move, PlayerSeat

_KEPT, _LONGEST_LINE = 24, 400
"""Lines of the latest events that the model is shown, and characters of each."""
_SYSTEM = {
    "en": "You play a heist: one scoundrel, dice whose price is shown before they are spent, clocks "
    "that run. "
    "Stress 9 leaves a scar, four scars end it; a full clock brings what it threatens. Get what you came "
    "for, and get out. Reply with the number of one option.",
    "zh": "你在玩一场劫案：一个亡命徒，花之前看得见价码的骰子，会走的钟。压力到 9 会留一道疤，四道疤就完了；"
    "钟走满了，它预示的事就会发生。拿到要拿的东西，脱身。回答一个选项的编号。",
}


class PickedOption(BaseModel):
    """The number of the option that the model picks."""

    number: int = Field(ge=1)


class ModelScoundrel:
    """Asks its model once a move; a number that is not offered becomes the first option.

    Args:
        seat: with the model.
    """

    name = "model"
    asks_a_model = True

    def __init__(self, seat: PlayerSeat) -> None:
        assert seat.llm is not None  # checked by `check_strategy`
        self._llm: LLMClient = seat.llm
        self._language = seat.started.lang if seat.started.lang in _SYSTEM else "en"
        self._lines: list[str] = []
        self._offered = ""
        self._count = 0

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the number of an option."""
        for event in events:
            self._follow(event)
        if not self._count:
            return None
        prompt = "\n".join([*self._lines, "", self._offered])
        reply, usage = await self._llm.generate_structured(_SYSTEM[self._language], prompt, PickedOption)
        return Move(str(reply.number if reply.number <= self._count else 1), usage or Usage())

    def _follow(self, event: Event) -> None:
        """Take note of an event as a person sees it."""
        if isinstance(event, HeistStarted | OptionsOffered | ClarificationAsked):
            self._count = len(event.options)
            numbered = (f"{option.n} {option.text}" for option in event.options)
            self._offered = "\n".join([event.prompt, *numbered])
            if not isinstance(event, HeistStarted):
                return
        shown = [block.plain() for block in blocks_of_heist(event, self._language) or ()]
        self._lines = [*self._lines, *(line[:_LONGEST_LINE] for line in shown)][-_KEPT:]
