"""Games of AI players: the plan of each, and playing one."""

import hashlib
import json
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from echoes.bench.players.results import FinalAnswer, GameResult, PlayerMessage, game_key
from echoes.bench.runs.variants import AgentSpec
from echoes.core.errors import BadSetting
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.log.queries import effective_entries, usage_of
from echoes.core.operation.usage import Usage
from echoes.engine.ai_players.autoplay import Autoplay, Step
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries
from echoes.games.player import PlayerLimits
from echoes.games.situation_puzzle.events import HypothesisJudged, QuestionRuled
from echoes.games.situation_puzzle.traces import VerdictTrace

INVALID_ENDINGS = frozenset({"no_referee", "no_player"})
"""The endings that say nothing about the player; such games are in no rate."""


@dataclass(frozen=True)
class PlannedGame:
    """One game to be played.

    Attributes:
        repeat: its number among the repeats, from 0.
        seed: of all that is left to chance.
        control: whether the player has to answer at once, without a question.
    """

    puzzle: str
    lang: str
    player: AgentSpec
    referee: AgentSpec
    repeat: int
    seed: int
    control: bool = False

    @property
    def key(self) -> str:
        """The key of the game in its run."""
        return game_key(
            self.puzzle, self.lang, str(self.player), str(self.referee), self.repeat, self.control
        )

    @property
    def file(self) -> str:
        """The path of its event log in the folder of the run."""
        plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in f"{self.puzzle}_{self.lang}")
        named = hashlib.sha256(self.key.encode()).hexdigest()[:16]
        return f"games/{plain[:60]}-{named}.jsonl"


def planned_games(
    puzzles: Iterable[tuple[str, str]],
    players: Sequence[AgentSpec],
    referees: Sequence[AgentSpec],
    repeats: int,
    seed: int,
    control: bool,
) -> list[PlannedGame]:
    """Plan puzzles × players × referees × repeats games, each with its control.

    Args:
        puzzles: each with its language.
        players, referees: who plays, and who rules.
        repeats: games of each.
        seed: the seed of each game follows from it and the number of the repeat.
        control: plan each game without questions too, where the player would ask any.
    """
    found: list[PlannedGame] = []
    for puzzle, lang in puzzles:
        for player in players:
            for referee in referees:
                for repeat in range(repeats):
                    own = zlib.crc32(f"{seed}:{repeat}".encode())
                    game = PlannedGame(puzzle, lang, player, referee, repeat, own)
                    found.append(game)
                    if control and player.name not in ("none", "scripted"):
                        found.append(replace(game, control=True))
    return found


async def play_game(
    engine: GameEngine, game: PlannedGame, caps: PlayerLimits, script: Sequence[str] = ()
) -> tuple[GameResult, str]:
    """Play one game.

    Args:
        engine: with the models and the referee of this game.
        game: the game.
        caps: hard bounds; a control has one turn.
        script: for a scripted player.
    Returns:
        Its result, and its event log as JSON lines, traces included.
    """
    started = time.perf_counter()
    moves: list[PlayerMessage] = []
    outcome, entries, why = None, list[Entry](), ""
    try:
        session_id = (await engine.create_session(game.puzzle, "player", game.lang)).session_id
    except BadSetting as error:  # this referee can't take this puzzle
        why = str(error)
    else:
        bounds = PlayerLimits(1, caps.calls, caps.tokens) if game.control else caps
        outcome = Autoplay(engine, session_id, game.player.name, bounds, game.seed, script)
        async for step in outcome.steps():
            moves.append(_message(step))
        entries, why = read_entries(engine, session_id), outcome.why
        await engine.delete_session(session_id)
    log = "".join(f"{json.dumps(entry.to_json(), ensure_ascii=False)}\n" for entry in entries)
    scenario = engine.scenarios.get(game.puzzle, game.lang)[1]
    seconds = round(time.perf_counter() - started, 3)
    return _result(game, _Played(scenario, outcome, why, entries, moves, seconds)), log


@dataclass(frozen=True)
class _Played:
    """A game that was played; without an outcome it could not begin."""

    scenario: Any
    outcome: Autoplay | None
    why: str
    entries: Sequence[Entry]
    moves: Sequence[PlayerMessage]
    seconds: float


def _message(step: Step) -> PlayerMessage:
    move = step.move
    return PlayerMessage(move.text, move.repeated, tuple(move.looked_up), step.failed, move.usage)


def _result(game: PlannedGame, played: _Played) -> GameResult:
    events = [entry.event for entry in played.entries]
    kinds = Counter(event.event for event in events)
    rulings = [event for event in events if isinstance(event, QuestionRuled)]
    outcome = played.outcome
    ending = outcome.ending if outcome else "no_referee"
    return GameResult(
        puzzle=game.puzzle,
        lang=game.lang,
        story=f"{game.puzzle}_{game.lang}",
        hash=played.scenario.content_hash,
        player=str(game.player),
        referee=str(game.referee),
        repeat=game.repeat,
        seed=game.seed,
        control=game.control,
        file=game.file,
        ending=ending,
        valid=ending not in INVALID_ENDINGS,
        solved=ending == "solved",
        why=played.why,
        turns=outcome.turns if outcome else 0,
        failed=outcome.failed if outcome else 0,
        player_usage=outcome.usage if outcome else Usage(),
        ruled=len(rulings),
        ruled_as=sum(bool(ruling.ruled_as) for ruling in rulings),
        asked_back=kinds["clarification_asked"],
        not_ruled=kinds["ruling_unavailable"],
        hints=kinds["hint_given"],
        answers=_answers(played.entries, played.scenario.core_facts),
        coverage=_coverage(events),
        rulings_by=tuple(sorted({ruling.source for ruling in rulings})),
        prompt_version=getattr(events[0], "prompt_version", None) if events else None,
        referee_usage=sum((usage_of(entry) for entry in played.entries), Usage()),
        moves=tuple(played.moves),
        repeated=_repetitions(played.moves),
        kept_from_repeating=sum(move.repeated for move in played.moves),
        seconds=played.seconds,
    )


def _answers(entries: Sequence[Entry], core: Sequence[str]) -> tuple[FinalAnswer, ...]:
    """Return each final answer with its verdict and the share of the core facts that it states itself."""
    found: list[FinalAnswer] = []
    for entry in effective_entries(entries):
        event = entry.event
        if isinstance(event, HypothesisJudged):
            trace = entry.traced(VerdictTrace)
            covered = {*trace.covered} - {*trace.contradicted}
            share = sum(fact in covered for fact in core) / len(core) if core else 0.0
            found.append(FinalAnswer(event.turn, event.verdict, round(share, 4)))
    return tuple(found)


def _coverage(events: Sequence[Event]) -> tuple[float, ...]:
    """Return the share of the core facts that is established after each turn."""
    by_turn: dict[int, float] = {}
    for event in events:
        progress = getattr(event, "progress", None)
        if event.turn and isinstance(progress, float):
            by_turn[event.turn] = progress
    found: list[float] = []
    for turn in range(1, max(by_turn, default=0) + 1):
        found.append(by_turn.get(turn, found[-1] if found else 0.0))
    return tuple(found)


def _repetitions(moves: Sequence[PlayerMessage]) -> int:
    """Count the messages that repeat an earlier one; numbers pick an option, and are not counted."""
    said = ["".join(c for c in move.text.casefold() if c.isalnum()) for move in moves]
    said = [text for text in said if text and not text.isdecimal()]
    return len(said) - len({*said})
