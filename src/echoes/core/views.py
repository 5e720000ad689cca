"""Blocks of the conversation and modes of the composer, as plain data; panels are in `core.panels`.

A game says what an event looks like in these few forms (`GameType.blocks`); terminal, Markdown and web draw
each form once. No block holds markup. A medium that does not know a form shows `plain()`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from echoes.core.events import Option

Tone = Literal["good", "bad", "mixed", "neutral", "gift", "quiet"]
"""The colour of a badge; its word and icon say the same."""
Style = Literal["plain", "quiet", "notice", "error", "spoken"]


@dataclass(frozen=True)
class Line:
    """A line of text.

    Attributes:
        style: `spoken` is narration or speech.
        speaker: who says it; empty for the game.
        said: what it replies to, for media that do not show that beside it.
    """

    text: str
    style: Style = "plain"
    speaker: str = ""
    said: str = ""

    def plain(self) -> str:
        """The text, after its speaker."""
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


@dataclass(frozen=True)
class Badge:
    """A word that decides, with its icon."""

    word: str
    icon: str = ""
    tone: Tone = "neutral"

    def plain(self) -> str:
        """Icon and word."""
        return f"{self.icon} {self.word}".strip()


@dataclass(frozen=True)
class Outcome:
    """The result of something that was asked or tried.

    Attributes:
        said: by the player.
        badge: what was decided.
        taken_as: what it was taken to mean; `answers` says that the badge is about this.
        remark: a word on it.
        kind: what it is, where it is more than a question ("Final answer").
        progress: of the game, 0 to 1; None where that is not told.
    """

    turn: int
    said: str
    badge: Badge
    taken_as: str = ""
    answers: bool = False
    remark: str = ""
    kind: str = ""
    progress: float | None = None

    def plain(self) -> str:
        """All of it in a line."""
        return " ".join(filter(None, (self.badge.plain(), self.taken_as, self.remark)))


@dataclass(frozen=True)
class Choices:
    """Something to pick by its number.

    Attributes:
        said: what led to it.
        quiet: whether it may well be left alone.
        many: whether several may be picked, in an order.
        none: what 0 says, which picks nothing; empty where 0 is no choice.
    """

    prompt: str
    options: Sequence[Option] = ()
    said: str = ""
    quiet: bool = False
    many: bool = False
    none: str = ""

    def plain(self) -> str:
        """The prompt, and the options behind their numbers."""
        return "\n".join([self.prompt, *(f"  {option.n}  {option.text}" for option in self.options)])


@dataclass(frozen=True)
class Gift:
    """Something that is given with a turn, such as a hint.

    Attributes:
        title: what it is; `aside`: a word on that, such as how many are left.
        note: why.
    """

    turn: int
    title: str
    text: str
    aside: str = ""
    note: str = ""

    def plain(self) -> str:
        """All of it in a line."""
        return f"{self.title}{self.aside}: {self.text} {self.note}".rstrip()


@dataclass(frozen=True)
class Change:
    """Something of before is otherwise now.

    Attributes:
        what: is done to it ("Challenged").
        turn: of what is changed; 0 for the last.
        said: what was asked then.
        badge: what holds, or held.
        now: what holds from now on, where `badge` is what held.
    """

    what: str
    said: str
    badge: Badge
    remark: str
    turn: int = 0
    progress: float | None = None
    now: Badge | None = None

    def plain(self) -> str:
        """All of it in a line."""
        return f"{self.said} — {self.badge.word} {self.remark}".rstrip()


@dataclass(frozen=True)
class Dice:
    """Dice that were rolled.

    Attributes:
        what: for what.
        rolled: in the order in which they fell; `sides`: of each.
        total: what they come to.
    """

    what: str
    rolled: Sequence[int]
    sides: int
    total: int

    def plain(self) -> str:
        """The dice as text, with their result."""
        fell = " + ".join(map(str, self.rolled))
        return f"{self.what} ({len(self.rolled)}d{self.sides}): {fell} = {self.total}"


@dataclass(frozen=True)
class Sheet:
    """A page of its own: a story, a solution, a recap."""

    title: str
    text: str

    def plain(self) -> str:
        """Title and text."""
        return f"{self.title}\n{self.text}"


@dataclass(frozen=True)
class Ending:
    """The ending of a game.

    Attributes:
        title: of the ending ("Score", "Given up"); `value`: how well.
        tally: what it took.
    """

    title: str
    value: str = ""
    tally: str = ""

    def plain(self) -> str:
        """All of it in a line."""
        return " ".join(filter(None, (self.title, self.value, self.tally and f"({self.tally})")))


Block = Line | Outcome | Choices | Gift | Change | Dice | Sheet | Ending


@dataclass(frozen=True)
class ComposerMode:
    """A way to say something, such as asking or giving a final answer.

    Attributes:
        id: unique among the modes of a game; letters and digits.
        label: its name, in the player's language.
        placeholder: what to write.
        command: that goes before a message in this mode, such as `/answer`; empty for none.
    """

    id: str
    label: str
    placeholder: str
    command: str = ""


_PLAIN_MODES = {
    "en": ComposerMode("say", "Say", "What do you do? Enter sends it."),
    "zh": ComposerMode("say", "说", "你要做什么？回车发送。"),
}


def plain_mode(language: str) -> ComposerMode:
    """Return the mode of a game that has no more than one."""
    return _PLAIN_MODES.get(language, _PLAIN_MODES["en"])
