"""Games of AI players: which are to be played, and how one of them is played and kept."""

import hashlib
import json
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from echoes.bench.players.rows import Answer, Message, Played, key_of
from echoes.bench.variants import Who
from echoes.core.entries import Entry
from echoes.core.errors import BadSetting
from echoes.core.events import event_to_json
from echoes.core.history import active, usage_of
from echoes.core.usage import Usage
from echoes.engine.autoplay import Autoplay, Step
from echoes.engine.engine import GameEngine
from echoes.games.player import Caps
from echoes.games.situation_puzzle.events import HypothesisJudged
from echoes.games.situation_puzzle.traces import VerdictTrace

INVALID = frozenset({"no_referee", "no_player"})
"""The endings that say nothing about the player: nobody has lost."""


@dataclass(frozen=True)
class Game:
    """One game to be played.

    Attributes:
        control: without a question: the player has to answer at once.
    """

    puzzle: str
    lang: str
    player: Who
    referee: Who
    repeat: int
    seed: int
    control: bool = False

    @property
    def key(self) -> str:
        """Names the game in its run."""
        return key_of(self.puzzle, self.lang, str(self.player), str(self.referee), self.repeat, self.control)

    @property
    def file(self) -> str:
        """The name of its event log."""
        plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in f"{self.puzzle}_{self.lang}")
        named = hashlib.sha256(self.key.encode()).hexdigest()[:16]
        return f"games/{plain[:60]}-{named}.jsonl"


def games_of(
    puzzles: Iterable[tuple[str, str]],
    players: Sequence[Who],
    referees: Sequence[Who],
    repeats: int,
    seed: int,
    control: bool,
) -> list[Game]:
    """Puzzles × players × referees × repeats, and the control beside each player.

    Args:
        puzzles: each with its language.
        repeats: games of each; the seed of each comes from `seed` and its number.
        control: play each game without questions too, where the player would ask any.
    """
    found: list[Game] = []
    for puzzle, lang in puzzles:
        for player in players:
            for referee in referees:
                for repeat in range(repeats):
                    own = zlib.crc32(f"{seed}:{repeat}".encode())
                    game = Game(puzzle, lang, player, referee, repeat, own)
                    found.append(game)
                    if control and player.name not in ("none", "scripted"):
                        found.append(replace(game, control=True))
    return found


async def play(engine: GameEngine, game: Game, caps: Caps, script: Sequence[str] = ()) -> tuple[Played, str]:
    """Play one game.

    Args:
        engine: with this game's models and referee.
        game: which.
        caps: hard bounds; a control has one turn.
        script: for a scripted player.
    Returns:
        Its row, and its event log as JSON lines, traces and all.
    """
    started = time.perf_counter()
    moves: list[Message] = []
    outcome, entries, why = None, list[Entry](), ""
    try:
        session_id = (await engine.create_session(game.puzzle, "player", game.lang)).session_id
    except BadSetting as error:  # this referee can't take this puzzle
        why = str(error)
    else:
        bounds = Caps(1, caps.calls, caps.tokens) if game.control else caps
        outcome = Autoplay(engine, session_id, game.player.name, bounds, game.seed, script)
        async for step in outcome.steps():
            moves.append(_kept(step))
        entries, why = engine.storage.event_log.read(session_id), outcome.why
        await engine.delete_session(session_id)
    row = Played(
        **_who(game, engine),
        **_ending(outcome, why),
        **_events(entries, engine.puzzles.get(game.puzzle, game.lang)[1]),
        moves=tuple(moves),
        repeated=_said_again(moves),
        kept_from_repeating=sum(move.repeated for move in moves),
        seconds=round(time.perf_counter() - started, 3),
    )
    return row, "".join(f"{json.dumps(entry.to_json(), ensure_ascii=False)}\n" for entry in entries)


def _kept(step: Step) -> Message:
    move = step.move
    return Message(move.text, move.repeated, tuple(move.looked_up), step.failed, move.usage)


def _who(game: Game, engine: GameEngine) -> dict[str, Any]:
    return {
        "puzzle": game.puzzle,
        "lang": game.lang,
        "story": f"{game.puzzle}_{game.lang}",
        "hash": engine.puzzles.get(game.puzzle, game.lang)[1].content_hash,
        "player": str(game.player),
        "referee": str(game.referee),
        "repeat": game.repeat,
        "seed": game.seed,
        "control": game.control,
        "file": game.file,
    }


def _ending(outcome: Autoplay | None, why: str) -> dict[str, Any]:
    ending = outcome.ending if outcome else "no_referee"
    return {
        "ending": ending,
        "valid": ending not in INVALID,
        "solved": ending == "solved",
        "why": why,
        "turns": outcome.turns if outcome else 0,
        "failed": outcome.failed if outcome else 0,
        "player_usage": outcome.usage if outcome else Usage(),
    }


def _events(entries: Sequence[Entry], scenario: Any) -> dict[str, Any]:
    events = [event_to_json(entry.event) for entry in entries]
    first: Any = events[0] if events else {}
    count = {kind: sum(event["event"] == kind for event in events) for kind in _COUNTED}
    return {
        "ruled": count["question_ruled"],
        "ruled_as": sum(bool(event.get("ruled_as")) for event in events),
        "asked_back": count["clarification_asked"],
        "not_ruled": count["ruling_unavailable"],
        "hints": count["hint_given"],
        "answers": _answers(entries, scenario.core_facts),
        "coverage": tuple(_coverage(events)),
        "rulings_by": tuple(sorted({str(e["source"]) for e in events if e["event"] == "question_ruled"})),
        "prompt_version": first.get("prompt_version"),
        "referee_usage": sum((usage_of(entry) for entry in entries), Usage()),
    }


_COUNTED = ("question_ruled", "clarification_asked", "ruling_unavailable", "hint_given")


def _answers(entries: Sequence[Entry], core: Sequence[str]) -> tuple[Answer, ...]:
    """Each final answer with its verdict and the share of the core facts that it told itself."""
    found: list[Answer] = []
    for entry in active(entries):
        event = entry.event
        if isinstance(event, HypothesisJudged):
            trace = entry.traced(VerdictTrace)
            covered = {*trace.covered} - {*trace.contradicted}
            told = sum(fact in covered for fact in core) / len(core) if core else 0.0
            found.append(Answer(event.turn, event.verdict, round(told, 4)))
    return tuple(found)


def _coverage(events: Sequence[dict[str, Any]]) -> list[float]:
    """The share of the core facts that is established after each turn."""
    by_turn: dict[int, float] = {}
    for event in events:
        if event["turn"] and isinstance(event.get("progress"), float):
            by_turn[event["turn"]] = event["progress"]
    found: list[float] = []
    for turn in range(1, max(by_turn, default=0) + 1):
        found.append(by_turn.get(turn, found[-1] if found else 0.0))
    return found


def _said_again(moves: Sequence[Message]) -> int:
    """How many messages say what an earlier one has said; numbers pick an option, and are none."""
    said = ["".join(c for c in move.text.casefold() if c.isalnum()) for move in moves]
    said = [text for text in said if text and not text.isdecimal()]
    return len(said) - len({*said})
