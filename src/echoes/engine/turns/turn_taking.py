"""Turn taking: messages to a seat one at a time, prepared without the session's lock, then follow-up work."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from echoes.core.errors import BadInput, EchoesError, SessionBusy, StorageFailed
from echoes.core.log.events import Event
from echoes.core.operation.call_budget import CallBudget, metered_calls
from echoes.core.operation.spending import spending_for
from echoes.core.operation.tracing import span
from echoes.core.operation.usage import Usage
from echoes.core.seats.visibility import PUBLIC
from echoes.core.views.live_text import live_text
from echoes.engine.sessions.session import GameSession
from echoes.engine.turns.limits import PlayLimits, limit_reached
from echoes.engine.turns.measuring import measured_turn
from echoes.engine.turns.read_ahead import ReadAhead
from echoes.engine.turns.turn import PreparedTurn, Turn
from echoes.games.base import AnyGame
from echoes.games.turn_state import TurnState
from echoes.storage.backends import Storage

_MOST_ATTEMPTS = 4
"""The most times that a turn is prepared if the game keeps moving on."""
_CLOSING_S = 10.0
"""The most seconds to wait for follow-up work before it is left to the next turn."""
_MOVED_ON = {
    "en": "The game moved on before I could answer. Nothing was charged; please send it again.",
    "zh": "还没来得及回应你这句话，游戏就又往前走了。这次不计数，请再发一遍。",
}
_LOG = logging.getLogger(__name__)


class TurnTaking:
    """The turns of any session, and in the background what games read ahead and their follow-up work.

    Args:
        storage: the storage with its locks.
        games: the game types by name.
        limits: the limits of turns and hints.
    """

    def __init__(self, storage: Storage, games: Mapping[str, AnyGame], limits: PlayLimits) -> None:
        self._storage, self._games, self._limits = storage, games, limits
        self._reading = ReadAhead()
        self._settling: dict[str, asyncio.Task[None]] = {}

    def read_ahead(self, session: GameSession) -> GameSession:
        """Begin to read what the next turn of a session needs, and return the session."""
        self._reading.start(self._games[session.started.game_type], session.scenario)
        return session

    async def take(self, session: GameSession, text: str, by: str, seat: str | None) -> Turn:
        """Handle a message to a seat.

        Messages to one seat are handled one at a time, in the order in which they came. Thinking blocks only
        that seat: joining, leaving, reading and undoing do not wait for a model.

        Args:
            session: the session.
            text: the message.
            by: the sender's name, if several play.
            seat: the seat that speaks; None for the one whose turn it is.
        Returns:
            The result, already in the log.
        Raises:
            EchoesError: it could not be handled; nothing was recorded.
        """
        return await measured_turn(session.started.game_type, self._take(session, text, by, seat))

    async def _take(self, session: GameSession, text: str, by: str, seat: str | None) -> Turn:
        reader = speaker = seat or PUBLIC
        async with AsyncExitStack() as places:
            await places.enter_async_context(self._place(session, reader))
            await self._reading.finished(self._games[session.started.game_type], session.scenario)
            session.listen(reader)
            if seat is None and session.seats:
                await self.settled(session)
                async with self._storage.lock(session.session_id):
                    speaker = await session.next_seat(by)
                await places.enter_async_context(self._place(session, speaker))
            return await self._answer(session, text, by, speaker, reader)

    async def _answer(self, session: GameSession, text: str, by: str, seat: str, reader: str) -> Turn:
        """Prepare a turn until it can be committed; the caller holds the place of its seat."""
        lock, attempts = self._storage.lock, list[PreparedTurn]()
        error: str | EchoesError = _MOVED_ON.get(session.scenario.language, _MOVED_ON["en"])
        with spending_for(session.started), metered_calls() as meter:
            try:
                if used_up := await self._limits.turns_used_up():
                    meter.calls = 0
                for _ in range(_MOST_ATTEMPTS):
                    before = await self.settled(session)
                    if attempts and (turn := await self._rebased(session, attempts, by, reader)):
                        return turn
                    live_text().withdraw()
                    dropped = _cost(attempts, meter)
                    prepared = await session.prepare(before, text, seat, by=by)
                    attempts.append(prepared)
                    if prepared.holder != attempts[0].holder:
                        raise BadInput(f"the seat '{seat}' is no longer yours", "Take a free one to play.")
                    if used_up and meter.exhausted:
                        raise limit_reached(used_up, session.scenario.language)
                    async with lock(session.session_id):
                        if turn := await self._commit(session, prepared, by, dropped, reader):
                            return turn
                await self.settled(session)
                if turn := await self._rebased(session, attempts, by, reader):
                    return turn
            except EchoesError as failure:
                error = failure
        live_text().withdraw()
        spent = _cost(attempts, meter)
        if isinstance(error, StorageFailed) and spent:
            session.defer_usage(spent)  # what could not record a turn would not record its failure either
            spent = None
        if spent is None and isinstance(error, EchoesError):
            raise error
        async with lock(session.session_id):
            return await session.refuse(error, text, seat, spent or Usage())

    async def _rebased(
        self, session: GameSession, attempts: Sequence[PreparedTurn], by: str, reader: str
    ) -> Turn | None:
        """Commit the replies of the last attempt, if they fit the game as it stands now."""
        async with self._storage.lock(session.session_id):
            prepared = await session.rebase(attempts[-1])
            dropped = sum((one.usage for one in attempts[:-1]), Usage())
            dropped = None if dropped == Usage() else dropped
            return await self._commit(session, prepared, by, dropped, reader) if prepared else None

    async def _commit(
        self, session: GameSession, prepared: PreparedTurn, by: str, dropped: Usage | None, reader: str
    ) -> Turn | None:
        """Record a prepared turn if the limits allow it; the arguments are those of `GameSession.commit`."""
        claimed, turn = await self._limits.claim(prepared.entries, session.scenario.language), None
        try:
            turn = await session.commit(prepared, by, dropped, reader)
        finally:
            if turn is None:
                await self._limits.give_back(claimed)
        return turn

    def _place(self, session: GameSession, seat: str) -> AbstractAsyncContextManager[None]:
        return self._storage.lock(self.place(session.session_id, seat))

    @staticmethod
    def place(session_id: str, seat: str) -> str:
        """Return the name of the lock that a seat holds while it is answered."""
        named = hashlib.sha256(seat.encode()).hexdigest()[:12] if seat else "turn"
        return f"{session_id}~{named}"

    def settle(self, session: GameSession, turn: Turn) -> None:
        """Start the follow-up work of a turn, if there is any."""
        if turn.after is not None and session.unsettled(turn.after):
            before = self._settling.get(session.session_id)
            self._settling[session.session_id] = asyncio.create_task(self._behind(session, before))

    async def settled(self, session: GameSession) -> TurnState[object]:
        """Wait for the follow-up work of the last turn, or do it if a crash left it.

        Returns:
            The state of the session after it. If follow-up work can't be done, the game goes on without it.
        Raises:
            SessionBusy: another process takes too long over it.
        """
        if task := self._settling.get(session.session_id):
            await asyncio.wait([task])
        tries = _MOST_ATTEMPTS
        while True:
            async with self._storage.lock(session.session_id):
                before = await session.read()
            tries -= 1
            if not session.unsettled(before) or not tries or not await self._settle(session):
                return before

    async def news(self, session: GameSession, seat: str | None) -> list[Event]:
        """Wait for the follow-up work of the last turn, and return the events that a seat was not shown yet.

        The seat is that of `take`. If follow-up work can't be done, nothing is returned; the next message
        waits for it once more.
        """
        try:
            await self.settled(session)
        except EchoesError as error:
            _LOG.warning("the follow-up work of '%s' is put off: %s", session.session_id, error)
            return []
        if seat is not None or not session.seats:
            return await session.news(seat or PUBLIC, seat or PUBLIC)
        async with self._storage.lock(session.session_id):
            return await session.news(PUBLIC, await session.next_seat())

    async def aclose(self) -> None:
        """Wait a while for follow-up work that has begun; what is left is done before the next turn."""
        await self._reading.aclose()
        if tasks := [*self._settling.values()]:
            _, late = await asyncio.wait(tasks, timeout=_CLOSING_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _behind(self, session: GameSession, before: "asyncio.Task[None] | None") -> None:
        try:
            if before:
                await asyncio.wait([before])
            await self._settle(session)
        except SessionBusy as error:
            _LOG.warning("the follow-up work of '%s' is put off: %s", session.session_id, error)
        finally:
            if self._settling.get(session.session_id) is asyncio.current_task():
                del self._settling[session.session_id]

    async def _settle(self, session: GameSession) -> bool:
        """Do the follow-up work of the last turn, and tell whether it could be done."""
        lock, session_id = self._storage.lock, session.session_id
        async with lock(f"{session_id}~after"):
            try:
                async with lock(session_id):
                    before = await session.read()
                if session.unsettled(before):
                    with (
                        span("after-work", game=session.started.game_type),
                        spending_for(session.started),
                        metered_calls() as meter,
                    ):
                        committed = False
                        try:
                            prepared = await session.prepare_follow_up(before)
                            async with lock(session_id):
                                committed = await session.commit(prepared) is not None
                        finally:
                            if not committed:
                                session.defer_usage(meter.used)
                return True
            except SessionBusy:
                raise
            except EchoesError as error:  # the turn counts, and what is left is tried before the next one
                _LOG.warning("the follow-up work of '%s' is put off: %s", session_id, error)
                return False


def _cost(attempts: Sequence[PreparedTurn], meter: CallBudget) -> Usage | None:
    """Return the cost of attempts that had no effect, as they tell it or as it was metered; None for none."""
    told = sum((prepared.usage for prepared in attempts), Usage())
    spent = told if told.model_calls >= meter.used.model_calls else meter.used
    return None if spent == Usage() else spent
