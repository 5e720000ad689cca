"""The contract of a game type, checked on a session in which a bit of everything happened."""

import copy
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
import pytest_asyncio

from echoes.app import event_kinds, open_engine
from echoes.config import load_config
from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import kind_of
from echoes.core.log.events import SessionEnded
from echoes.core.log.lines import read_entry
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.log.projection import fold
from echoes.engine.log.replay import replay
from echoes.engine.sessions.session import GameSession
from echoes.games.base import AnyGame
from echoes.interfaces.event_blocks import blocks_of


class PlayedSession:
    """A session that was played, and all that the suite asks of it."""

    def __init__(self, engine: GameEngine, session: GameSession) -> None:
        self.engine, self.session, self.session_id = engine, session, session.session_id
        self.game: AnyGame = engine.games[session.started.game_type]
        self.scenario = session.scenario
        self.entries: list[Entry] = engine.storage.event_log.read(session.session_id)


@pytest.mark.asyncio
class GameTypeContract:
    """The suite; name the game `type`, a `scenario` and `messages` that end the game.

    Among the messages are moves of all kinds, `/undo` and nonsense. `prepare` puts the scenario's file into
    the data folder, unless it is bundled.
    """

    type: ClassVar[str] = ""
    scenario: ClassVar[str] = ""
    messages: ClassVar[Sequence[str]] = ()

    def prepare(self, data: Path) -> None:
        """Write what is needed into the data folder, which is empty."""

    @pytest_asyncio.fixture
    async def engine(self, tmp_path: Path) -> AsyncIterator[GameEngine]:
        """An engine with folders of its own."""
        config = load_config()
        config.paths.data = tmp_path / "data"
        config.paths.game_storage = tmp_path / "game_storage"
        config.paths.rag_storage = tmp_path / "rag_storage"
        config.paths.data.mkdir()
        self.prepare(config.paths.data)
        async with open_engine(config) as opened:
            yield opened

    @pytest_asyncio.fixture
    async def played(self, engine: GameEngine) -> PlayedSession:
        """The session, after all messages."""
        session = await engine.create_session(self.scenario)
        for message in self.messages:
            seat = await session.next_seat()
            async for _ in engine.handle_message(session.session_id, message, seat=seat):
                pass
        await engine.settled(session.session_id)
        return PlayedSession(engine, await engine.open_session(session.session_id))

    async def test_a_game_gives_its_events_kinds_of_their_own(self, engine: GameEngine) -> None:
        """No two events have one kind, and none can be changed."""
        events = engine.games[self.type].events
        kinds = [kind_of(kind) for kind in events]
        assert len(kinds) == len({*kinds})
        assert all(kind.model_config.get("frozen") for kind in events)

    async def test_a_line_of_the_log_is_read_as_it_was_written(self, played: PlayedSession) -> None:
        """Event, trace and cause survive the way to disk and back."""
        kinds = event_kinds(played.engine.games)
        for entry in played.entries:
            line = json.loads(json.dumps(entry.to_json()))
            again = read_entry(line, kinds, self.type)
            assert (again.event, again.trace, again.cause) == (entry.event, entry.trace, entry.cause)
            assert type(again.event) is type(entry.event)
            assert again.to_json() == entry.to_json()

    async def test_the_log_alone_gives_the_state_and_evolving_changes_nothing_of_before(
        self, played: PlayedSession
    ) -> None:
        """`evolve` is pure, and its states are plain JSON."""
        folded = fold(played.game, played.scenario, played.entries)
        assert folded.get("game") == await played.session.state()
        state = played.game.initial_state(played.scenario)
        for entry in played.entries:
            before = copy.deepcopy(state)
            after = played.game.evolve(state, entry)
            assert state == before
            state = json.loads(json.dumps(after))

    async def test_a_session_is_run_again_without_a_difference(self, played: PlayedSession) -> None:
        """A replay from the recorded replies gives the same log."""
        assert (await replay(played.engine, played.session_id)).differences == []

    async def test_every_event_is_shown_or_silent_in_both_languages(self, played: PlayedSession) -> None:
        """No block is empty, and the game ends."""
        for entry in played.entries:
            for language in ("en", "zh"):
                blocks = blocks_of(entry.event, played.engine.games, self.type, language)
                assert all(block.plain().strip() for block in blocks)
        assert isinstance(played.entries[-1].event, SessionEnded)

    async def test_its_tiers_are_those_of_its_policy_and_its_documents(self, played: PlayedSession) -> None:
        """Every document has a tier that the access policy knows, and every role an access."""
        game = played.game
        assert {document.tier for document in game.documents(played.scenario)} <= {*game.tiers}
        assert {*game.roles} <= {*game.access}
        assert all(tiers <= {*game.tiers} for tiers in game.access.values())

    async def test_what_a_seat_is_shown_follows_from_what_it_may_see(self, played: PlayedSession) -> None:
        """After each entry, all of it is the same whether the hidden entries are there or not."""
        game, scenario, entries = played.game, played.scenario, played.entries
        for seat in (PUBLIC, *played.session.seats):
            for count in range(1, len(entries) + 1):
                known = [entries[:count], seen_by(entries[:count], seat)]
                states = [fold(game, scenario, part) for part in known]
                panels = [game.panels(scenario, state, "en", seat) for state in states]
                modes = [game.composer(scenario, state, "en", seat) for state in states]
                own = [game.view_model(scenario, state, "en", seat) for state in states]
                assert panels[0] == panels[1]
                assert modes[0] == modes[1]
                assert own[0] == own[1]
                assert modes[0], "there is a way to say something"

    async def test_each_viewer_counts_turns_and_events_without_a_gap(self, played: PlayedSession) -> None:
        """Numbers give nothing away of what a viewer does not see."""
        seats = played.session.seats
        assert len({*seats}) == len(seats)
        for seat in (PUBLIC, *seats):
            seen = [entry.event for entry in seen_by(played.entries, seat)]
            assert all(not event.audience or seat in event.audience for event in seen)
            assert [event.event_id for event in seen] == [
                f"{played.session_id}-{n}" for n in range(1, len(seen) + 1)
            ]
            turns = [event.turn for event in seen if event.makes_turn]
            assert [*dict.fromkeys(turns)] == [*range(1, len({*turns}) + 1)]

    async def test_who_may_act_has_a_seat_and_follow_up_work_leaves_nothing(
        self, played: PlayedSession
    ) -> None:
        """Follow-up work belongs to the last turn, and `unsettled` is false after it."""
        latest = 0
        for count, entry in enumerate(played.entries, 1):
            state = fold(played.game, played.scenario, played.entries[:count]).get("game")
            assert {*played.game.may_act(played.scenario, state)} <= {*played.session.seats}
            if entry.cause and entry.cause.settles is not None:
                assert entry.cause.settles == entry.event.turn == latest, "it belongs to the last turn"
                assert not played.game.unsettled(state)
            latest = max(latest, entry.event.turn)
