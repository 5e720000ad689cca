"""The loop of a game in the terminal."""

import contextlib
import sys
from collections.abc import Sequence
from itertools import takewhile

from rich.table import Table

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.log.events import Event
from echoes.core.seats.events import SeatTaken
from echoes.core.seats.seating import must_have
from echoes.core.seats.visibility import seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.players.proposals import Proposal, proposal_after
from echoes.engine.scenarios.files import nothing_to_play
from echoes.engine.scenarios.knowledge import PassingNotice
from echoes.engine.sessions.queries import read_entries, session_ids, session_rows
from echoes.engine.sessions.session import GameSession
from echoes.interfaces.cli.answers import wants, wants_to_resume
from echoes.interfaces.cli.event_printer import EventPrinter
from echoes.interfaces.cli.kinds import choose_kind, pick
from echoes.interfaces.cli.line_reader import LineReader
from echoes.interfaces.cli.message_loop import MessageLoop
from echoes.interfaces.cli.newcomers import Newcomers
from echoes.interfaces.cli.output import notice
from echoes.interfaces.cli.setup import offer_setup
from echoes.interfaces.line_breaks import text_in
from echoes.interfaces.proposal_reasons import reason_text

DEFAULT_PLAYER = "player"
_OTHER_LANGUAGE = "中文：echoes play --lang zh"


