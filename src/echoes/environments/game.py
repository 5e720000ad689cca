"""A situation puzzle as an environment: text goes in, text comes out, and figures at the end."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, cast

from echoes.app import open_engine
from echoes.bench.runs.variants import sandboxed
from echoes.config import load_config
from echoes.core.errors import BadInput, UnknownName
from echoes.core.log.events import Event, TurnFailed
from echoes.core.text.plain_text import clean
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.events import HintGiven, PuzzleEnded, QuestionRuled
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.turn.message_parser import parse_control_message
from echoes.interfaces.event_blocks import blocks_of

_NOT_OPEN = frozenset(("undo", "restart", "quit", "giveup"))
"""What a person may want of a game, and an agent may not: its game is counted as it was played."""
_MOST_FAILURES = 3
"""Messages in a row that the referee can't answer for a technical reason; the game ends then."""

_WORDS = {
    "en": {
        "opening": "You are playing a situation puzzle against a referee who knows what lies behind the "
        "story. Find it out. Each of your messages is one of these, and nothing else:\n"
        "- a question about the story that yes or no can answer;\n"
        "- a number, which picks one of the options that you were given last;\n"
        "- /hint, which gives a hint;\n"
        "- /answer, followed by what you think happened.\n"
        "Messages that you have: {messages}. Questions, hints and wrong answers cost points.\n\n"
        "{title}\n{statement}",
        "commands": "Ask a question, pick a number, or write /hint, or /answer and your solution.",
        "last": "One message is left.",
        "out": "That was the last message. The puzzle is not solved.",
        "over": "The game is over. The puzzle is solved.",
    },
    "zh": {
        "opening": "你在玩海龟汤。裁判知道故事背后的真相，请把它找出来。你的每条消息只能是下面的一种：\n"
        "- 一个能用“是”或“不是”回答的、关于故事的问题；\n"
        "- 一个数字，选择刚才给你的某个选项；\n"
        "- /hint，要一个提示；\n"
        "- /answer 加上你认为的真相。\n"
        "你一共有 {messages} 条消息。提问、提示和错误的答案都会扣分。\n\n{title}\n{statement}",
        "commands": "在这里可以提问、选一个数字，或者写 /hint，或者写 /answer 加上你的答案。",
        "last": "还剩一条消息。",
        "out": "这是最后一条消息。谜题没有解开。",
        "over": "游戏已经结束，谜题解开了。",
    },
}


@dataclass
class PuzzleFigures:
    """Figures of a game.

    Attributes:
        score: points of the end, 0 to 100 (docs/scoring.md); 0 for a game that is not solved.
        messages: those that counted.
    """

    solved: bool = False
    score: int = 0
    questions: int = 0
    hints: int = 0
    messages: int = 0


def puzzle_keys(
    engine: GameEngine, puzzles: str | Sequence[str] = "", lang: str = ""
) -> list[tuple[str, str]]:
    """Return the id and the language of each puzzle to be played, in a fixed order.

    Args:
        engine: the engine.
        puzzles: ids, in a list or parted by commas; empty for all.
        lang: en or zh; empty for both.
    Raises:
        UnknownName: there is no such puzzle in that language.
    """
    named = puzzles.split(",") if isinstance(puzzles, str) else puzzles
    wanted = [one.strip() for one in named if one.strip()]
    found = [
        (one.id, one.language)
        for _, one in engine.scenarios.list_all("situation_puzzle")
        if lang in ("", one.language)
    ]
    missing = sorted({*wanted} - {name for name, _ in found})
    if missing or not found:
        problem = f"there is no puzzle '{missing[0]}'" if missing else "there is no puzzle"
        raise UnknownName(
            f"{problem} in {lang or 'any language'}", "`echoes puzzles list` names all, in en or zh."
        )
    return sorted(key for key in found if not wanted or key[0] in wanted)


