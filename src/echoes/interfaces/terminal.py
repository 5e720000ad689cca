"""Terminal output of a game: by word and colour, never by colour alone."""

from collections.abc import Mapping
from typing import assert_never

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
from echoes.engine.proposals import Proposal
from echoes.games.base import AnyGame
from echoes.interfaces.event_blocks import blocks_of
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
    """

    def __init__(self, console: Console, games: Mapping[str, AnyGame]) -> None:
        self._console, self._games = console, games
        self.lang, self._game_type = "en", ""
        self._words = _WORDS["en"]
        self._heard = ""

    def ask_another(self, proposal: Proposal) -> bool:
        """Ask a person whether to go on with another puzzle; False where nobody answers."""
        reason = reason_text(proposal, self.lang)
        stars = "★" * proposal.difficulty
        said = f"{self._words['another']}: {proposal.scenario.title} {stars}" + (
            f" ({reason})" if reason else ""
        )
        self._print(Text(said))
        try:
            return input(f"{self._words['yes']} › ").strip().lower() in ("", "y", "yes", "是", "好")
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

    def _draw(self, block: Block) -> None:
        match block:
            case Line():
                marked = f"{'… ' if block.said else _MARKS.get(block.style, '')}{block.plain()}"
                self._print(Text(marked, style=_STYLES[block.style]))
            case Outcome():
                self._outcome(block)
            case Choices():
                style = "dim" if block.quiet else ""
                self._print(Text(f"  {block.prompt}" if block.quiet else block.prompt, style=style))
                for option in block.options:
                    self._print(Text(f"  {option.n}  {option.text}", style=style))
            case Gift():
                line = Text(f"{block.title}{block.aside}{self._words['colon']}", style="bold magenta")
                line.append(block.text, style="not bold default")
                self._print(line.append(f"  {block.note}" if block.note else "", style="not bold dim"))
            case Change():
                self._change(block)
            case Dice():
                self._print(Text(f"⚄ {block.plain()}", style="bold"))
            case Sheet():
                self._print(Panel(Text(block.text), title=block.title, border_style="green"))
            case Ending():
                self._ended(block)
            case _:
                assert_never(block)

    def _started(self, event: SessionStarted) -> None:
        self.lang, self._game_type = event.lang, event.game_type
        self._words = labels = _WORDS.get(event.lang, _WORDS["en"])
        below = [*blocks_of(event, self._games, event.game_type, event.lang)]
        body = Text(below.pop(0).plain() if below else "")
        if event.content_warnings:
            body.append(f"\n\n{labels['warning']}{labels['comma'].join(event.content_warnings)}", style="dim")
        title = event.title + (f" ({labels['resumed']})" if event.resumed else "")
        self._print(Panel(body, title=Text(title), border_style="cyan", padding=(1, 2)))
        if event.notice:
            self._print(Text(event.notice, style="yellow"))
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
            line = Text(f"! {change.remark}", style="yellow")
            self._print(line.append(self._progress(change.progress)))
        else:
            self._print(Text(f"{change.said} — {change.badge.word}\n{change.remark}"))

    def piece(self, text: str) -> None:
        """Print a piece of what a narrator says, as it comes."""
        self._heard += text
        self._console.print(Text(text, style="italic"), end="", soft_wrap=True)

    def _narrated(self, event: Narrated) -> None:
        """Print a narration; one that was heard piece by piece needs only its line's end."""
        if self._heard:
            self._console.print()
        if event.text and event.text != self._heard.strip():
            self._print(Text(event.text, style="italic"))
        self._heard = ""

    def _ended(self, ending: Ending) -> None:
        words = self._words
        if ending.value:
            tally = words["bracket"].format(text=ending.tally)
            self._print(Text(f"{ending.title}{words['colon']}{ending.value}{tally}", style="bold"))
        else:
            said = [ending.title, ending.tally] if ending.tally else [ending.title]
            self._print(Text("".join(f"{part}{words['stop']}" for part in said).rstrip()))

    def _badge(self, badge: Badge) -> Text:
        return Text(badge.plain(), style=_TONES[badge.tone])

    def _progress(self, share: float | None) -> Text:
        said = "" if share is None else f"   [{self._words['progress']} {round(100 * share)}%]"
        return Text(said, style="not bold dim")

    def _print(self, what: Text | Panel) -> None:
        self._console.print(what)