class TerminalGame:
    """One run of `echoes play`.

    Args:
        as_json: print events as JSON lines and nothing else.
    """

    def __init__(self, as_json: bool) -> None:
        self._printer = EventPrinter(as_json, {})
        self._interactive = _at_terminal() and not as_json
        self._lines = LineReader(self._interactive)
        self._loop: MessageLoop | None = None
        self._seat: str | None = None
        self._player = DEFAULT_PLAYER

    async def run(
        self,
        puzzle: str | None,
        named: str | None,
        session: str | None,
        lang: str | None,
        seat: str | None = None,
        once: bool = False,
    ) -> None:
        """Start or resume a session and play it until the input ends; then perhaps another, unless `once`."""
        self._seat = seat
        config, player = load_config(), named or DEFAULT_PLAYER
        if self._interactive and await offer_setup(config, lang, self._lines.read):
            config = load_config()
        async with open_engine(config, self._announce, at_once=False) as engine:
            self._printer = EventPrinter(self._printer.as_json, engine.games)
            self._printer.renderer.explains = self._interactive
            if self._interactive and not session_ids(engine):
                kind = engine.scenarios.get(puzzle, lang)[0] if puzzle else ""
                await self._welcome(engine, lang, kind)
            if session is None and puzzle is None:
                puzzle, session = await self._choose(engine, player, lang)
            elif session is not None:
                _check(await engine.open_session(session), puzzle, lang, None if seat else named)
            await self._play(engine, puzzle or config.play.default_puzzle, player, session, lang, named)
            while self._loop and self._loop.ended and self._interactive and not once:
                chosen = await self._another(engine, self._player, lang)
                if chosen is None:
                    break
                self._seat = None
                await self._play(engine, chosen.scenario.id, self._player, chosen.session_id, lang)
        self.leave()

    async def _welcome(self, engine: GameEngine, lang: str | None, kind: str) -> None:
        """Greet whoever plays for the very first time.

        Args:
            engine: whose games are explained.
            lang: the language that was named.
            kind: of the game that was named, and did not come for the tutorial; empty for none.
        """
        if lang is None:
            self._printer.console.print(_OTHER_LANGUAGE, style="dim", markup=False)
        console = self._printer.console
        newcomers = Newcomers(console, engine.games, lang or "en", self._lines.read, kind)
        await newcomers.welcome(offer=not kind)

    async def _play(
        self,
        engine: GameEngine,
        puzzle: str,
        player: str,
        session: str | None,
        lang: str | None,
        named: str | None = None,
    ) -> None:
        """One game, from its opening until it is over or left."""
        if session is None:
            if self._seat is not None:
                kind, scenario = engine.scenarios.get(puzzle, lang)
                must_have(engine.games[kind].seats(scenario), self._seat)
            elif self._interactive:
                self._seat = await self._choose_seat(engine, puzzle, lang)
            game = await engine.create_session(puzzle, player, lang)
            started = game.started
        else:
            repaired = await engine.reconcile(session)
            game = await engine.open_session(session)
            if self._seat is None and engine.games[game.started.game_type].companion:
                self._seat = self._own_seat(game, named)
                if self._seat is None and self._interactive and not game.ended:
                    self._seat = await self._choose_seat(engine, game.scenario.id, game.scenario.language)
            noted = " ".join(filter(None, [game.started.notice, *repaired])) or None
            started = game.started.model_copy(update={"resumed": True, "notice": noted})
        self._player = started.player_id
        by = (named or started.player_id) if game.seats else ""
        renderer = self._printer.renderer
        renderer.player = by
        renderer.seats = {seat: game.projection.seat_label(seat) for seat in game.seats}
        self._loop = loop = MessageLoop(
            engine, game.session_id, self._printer, self._lines, self._interactive, self._seat, by
        )
        with contextlib.suppress(EOFError):
            seated = await self._sit(engine, game, named or started.player_id)
            self._printer.event(started)
            for event in seated:
                if not engine.games[started.game_type].companion:  # else it is shown with the table
                    self._printer.event(event)
            await loop.sit_down(resumed=session is not None)
            if session:
                await self._welcome_back(engine, loop, game)
            elif self._interactive:
                loop.starters = self._printer.renderer.starters(game.scenario)
            await loop.run()
        if loop.restarts:
            await self._play(engine, game.scenario.id, self._player, None, game.scenario.language, named)

    async def _sit(self, engine: GameEngine, game: GameSession, name: str) -> Sequence[Event]:
        """Take the seat that was named or chosen, if any, and return what that leads to.

        Raises:
            SeatRefused: the table has no such seat, or somebody else holds it.
        """
        if self._seat is None or game.ended:
            return ()
        return await engine.sit(game.session_id, SeatTaken(seat=self._seat, by=name))

    @staticmethod
    def _own_seat(game: GameSession, named: str | None) -> str | None:
        """Return the seat that a person took at a table and has not left, the last of several."""
        person, holders = named or game.started.player_id, game.projection.seating.holders
        return next((seat for seat in reversed([*holders]) if holders[seat].name == person), None)

    async def _choose_seat(self, engine: GameEngine, puzzle: str, lang: str | None) -> str | None:
        """Ask a person to choose a seat at a table that plays the others itself; None shares the screen."""
        kind, scenario = engine.scenarios.get(puzzle, lang)
        game = engine.games[kind]
        if not game.companion:
            return None
        seats = [*game.seats(scenario)]
        labels = [game.seat_label(scenario, seat) for seat in seats]
        labels.append(_ALL_SEATS.get(scenario.language, _ALL_SEATS["en"]))
        for number, label in enumerate(labels, 1):
            self._printer.console.print(f"{number}  {label}", markup=False)
        chosen = await pick([[label] for label in labels], _PICK_SEAT, scenario.language, self._lines.read)
        return seats[chosen] if chosen < len(seats) else None

    async def _another(self, engine: GameEngine, player: str, lang: str | None) -> Proposal | None:
        """Propose the next puzzle to a person; None when they have had enough."""
        proposals = await engine.players.propose(player, lang or self._printer.renderer.lang)
        if not proposals or proposals[0].reason == "played":
            return None
        assert self._loop is not None
        ended = (await engine.open_session(self._loop.session_id)).scenario
        first = proposal_after(proposals, ended)
        with self._lines.above():
            question = self._printer.renderer.another(first)
        with contextlib.suppress(EOFError):
            if await wants(question, self._lines.read, self._printer.renderer.lang):
                return first
        return None

    async def _welcome_back(self, engine: GameEngine, loop: MessageLoop, session: GameSession) -> None:
        """Show a person how a game stands and what can still be picked, or how it ended."""
        looks_from = self._seat or await engine.next_seat(session.session_id)
        entries = seen_by(read_entries(engine, session.session_id), looks_from)
        unread = [*takewhile(lambda entry: entry.event.is_news, reversed(entries))]
        for entry in reversed(unread):
            self._printer.event(entry.event)
        for entry in entries:
            self._printer.renderer.remember(entry.event)
            if entry.event.ends_game and not entry.event.makes_turn:
                loop.ended = True
                if not self._printer.as_json:
                    self._printer.event(entry.event)
        if self._interactive and not loop.ended:
            if self._seat is not None:
                self._printer.event(SeatTaken(seat=self._seat, by=self._printer.renderer.player))
            await loop.say("/recap")
        if loop.ended or self._printer.as_json:
            return
        async with engine.storage.lock(session.session_id):  # another process may be playing it, too
            state = await session.state()
        if choice := engine.games[session.started.game_type].open_choice(state, entries):
            self._printer.event(choice)

    def _announce(self, line: str) -> None:
        if isinstance(line, PassingNotice) and self._interactive:
            return  # it would stay above the prompt
        with self._lines.above():
            notice(line)

    @property
    def begun(self) -> bool:
        """Return whether there is a game to go on with."""
        return self._loop is not None

    def close(self) -> None:
        """Give the terminal back."""
        self._lines.close()

    def leave(self) -> None:
        """Say how to go on, unless there is nothing to go on with or it was said."""
        if self._loop is None or self._loop.ended or self._loop.left:
            return
        line = self._printer.renderer.farewell(self._loop.session_id, self._seat)
        if self._printer.as_json:
            notice(line)
        else:
            self._printer.console.print(f"\n{line}", markup=False)

    async def _choose(
        self, engine: GameEngine, player: str, lang: str | None
    ) -> tuple[str | None, str | None]:
        """Ask a person to choose a puzzle, or a game that was begun; neither through a pipe."""
        if not self._interactive:
            return None, None
        proposals = await engine.players.propose(player, lang)
        if not proposals:
            if not engine.scenarios.list_all():
                raise nothing_to_play(engine.scenarios.folders)
            raise BadInput(f"there is no puzzle in '{lang}'", "Choose another --lang.")
        spoken = lang or "en"
        proposals = await choose_kind(engine, proposals, self._printer.console, spoken, self._lines.read)
        table = Table("", "", "", box=None, show_header=False)
        for number, proposal in enumerate(proposals, 1):
            reason = text_in(spoken, reason_text(proposal, spoken), "dim")
            title = text_in(proposal.scenario.language, proposal.scenario.title)
            table.add_row(str(number), title, "★" * proposal.difficulty, reason)
        self._printer.console.print(table)
        names = [(one.scenario.title, one.scenario.id) for one in proposals]
        chosen = proposals[await pick(names, _PICK, spoken, self._lines.read)]
        begun = [one for one in await session_rows(engine, player) if one.session_id == chosen.session_id]
        if begun and not await wants_to_resume(begun[0], spoken, self._lines.read):
            return chosen.scenario.id, None
        return chosen.scenario.id, chosen.session_id


_PICK_SEAT = {"en": "Whom do you play? › ", "zh": "你扮演谁？ › "}
_ALL_SEATS = {"en": "all of them, sharing this screen", "zh": "所有人，大家共用这块屏幕"}
_PICK = {
    "en": "Which one? (number or title, Enter for the first, q to leave) › ",
    "zh": "玩哪一个？（输入编号或题目，回车选第一个，q 退出）› ",
}


def _check(game: GameSession, puzzle: str | None, lang: str | None, player: str | None) -> None:
    """A session that is resumed plays what it plays."""
    started = game.started
    if puzzle and puzzle != started.puzzle_id:
        raise BadInput(
            f"session '{started.session_id}' plays '{started.puzzle_id}', not '{puzzle}'",
            "Leave out one of the two.",
        )
    if lang and lang != started.lang:
        raise BadInput(f"session '{started.session_id}' is played in '{started.lang}'", "Leave out --lang.")
    if player and player != started.player_id:
        notice(
            f"Session '{started.session_id}' is {started.player_id}'s, and counts for {started.player_id}."
        )


def _at_terminal() -> bool:
    """Return whether a person sits at the terminal; a closed standard input is nobody."""
    return bool(sys.stdin) and sys.stdin.isatty()
