"""Terminal output of a game: by word and colour, never by colour alone."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from echoes.core.events import Event, Narrated, SessionStarted
from echoes.core.views import (
    Badge,
    Block,
    Change,
    Choices,
    Dice,
    Ending,
    Gift,
    Line,
    Outcome,
    Sheet,
)
from echoes.engine.narration import NarrationPiece
from echoes.engine.proposals import Proposal
from echoes.games.base import AnyGame
from echoes.games.guide import Guide
from echoes.interfaces.event_blocks import blocks_of
from echoes.interfaces.line_breaks import ChineseText
from echoes.interfaces.proposal_reasons import reason_text

_TONES = {
    "good": "bold green",
    "bad": "bold red",
    "mixed": "bold yellow",
    "neutral": "bold blue",
    "gift": "bold magenta",
    "quiet": "dim",
}
_STYLES = {"plain": "", "quiet": "dim", "notice": "yellow", "error": "red", "spoken": "italic"}
_MARKS = {"error": "! "}
_YES = ("y", "yes", "是", "好", "确定")
_WORDS = {
    "en": {
        "progress": "progress",
        "warning": "Content: ",
        "colon": ": ",
        "stop": ". ",
        "comma": ", ",
        "bracket": " ({text})",
        "resumed": "resumed",
        "picked": "taken as",
        "to": "to",
        "another": "Play another? Next for you",
        "yes": "Enter for yes, n for no",
        "agreed": "Yes (y), or Enter to go on playing",
        "pick": "Type a number.",
        "starters": "To begin with, for example (type the number, or ask your own):",
        "saved": "Saved. Go on with: echoes play --session {session}",
    },
    "zh": {
        "progress": "进度",
        "warning": "内容提醒：",
        "colon": "：",
        "stop": "。",
        "comma": "、",
        "bracket": "（{text}）",
        "resumed": "继续",
        "picked": "理解为",
        "to": "问的是",
        "another": "再来一局？推荐你玩",
        "yes": "回车继续，n 结束",
        "agreed": "确定就输入 y，回车继续玩",
        "pick": "请输入编号。",
        "starters": "可以先问问（输入编号，也可以自己提问）：",
        "saved": "已保存。继续这局：echoes play --session {session}",
    },
}


class TerminalRenderer:
    """Prints events of one session.

    Args:
        console: where to.
        games: the game types by name.

    Attributes:
        lang: the language of the session.
        explains: whether whoever reads may be new to the game.
    """

    def __init__(self, console: Console, games: Mapping[str, AnyGame]) -> None:
        self._console, self._games = console, games
        self.lang, self._game_type = "en", ""
        self._words = _WORDS["en"]
        self._heard = ""
        self._explained: set[str] = set()
        self.explains = False

    def ask_another(self, proposal: Proposal) -> bool:
        """Ask a person whether to go on with another puzzle; False where nobody answers."""
        reason = reason_text(proposal, self.lang)
        stars = "★" * proposal.difficulty
        said = f"{self._words['another']}: {proposal.scenario.title} {stars}" + (
            f" ({reason})" if reason else ""
        )
        self._print(Text(said))
        try:
            return input(f"{self._words['yes']} › ").strip().lower() in ("", *_YES)
        except (EOFError, KeyboardInterrupt):
            return False

    def farewell(self, session_id: str) -> str:
        """Return how to go on with a session that is left."""
        return self._words["saved"].format(session=session_id)

    def render(self, event: Event) -> None:
        """Print one event."""
        if isinstance(event, SessionStarted):
            self._started(event)
        elif isinstance(event, Narrated):
            self._narrated(event)
        else:
            for block in blocks_of(event, self._games, self._game_type, self.lang):
                self._draw(block)
            self._explain(event)

    def _explain(self, event: Event) -> None:
        """Say what an event means that comes for the first time."""
        guide = self._guide() if self.explains else None
        said = guide.explanation(event) if guide else ""
        if said and said not in self._explained:
            self._explained.add(said)
            self._print(self._text(f"  {said}", style="dim"))

    def _guide(self) -> Guide | None:
        game = self._games.get(self._game_type)
        return game.guide(self.lang) if game else None

    def confirmed(self, message: str) -> bool:
        """Ask a person before a message that can't be taken back; True for all others."""
        guide = self._guide()
        if not (asked := guide.confirmation(message) if guide else ""):
            return True
        self._print(self._text(asked, style="yellow"))
        return input(f"{self._words['agreed']} › ").strip().lower() in _YES

    def sent(self, message: str) -> None:
        """Print what was sent in place of a number."""
        self._print(self._text(f"› {message}", style="dim"))

    def starters(self, scenario: Any) -> Sequence[str]:
        """Print messages to begin with; they are then sent by their numbers."""
        guide = self._guide()
        found = guide.starters(scenario) if guide else ()
        if found:
            self._print(self._text(self._words["starters"], style="dim"))
        for number, text in enumerate(found, 1):
            self._print(self._text(f"  {number}  {text}", style="dim"))
        return found

    def _text(self, text: str, style: str = "") -> Text:
        return ChineseText(text, style=style) if self.lang == "zh" else Text(text, style=style)

    def _draw(self, block: Block) -> None:
        match block:
            case Line():
                marked = f"{'… ' if block.said else _MARKS.get(block.style, '')}{block.plain()}"
                self._print(self._text(marked, style=_STYLES[block.style]))
            case Outcome():
                self._outcome(block)
            case Choices():
                style = "dim" if block.quiet else ""
                self._print(self._text(f"  {block.prompt}" if block.quiet else block.prompt, style=style))
                for option in block.options:
                    if heading := block.headings.get(option.n):
                        self._print(self._text(f" {heading}", style="bold dim"))
                    self._print(self._text(f"  {option.n}  {option.text}", style=style))
                if block.none:
                    self._print(self._text(f"  0  {block.none}", style="dim"))
                if block.options and not (block.quiet or block.many):
                    self._print(self._text(self._words["pick"], style="dim"))
            case Gift():
                line = self._text(f"{block.title}{block.aside}{self._words['colon']}", style="bold magenta")
                line.append(block.text, style="not bold default")
                self._print(line.append(f"  {block.note}" if block.note else "", style="not bold dim"))
            case Change():
                self._change(block)
            case Dice():
                self._print(self._text(f"⚄ {block.plain()}", style="bold"))
            case Sheet():
                self._print(Panel(self._text(block.text), title=block.title, border_style="green"))
            case Ending():
                self._ended(block)
            case _:
                assert_never(block)

    def _started(self, event: SessionStarted) -> None:
        self.lang, self._game_type = event.lang, event.game_type
        self._words = labels = _WORDS.get(event.lang, _WORDS["en"])
        below = [*blocks_of(event, self._games, event.game_type, event.lang)]
        body = self._text(below.pop(0).plain() if below else "")
        if event.content_warnings:
            body.append(f"\n\n{labels['warning']}{labels['comma'].join(event.content_warnings)}", style="dim")
        title = event.title + (f" ({labels['resumed']})" if event.resumed else "")
        self._print(Panel(body, title=self._text(title), border_style="cyan", padding=(1, 2)))
        if event.notice:
            self._print(self._text(event.notice, style="yellow"))
        for block in below:
            self._draw(block)

    def _outcome(self, outcome: Outcome) -> None:
        words, line = self._words, self._badge(outcome.badge)
        if outcome.answers:
            line.append(f" — {words['to']}{words['colon']}{outcome.taken_as}", style="not bold")
        elif outcome.taken_as:
            line.append(f"  ({words['picked']}: {outcome.taken_as})", style="not bold dim")
        if outcome.remark:
            line.append(f"  {outcome.remark}", style="not bold")
        self._print(line.append(self._progress(outcome.progress)))

    def _change(self, change: Change) -> None:
        if change.turn:
            line = self._text(f"! {change.remark}", style="yellow")
            self._print(line.append(self._progress(change.progress)))
        else:
            self._print(self._text(f"{change.said} — {change.badge.word}\n{change.remark}"))

    def piece(self, piece: NarrationPiece) -> None:
        """Print a piece of what a narrator says, as it comes; who speaks is said first."""
        said = piece.text if self._heard else Line(piece.text, speaker=piece.speaker).plain()
        self._heard += piece.text
        self._console.print(Text(said, style="italic"), end="", soft_wrap=True)

    def _narrated(self, event: Narrated) -> None:
        """Print a narration; one that was heard piece by piece needs only its line's end."""
        if self._heard:
            self._console.print()
        if event.text and event.text != self._heard.strip():
            self._print(self._text(Line(event.text, speaker=event.speaker).plain(), style="italic"))
        self._heard = ""

    def _ended(self, ending: Ending) -> None:
        words = self._words
        if ending.value:
            tally = words["bracket"].format(text=ending.tally)
            self._print(self._text(f"{ending.title}{words['colon']}{ending.value}{tally}", style="bold"))
        else:
            said = [ending.title, ending.tally] if ending.tally else [ending.title]
            self._print(Text("".join(f"{part}{words['stop']}" for part in said).rstrip()))

    def _badge(self, badge: Badge) -> Text:
        return self._text(badge.plain(), style=_TONES[badge.tone])

    def _progress(self, share: float | None) -> Text:
        said = "" if share is None else f"   [{self._words['progress']} {round(100 * share)}%]"
        return self._text(said, style="not bold dim")

    def _print(self, what: Text | Panel) -> None:
        self._console.print(what)
