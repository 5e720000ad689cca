"""Blocks of the conversation and modes of the composer, as plain data; panels are in `core.views.panels`.

A game describes its events in these few forms (`GameType.blocks`), and terminal, Markdown and web draw each
form once. No block contains markup. A medium that does not know a form shows `plain()`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from echoes.core.log.events import Option
from echoes.core.text.punctuation import enumerated, in_brackets, with_colon
from echoes.core.views.gapped_text import GappedText

Tone = Literal["good", "bad", "mixed", "neutral", "gift", "quiet"]
"""The colour of a badge. Its word and icon say the same, so nobody depends on the colour."""
Style = Literal["plain", "quiet", "notice", "error", "spoken"]


@dataclass(frozen=True)
class Line:
    """A line of text.

    Attributes:
        style: the look; `spoken` is narration or speech.
        speaker: the name of who says it; empty for the game.
        said: the message that it replies to, for media that do not show it beside the line.
    """

    text: str
    style: Style = "plain"
    speaker: str = ""
    said: str = ""

    def plain(self) -> str:
        """Return the text, after its speaker."""
        return with_colon(self.speaker, self.text) if self.speaker else self.text


@dataclass(frozen=True)
class Badge:
    """A decision in one word, with its icon."""

    word: str
    icon: str = ""
    tone: Tone = "neutral"

    def plain(self) -> str:
        """Return icon and word."""
        return f"{self.icon} {self.word}".strip()


@dataclass(frozen=True)
class Outcome:
    """The outcome of a question or an attempt.

    Attributes:
        turn: the turn.
        said: the player's words.
        badge: the decision.
        taken_as: the question that the words were taken for.
        answers: whether the badge is about `taken_as`.
        remark: a remark on it.
        kind: its kind, if it is more than a question ("Final answer").
        progress: the progress of the game, 0 to 1; None if it is not shown.
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
        """Return all of it in one line."""
        return " ".join(filter(None, (self.badge.plain(), self.taken_as, self.remark)))


@dataclass(frozen=True)
class Choices:
    """Options to pick by their numbers.

    Attributes:
        said: the message that led to them.
        quiet: whether they may be ignored.
        many: whether several may be picked, in an order.
        decline: what 0 says, which picks nothing; empty where 0 is no choice.
        free: whether words of one's own do as well as a number, and the prompt says so.
        headings: a heading by the number of the option that it stands above.
    """

    prompt: str
    options: Sequence[Option] = ()
    said: str = ""
    quiet: bool = False
    many: bool = False
    decline: str = ""
    free: bool = False
    headings: Mapping[int, str] = field(default_factory=dict[int, str])

    def plain(self) -> str:
        """Return the prompt and the numbered options under their headings."""
        lines = [self.prompt]
        for option in self.options:
            lines += [self.headings[option.n]] if option.n in self.headings else []
            lines.append(f"  {option.n}  {option.text}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Gift:
    """Something that is given with a turn, such as a hint.

    Attributes:
        title: its name.
        aside: an addition to the name, such as how many are left.
        note: the reason why it was given.
    """

    turn: int
    title: str
    text: str
    aside: str = ""
    note: str = ""

    def plain(self) -> str:
        """Return all of it in one line."""
        return with_colon(f"{self.title}{self.aside}", f"{self.text} {self.note}".rstrip())


@dataclass(frozen=True)
class Change:
    """A change of something earlier.

    Attributes:
        what: the kind of change ("Challenged").
        turn: the turn that is changed; 0 for the last.
        said: the player's words of that turn.
        badge: the current decision, or the former one if `now` is set.
        now: the new decision, if `badge` is the former one.
    """

    what: str
    said: str
    badge: Badge
    remark: str
    turn: int = 0
    progress: float | None = None
    now: Badge | None = None

    def plain(self) -> str:
        """Return all of it in one line."""
        return f"{self.said} — {self.badge.word} {self.remark}".rstrip()


@dataclass(frozen=True)
class Dice:
    """Dice that were rolled.

    Attributes:
        what: their purpose.
        rolled: the results, in order.
        sides: the number of sides of each.
        total: the result of the roll: the sum of the dice or, where that counts, the highest of them; None
            where each stands for itself.
    """

    what: str
    rolled: Sequence[int]
    sides: int
    total: int | None

    def plain(self) -> str:
        """Return the dice as text, with their result."""
        faces = [*map(str, self.rolled)]
        if len(faces) == 1:
            shown = faces[0]
        elif self.total == sum(self.rolled):
            shown = f"{' + '.join(faces)} = {self.total}"
        else:
            counts = f" → {self.total}" if self.total is not None else ""
            shown = f"{enumerated(faces, self.what)}{counts}"
        dice = in_brackets(f"{len(faces)}d{self.sides}", self.what)
        return with_colon(f"{self.what}{dice}", shown)


@dataclass(frozen=True)
class Sheet:
    """A text on a page of its own, such as a story, a solution or a recap."""

    title: str
    text: str

    def plain(self) -> str:
        """Return title and text."""
        return f"{self.title}\n{self.text}"


@dataclass(frozen=True)
class Ending:
    """The end of a game.

    Attributes:
        title: its title ("Score", "Given up").
        value: the result, such as a score.
        tally: the effort, such as the numbers of questions and hints.
    """

    title: str
    value: str = ""
    tally: str = ""

    def plain(self) -> str:
        """Return all of it in one line."""
        title = f"{self.title} {self.value}".rstrip()
        return f"{title}{in_brackets(self.tally, title)}"


Block = Line | Outcome | Choices | GappedText | Gift | Change | Dice | Sheet | Ending


@dataclass(frozen=True)
class Shortcut:
    """A command that a page has a button for.

    Attributes:
        command: what the button sends, such as `/undo`.
        label: its words, in the player's language.
        sure: a question to the player before it is sent; empty for none.
        enabled: whether it can be sent now.
    """

    command: str
    label: str
    sure: str = ""
    enabled: bool = True


@dataclass(frozen=True)
class ComposerMode:
    """A way to say something, such as asking or giving a final answer.

    Attributes:
        id: unique among the modes of a game; letters and digits.
        label: its name, in the player's language.
        placeholder: what to write, in the player's language.
        command: a command that goes before a message in this mode, such as `/answer`; empty for none.
        shortcuts: the commands that have buttons beside it.
    """

    id: str
    label: str
    placeholder: str
    command: str = ""
    shortcuts: Sequence[Shortcut] = ()


_PLAIN_MODES = {
    "en": ComposerMode("say", "Say", "What do you do?"),
    "zh": ComposerMode("say", "说", "你要做什么？"),
}


def plain_mode(language: str) -> ComposerMode:
    """Return the mode of a game that has only one."""
    return _PLAIN_MODES.get(language, _PLAIN_MODES["en"])
