"""The loop of a game in the terminal."""

import contextlib
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import takewhile

from rich.console import Console
from rich.table import Table
from rich.text import Text

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadInput, OperatorError
from echoes.core.events import CommandResult, Event, SeatTaken, SessionEnded, TurnFailed, event_to_json
from echoes.core.seating import must_have
from echoes.core.seats import PUBLIC, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.proposals import Proposal
from echoes.engine.reading import read_entries, session_exists, session_ids
from echoes.engine.session import GameSession
from echoes.games.base import AnyGame
from echoes.interfaces.cli.kinds import choose_kind, pick_number
from echoes.interfaces.cli.newcomers import Newcomers
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.proposal_reasons import reason_text
from echoes.interfaces.terminal import TerminalRenderer
from echoes.models.health_checks import detect_models

DEFAULT_PLAYER = "player"
_OTHER_LANGUAGE = "中文：echoes play --lang zh"


def _mention_models() -> None:
    """Say which models could be used on this machine."""
    for line in detect_models():
        notice(line)


class Game:
    """One run of `echoes play`.

    Args:
        as_json: print events as JSON lines and nothing else.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._console = Console(highlight=False)
        self._renderer = TerminalRenderer(self._console, {})
        self._interactive = _at_terminal() and not as_json
        self._over = False
        self._session_id: str | None = None
        self._seat: str | None = None
        self._player = DEFAULT_PLAYER
        self._ended = False
        self._gone = False
        self._starters: Sequence[str] = ()

    async def run(
        self,
        puzzle: str | None,
        named: str | None,
        session: str | None,
        lang: str | None,
        seat: str | None = None,
    ) -> None:
        """Start or resume a session and play it until the input ends; then perhaps another."""
        self._seat = seat
        # asyncio's own handler would wait for `input` to return; this one interrupts it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        config, player = load_config(), named or DEFAULT_PLAYER
        async with open_engine(config, announce=notice) as engine:
            self._renderer = TerminalRenderer(self._console, engine.games)
            self._renderer.explains = self._interactive
            if self._interactive and not session_ids(engine):
                self._welcome(
                    engine, lang, offer=puzzle is None, embedded=config.models.provider == "embedded"
                )
            if session is None and puzzle is None:
                puzzle, session = await self._choose(engine, player, lang)
            elif session is not None:
                _check(await engine.open_session(session), puzzle, lang, None if seat else named)
            await self._play(engine, puzzle or config.play.default_puzzle, player, session, lang, named)
            while self._ended and self._interactive:
                chosen = await self._another(engine, self._player, lang)
                if chosen is None:
                    break
                self._seat = None
                await self._play(engine, chosen.scenario.id, self._player, chosen.session_id, lang)
        self.leave()

    def _welcome(self, engine: GameEngine, lang: str | None, offer: bool, embedded: bool) -> None:
        """Greet whoever plays for the very first time.

        Args:
            engine: whose games are explained.
            lang: the language that was named.
            offer: whether to offer the tutorial, which whoever has named a puzzle did not come for.
            embedded: whether no model is configured.
        """
        if embedded:
            _mention_models()
        if lang is None:
            self._console.print(_OTHER_LANGUAGE, style="dim", markup=False)
        Newcomers(self._console, engine.games, lang or "en").welcome(offer)

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
                kind, scenario = engine.puzzles.get(puzzle, lang)
                must_have(engine.games[kind].seats(scenario), self._seat)
            game = await engine.create_session(puzzle, player, lang)
            started = game.started
        else:
            repaired = await engine.reconcile(session)
            game = await engine.open_session(session)
            noted = " ".join(filter(None, [game.started.notice, *repaired])) or None
            started = game.started.model_copy(update={"resumed": True, "notice": noted})
        self._session_id, self._player = game.session_id, started.player_id
        self._by = (named or started.player_id) if game.seats else ""
        self._ended = self._over = False
        with contextlib.suppress(KeyboardInterrupt, EOFError):
            self._show(started)
            if self._seat is not None and not game.ended:
                sits = SeatTaken(seat=self._seat, by=named or started.player_id)
                for event in await engine.sit(game.session_id, sits):
                    self._show(event)
            if session:
                await self._welcome_back(engine, session, engine.games[started.game_type])
            elif self._interactive:
                self._starters = self._renderer.starters(game.scenario)
            # Reading a line stops everything else: nothing may be half built, and locked, meanwhile.
            with contextlib.suppress(OperatorError):
                await engine.ensure_knowledge(started.game_type, game.scenario)
            await self._loop(engine, game.session_id)

    async def _another(self, engine: GameEngine, player: str, lang: str | None) -> Proposal | None:
        """Propose the next puzzle to a person; None when they have had enough."""
        proposals = await engine.players.propose(player, lang or self._renderer.lang)
        if not proposals or proposals[0].reason == "played":
            return None
        first = proposals[0]
        return first if self._renderer.ask_another(first) else None

    async def _welcome_back(self, engine: GameEngine, session_id: str, game: AnyGame) -> None:
        """Show a person how a game stands and what can still be picked, or how it ended."""
        entries = seen_by(read_entries(engine, session_id), self._seat or PUBLIC)
        unread = [*takewhile(lambda entry: entry.event.is_news, reversed(entries))]
        for entry in reversed(unread):
            self._show(entry.event)
        for entry in entries:
            if entry.event.ends_game and not entry.event.makes_turn:
                self._ended = True
                if not self._as_json:
                    self._show(entry.event)
        self._over = self._ended and self._interactive
        if self._interactive and not self._ended:
            await self._say(engine, session_id, "/recap")
        choice = None if self._ended or self._as_json else game.open_choice(entries)
        if choice:
            self._show(choice)

    async def _loop(self, engine: GameEngine, session_id: str) -> None:
        messages = self._messages()
        while not self._over and (message := next(messages, None)) is not None:
            if not self._interactive or (message.strip() and self._renderer.confirmed(message)):
                await self._say(engine, session_id, self._started_with(message))
            # Reading a line stops everything else, after-work included.
            for event in await engine.settled(session_id, self._seat) if not self._gone else ():
                self._show(event)

    def _started_with(self, message: str) -> str:
        """Return what is sent for a message: at the beginning a number stands for what was proposed."""
        proposed, self._starters = self._starters, ()
        number = message.strip()
        if not (number.isdecimal() and 1 <= int(number) <= len(proposed)):
            return message
        self._renderer.sent(proposed[int(number) - 1])
        return proposed[int(number) - 1]

    async def _say(self, engine: GameEngine, session_id: str, message: str) -> None:
        read_along = self._renderer.piece if self._interactive else None
        async for event in engine.handle_message(session_id, message, read_along, self._by, self._seat):
            self._show(event)
            self._gone = isinstance(event, TurnFailed) and not self._exists(engine, session_id)
            self._over = self._over or self._gone
            quitting = isinstance(event, CommandResult) and event.command == "quit"
            self._ended = self._ended or isinstance(event, SessionEnded)
            self._over = self._over or quitting or (self._ended and self._interactive)

    @staticmethod
    def _exists(engine: GameEngine, session_id: str) -> bool:
        return session_exists(engine, session_id)

    def _messages(self) -> Iterator[str]:
        if not self._interactive:
            for line in _lines():
                text = line.decode("utf-8", errors="replace").rstrip("\r\n")
                if not self._as_json:
                    self._console.print(f"\n› {text}", markup=False)
                yield text
            return
        with contextlib.suppress(ImportError):
            import_module("readline")  # gives `input` editing and history
        while True:
            yield input("\n› ")

    def _show(self, event: Event) -> None:
        if self._as_json:
            json_line(event_to_json(event))
        else:
            self._renderer.render(event)

    def leave(self) -> None:
        """Say how to go on, unless there is nothing to go on with or it was said."""
        if self._session_id is None or self._ended or self._over or self._gone:
            return
        line = self._renderer.farewell(self._session_id)
        if self._as_json:
            notice(line)
        else:
            self._console.print(f"\n{line}", markup=False)

    async def _choose(
        self, engine: GameEngine, player: str, lang: str | None
    ) -> tuple[str | None, str | None]:
        """Let a person choose a puzzle, or a game that was begun; neither through a pipe."""
        if not self._interactive:
            return None, None
        proposals = await engine.players.propose(player, lang)
        if not proposals:
            raise BadInput(f"there is no puzzle in '{lang}'", "Choose another --lang.")
        proposals = choose_kind(engine, proposals, self._console, lang or "en")
        table = Table("", "", "", box=None, show_header=False)
        for number, proposal in enumerate(proposals, 1):
            reason = Text(reason_text(proposal, lang or "en"), style="dim")
            table.add_row(str(number), Text(proposal.scenario.title), "★" * proposal.difficulty, reason)
        self._console.print(table)
        chosen = proposals[pick_number(len(proposals), _PICK, lang or "en") - 1]
        return chosen.scenario.id, chosen.session_id


_PICK = {
    "en": "Which puzzle? (1 to {count}, Enter for the first) › ",
    "zh": "玩哪一个？（1 到 {count}，回车选第一个）› ",
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
    """Tell whether a person sits at the terminal; a closed standard input is nobody."""
    return bool(sys.stdin) and sys.stdin.isatty()


def _lines() -> Iterable[bytes]:
    return sys.stdin.buffer if sys.stdin else ()