def must_be_positive(messages: object) -> None:
    """Refuse a number of messages that is none.

    Raises:
        BadInput: it is no whole number from 1.
    """
    if type(messages) is not int or messages < 1:
        raise BadInput(f"{messages!r} is no number of messages", "Give a whole number from 1.")


def opening_of(engine: GameEngine, puzzle: str, lang: str, messages: int) -> str:
    """Return the rules of the game, with the title and the story of a puzzle.

    Args:
        engine: the engine.
        puzzle, lang: the id and the language of the puzzle.
        messages: the most messages that the referee answers.
    """
    shown = cast(Puzzle, engine.scenarios.get(puzzle, lang)[1])
    words = _WORDS[lang]["opening"]
    return words.format(messages=messages, title=shown.title, statement=shown.statement)


class PuzzleGame:
    """A game that an agent plays; use it as an async context manager. No session is stored.

    Args:
        puzzle: the id; empty for one drawn by the seed.
        lang: en or zh; empty for the puzzle's only language, or English.
        messages: the most messages that the referee answers, from 1.
        seed: draws the puzzle.
    Raises:
        UnknownName: there is no such puzzle.
        BadInput: there would be no message.

    Attributes:
        opening: the rules and the story.
        is_over: whether it was solved, given up, or is out of messages.
        figures: of the game so far.
    """

    def __init__(self, puzzle: str = "", lang: str = "", messages: int = 40, seed: int = 0) -> None:
        must_be_positive(messages)
        self._engine = open_engine(sandboxed(load_config()))
        keys = puzzle_keys(self._engine, puzzle, lang or ("" if puzzle else "en"))
        self.puzzle, self.lang = random.Random(seed).choice(keys) if not puzzle else keys[0]
        self.opening = opening_of(self._engine, self.puzzle, self.lang, messages)
        self.figures, self.is_over = PuzzleFigures(), False
        self._most, self._words = messages, _WORDS[self.lang]
        self._session_id, self._failures = "", 0

    async def __aenter__(self) -> Self:
        self._session_id = (await self._engine.create_session(self.puzzle, "agent", self.lang)).session_id
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the game."""
        await self._engine.aclose(cancelled=True)

    async def say(self, text: str) -> str:
        """Send a message, and return what the referee says to it.

        Args:
            text: the message. Each counts, but for one that the referee can't answer for a technical reason.
        """
        if self.is_over:
            return self._words["over" if self.figures.solved else "out"]
        lines = await self._answered(text)
        if not self.is_over and self.figures.messages >= self._most:
            lines.append(self._words["out"])
            self.is_over = True
        elif not self.is_over and self.figures.messages == self._most - 1:
            lines.append(self._words["last"])
        return "\n".join(lines)

    async def _answered(self, text: str) -> list[str]:
        """Return the lines that answer a message, and count it."""
        if not (text := clean(text)) or _is_not_open(text):
            self.figures.messages += 1
            return [self._words["commands"]]
        events = [event async for event in self._engine.handle_message(self._session_id, text)]
        self._count(events)
        blocks = (blocks_of(event, self._engine.games, "situation_puzzle", self.lang) for event in events)
        return [block.plain() for some in blocks for block in some]

    def _count(self, events: list[Event]) -> None:
        figures = self.figures
        failed = any(isinstance(event, TurnFailed) for event in events)
        figures.messages += not failed
        self._failures = self._failures + 1 if failed else 0
        self.is_over = self.is_over or self._failures >= _MOST_FAILURES
        for event in events:
            figures.questions += isinstance(event, QuestionRuled) and event.charged
            figures.hints += isinstance(event, HintGiven)
            if isinstance(event, PuzzleEnded):
                self.is_over, figures.solved = True, event.status == "COMPLETED"
                figures.score = event.score if figures.solved else 0


def _is_not_open(text: str) -> bool:
    """Return whether a message would set the game aside, or take it back."""
    found = parse_control_message(text)
    if found is None or found.kind not in ("command", "words"):
        return False
    return (found.words.intent if found.words else found.command) in _NOT_OPEN
