"""The parser of player messages, by rules alone."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from echoes.core.log.events import ClarificationAsked
from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable, TypedCommand
from echoes.language.game_words import GameWords, read_game_words
from echoes.language.reader import Form, Reader
from echoes.language.replies import picked_number

COMMANDS = CommandTable({
    "hint": ("hint", "提示"),
    "answer": ("answer", "solve", "答案", "回答", "作答", "解答"),
    "giveup": GIVE_UP_WORDS,
    "undo": ("undo", "撤销", "撤回", "悔棋"),
    "status": ("status", "状态", "进度"),
    "recap": ("recap", "回顾", "总结"),
    "challenge": ("challenge", "质疑", "申诉"),
    "help": ("help", "帮助"),
    "restart": ("restart", "重来", "重新开始"),
    "story": ("story", "题目", "汤面"),
    "quit": ("quit", "exit", "退出"),
}, takes_text=("answer",))  # fmt: skip

_SERVED = frozenset({"hint", "help", "undo", "story", "recap", "status", "quit", "answer", "challenge"})
"""Commands that plain words are taken for at once; before the others the player is asked."""

_NUMBERS = re.compile(
    r"[#＃]?\d{1,3}(?:(?:\s*[,，、;；>→+&-]\s*|\s+|\s*(?=and|then|和|然后|再))"
    r"(?:(?:and|then|和|然后|再)\s*)?[#＃]?\d{1,3})+\s*[.。]?\s*"
)
_ON_BOARD = re.compile(r"[#＃]\s*\d")
_NOT_THAT = re.compile(
    r"(?:no,? )?(?:not (?:that|this)(?: one)?|(?:that(?: is|'s) )?not what i (?:meant|asked)"
    r"|none of (?:them|these|those)|you misunderstood(?: me)?|i meant something else)"
    r"|不是(?:这个|那个|这个意思|那个意思|问这个)|(?:我)?(?:问的|说的|想问的)?不是这个(?:意思)?"
    r"|都不是|你(?:理解|搞|弄)错了|不是我的意思"
)
_FINAL = re.compile(
    r"^(?:my |the )?(?:final answer|final solution)(?: is)?\s*[:：,-]\s*(.+)$"
    r"|^my (?:answer|solution)(?: is)?\s*[:：]\s*(.+)$"
    r"|^(?:我的|最终)+(?:答案|回答)(?:是|就是)?\s*[:：，,]\s*(.+)$",
    re.IGNORECASE | re.DOTALL,
)
_LONG_WORDS = 26
_LONG_CHARACTERS = 36


@dataclass(frozen=True)
class ParsedMessage:
    """A message by kind, as it is handed from node to node.

    Attributes:
        kind: `route` may be a final answer or a question; `board` is an answer by numbers, of
            choices in a cloze or of what is on the board.
        text: the message, or what it says beside its command; of a command, its argument.
        command: the name of a command, known or not.
        number: of a pick; 0 for none of what was offered.
        words: plain words for the game that no command serves at once.
        not_meant: the authored ruling that a question was ruled as, and is not to be again; -1 for several.
        as_it_stands: whether the player has said that it is a question, or an answer.
        was_offered: whether a command was picked where the player was asked what was meant.
    """

    kind: Literal[
        "question",
        "route",
        "hypothesis",
        "board",
        "hint",
        "pick",
        "numbers",
        "words",
        "command",
    ]
    text: str = ""
    command: str = ""
    number: int = 0
    words: GameWords | None = None
    not_meant: int | None = None
    as_it_stands: bool = False
    was_offered: bool = False


def parse_message(message: str, reader: Reader) -> ParsedMessage:
    """Parse a message.

    Args:
        message: cleaned of control characters.
        reader: of the puzzle's language.
    """
    if found := parse_control_message(message):
        return found
    return ParsedMessage("route" if _reads_like_an_answer(message, reader) else "question", message)


def parse_control_message(message: str) -> ParsedMessage | None:
    """Parse a message that is no question: a command, a number, a final answer; None for anything else."""
    if typed := COMMANDS.read(message):
        return _command(typed)
    bare = unicodedata.normalize("NFKC", message).casefold().strip()
    if (number := picked_number(bare, spelled=True)) is not None:
        return ParsedMessage("pick", message, number=number)
    if _NUMBERS.fullmatch(bare):
        return ParsedMessage("numbers", message)
    plain = bare.strip(" .!?。！？~").replace("\u2019", "'")
    if _NOT_THAT.fullmatch(plain):
        return ParsedMessage("pick", message)
    if words := read_game_words(message):
        return _for_the_game(words, message)
    return ParsedMessage("hypothesis", _unlabelled(message)) if _FINAL.match(message) else None


def _unlabelled(answer: str) -> str:
    """Return a final answer without the words that call it one."""
    found = _FINAL.match(answer)
    return next(filter(None, found.groups())).strip() if found else answer


def _for_the_game(words: GameWords, message: str) -> ParsedMessage:
    """Return the command that plain words ask for; the words themselves where the player is asked first."""
    sure = words.is_certain and words.intent in _SERVED
    command = words.intent if sure else ""
    if command == "hint":
        return ParsedMessage("hint", message)
    if command:
        return ParsedMessage("command", command=command)
    return ParsedMessage("words", message, words=words)


def is_restart(found: ParsedMessage) -> bool:
    """Return whether a message wants to begin anew, by the command or in words."""
    return found.command == "restart" or (found.words is not None and found.words.intent == "restart")


def _command(typed: TypedCommand) -> ParsedMessage:
    name, argument = typed.name, typed.argument
    if name == "hint":
        return ParsedMessage("hint", argument)
    if name == "answer" and argument:
        from_board = _ON_BOARD.match(argument) or _NUMBERS.fullmatch(argument) or argument.isdecimal()
        return ParsedMessage("board" if from_board else "hypothesis", _unlabelled(argument))
    return ParsedMessage("command", argument, name or typed.word)


def _reads_like_an_answer(message: str, reader: Reader) -> bool:
    """Return whether a message may be a final answer, so that the player is asked which it is."""
    clauses = reader.clauses(message)
    claims = [clause for clause in clauses if clause.form is Form.CLAIM]
    long = len(message.split()) > _LONG_WORDS or sum("一" <= c <= "鿿" for c in message) > _LONG_CHARACTERS
    return len(claims) == len(clauses) > 1 or (long and len(claims) * 2 >= len(clauses))


def begins_on_board(message: str) -> bool:
    """Return whether a message begins with a number of the board behind a `#`."""
    return _ON_BOARD.match(message) is not None


def selected_numbers(message: str) -> list[int]:
    """Return the numbers that a message picks, in their order."""
    return [*map(int, re.findall(r"\d+", unicodedata.normalize("NFKC", message)))]


def selection_message(asked: ClarificationAsked, numbers: Iterable[int]) -> str:
    """Return the message that picks several options at once; 0 where none of the numbers is offered."""
    offered = {option.n for option in asked.options}
    return " ".join(f"#{number}" for number in numbers if number in offered) or "0"
