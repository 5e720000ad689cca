"""The limits of turns and hints of a session, of a player and of a day: what is refused is free of charge."""

import asyncio
from collections.abc import Sequence

from echoes.core.errors import LimitReached
from echoes.core.log.entries import Entry
from echoes.core.operation.spending import SPENDER, Bound, Scope, Spendable, Spending
from echoes.core.text.plain_text import pluralize

_TURNS_EN: dict[Scope, str] = {
    "session": "A game here has {limit}, and this one has none left. Nothing was charged. You can still look"
    " back over it, or end it.",
    "player": "That was today's {limit} for you. Nothing was charged, and the game is saved: it goes on"
    " tomorrow, from midnight UTC.",
    "day": "All players together have {limit} a day here, and none is left for today. Nothing was charged,"
    " and the game is saved: it goes on tomorrow, from midnight UTC.",
}
_HINTS_EN: dict[Scope, str] = {
    "session": "A game here has {limit}, and this one has none left. Nothing was charged: play on without.",
    "player": "That was today's {limit} for you. Nothing was charged: play on, or come back for more"
    " tomorrow, from midnight UTC.",
    "day": "All players together have {limit} a day here, and none is left for today. Nothing was charged:"
    " play on, or come back for more tomorrow, from midnight UTC.",
}
_TURNS_ZH: dict[Scope, str] = {
    "session": "这里每局最多 {limit} 步，这一局已经用完了。这次不计数。可以回看这一局，或者就此结束。",
    "player": "你今天的 {limit} 步已经用完了。这次不计数，本局已保存，明天（UTC 零点起）可以接着玩。",
    "day": "大家今天共用的 {limit} 步已经用完了。这次不计数，本局已保存，明天（UTC 零点起）可以接着玩。",
}
_HINTS_ZH: dict[Scope, str] = {
    "session": "这里每局最多 {limit} 个提示，这一局已经用完了。这次不计数，请不靠提示接着玩。",
    "player": "你今天的 {limit} 个提示已经用完了。这次不计数。可以接着玩，明天（UTC 零点起）又有提示。",
    "day": "大家今天共用的 {limit} 个提示已经用完了。这次不计数。可以接着玩，明天（UTC 零点起）又有提示。",
}
_TEXTS: dict[str, dict[Spendable, dict[Scope, str]]] = {
    "en": {"turns": _TURNS_EN, "hints": _HINTS_EN},
    "zh": {"turns": _TURNS_ZH, "hints": _HINTS_ZH},
}


class PlayLimits:
    """The limits that the engine keeps, for the running task's spender.

    Those of tokens and money are kept where models are called.

    Args:
        spending: counts what is spent.
    """

    def __init__(self, spending: Spending) -> None:
        self._spending = spending
        self._hold = any(spending.settings.limits(what) for what in ("turns", "hints"))

    async def turns_used_up(self) -> Bound | None:
        """Return the limit of turns that is reached, so that no model need be asked; None for none."""
        if not self._hold:
            return None
        return await asyncio.to_thread(self._spending.used_up, SPENDER.get(), "turns")

    async def claim(self, entries: Sequence[Entry], language: str) -> dict[Spendable, float]:
        """Spend the turns and hints of entries that are about to be recorded, and return how many.

        Args:
            entries: the entries.
            language: the language of the game.
        Raises:
            LimitReached: there are not so many left; nothing is spent.
        """
        amounts: dict[Spendable, float] = {
            "turns": sum(entry.event.makes_turn for entry in entries),
            "hints": sum(entry.event.gives_hint for entry in entries),
        }
        if not self._hold or not any(amounts.values()):
            return {}
        if bound := await asyncio.to_thread(self._spending.claim, SPENDER.get(), amounts):
            raise limit_reached(bound, language)
        return amounts

    async def give_back(self, amounts: dict[Spendable, float]) -> None:
        """Undo a claim of which nothing was recorded."""
        if amounts:
            await asyncio.to_thread(self._spending.give_back, SPENDER.get(), amounts)


def limit_reached(bound: Bound, language: str) -> LimitReached:
    """Return the error that tells a player of a limit of turns or hints."""
    in_chinese = language == "zh"
    limit = f"{bound.limit:g}" if in_chinese else pluralize(bound.limit, bound.what.removesuffix("s"))
    return LimitReached(_TEXTS["zh" if in_chinese else "en"][bound.what][bound.scope].format(limit=limit))
