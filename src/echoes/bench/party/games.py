"""Whole games of tables without an engine: the rules, companions, seeded dice."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from echoes.bench.party.secrecy import canaries_hidden_from, leaks_among, strings_of, with_canaries
from echoes.bench.seeded_games import SeededResult
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.context_window import Part, Section, Window
from echoes.games.party.events import PartyEnded, PartyStartTrace
from echoes.games.party.opening import deal_sheets, table_opening
from echoes.games.party.pack.schema import Module
from echoes.games.party.players.registry import PARTY_PLAYERS
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, new_table, seat_to_act
from echoes.games.party.turn.passing import moves_at_table
from echoes.games.party.turn.respond import make_table_move
from echoes.games.party.turn.window import reluctances
from echoes.games.player import Player, PlayerSeat

_LONGEST = 600
_SEARCHED = 10
"""One game in so many is searched for every mark."""


@dataclass(frozen=True)
class PartyResult(SeededResult):
    """One game; its leaks are marks that somebody was shown who must not see them.

    Attributes:
        turns: of all seats.
        rounds: of the table.
    """

    turns: int
    rounds: int


def play_tables(module: Module, player: str, numbers: Sequence[int], seed: int) -> list[PartyResult]:
    """Play games one after the other; for a process of its own.

    Args:
        module: that is played.
        player: the name of a strategy, at every seat.
        numbers: of the games.
        seed: of all of them.
    """
    marked = with_canaries(module)
    games = [_Game(marked, player, f"bench:{seed}:{number}", number) for number in numbers]
    return [asyncio.run(game.play()) for game in games]


class _Game:
    """One game: each seat has a player of its own, who gets the events that its seat may see."""

    def __init__(self, module: Module, player: str, seed: str, number: int) -> None:
        self._module, self._player, self._searched = module, player, number % _SEARCHED == 0
        started, trace = table_opening(module, "party", PartyStartTrace(seed=seed))
        self._state: PartyState = table_after(new_table(module), Entry(started, trace))
        self._news: dict[str, list[Event]] = {seat: [] for seat in module.party}
        self._players: dict[str, Player] = {}
        for seat in module.party:
            own = PlayerSeat(started=started, look=self._looks_from(seat), seed=number, seat=seat)
            self._players[seat] = PARTY_PLAYERS.open(player, own)
        self._leaks = 0
        dealt = deal_sheets(module, started, trace)
        self._state = reduce(table_after, dealt, self._state)
        self._hear(dealt)

    def _looks_from(self, seat: str) -> Callable[[], Awaitable[Window]]:
        async def look() -> Window:
            kept = tuple(reluctances(self._module, self._state, seat))
            return Window((Section(Part.NOTES, kept, seat),), 0, {})

        return look

    async def play(self) -> PartyResult:
        """Play to the end, and return the result."""
        turns, ended = 0, None
        while not self._state["ended"] and turns < _LONGEST:
            [seat] = seat_to_act(self._module, self._state)
            move = await self._players[seat].move(self._news.pop(seat, []), _LONGEST)
            self._news[seat] = []
            offered = self._state["asked"][seat]
            if move is None or not move.text.isdecimal() or not 1 <= int(move.text) <= len(offered):
                break
            key = offered[int(move.text) - 1]
            texts = {one.key: one.text for one in moves_at_table(self._module, self._state, seat)}
            play = PartyPlay(self._module, self._state, seat)
            make_table_move(play, key, texts[key])
            entries, self._state, turns = play.entries(), play.state, turns + 1
            ended = next((e.event.details for e in entries if isinstance(e.event, PartyEnded)), None)
            self._hear(entries)
        ending, success, points = (ended.ending, ended.success, ended.score) if ended else ("", False, 0)
        return PartyResult(
            self._module.id, self._player, ending, success, points, self._leaks, turns, self._state["round"]
        )

    def _hear(self, entries: Sequence[Entry]) -> None:
        """Hand each seat what it may see, and search that for marks."""
        for seat, news in self._news.items():
            seen = [one.event for one in entries if not one.event.audience or seat in one.event.audience]
            news += seen
            if not self._searched or self._state["ended"]:
                continue
            hidden = canaries_hidden_from(self._module, self._state, seat)
            self._leaks += len(leaks_among([strings_of(one.model_dump()) for one in seen], hidden))
