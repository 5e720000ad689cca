"""Terminal output of a game: by word and colour, never by colour alone."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from echoes.core.log.events import CommandResult, Event, Narrated, SessionStarted, TurnsUndone
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.views.blocks import Badge, Block, Change, Choices, Dice, Ending, Gift, Line, Outcome, Sheet
from echoes.core.views.gapped_text import GappedText
from echoes.engine.players.proposals import Proposal
from echoes.engine.turns.narration import NarrationPiece
from echoes.games.base import AnyGame
from echoes.games.guide import Guide
from echoes.interfaces.event_blocks import blocks_of
from echoes.interfaces.line_breaks import ChineseText
from echoes.interfaces.proposal_reasons import reason_text
from echoes.interfaces.terminal_words import TERMINAL_WORDS

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


class TerminalRenderer:
    """Prints events of one session.

    Args:
        console: where to.
        games: the game types by name.

    Attributes:
        lang: the language of the session.
        explains: whether whoever reads may be new to the game.
        player: the name of who plays here.
        seats: each seat of the session in words.
    """

    def __init__(self, console: Console, games: Mapping[str, AnyGame]) -> None:
        self._console, self._games = console, games
        self.lang, self._game_type = "en", ""
        self._words = TERMINAL_WORDS["en"]
        self._heard: dict[str, str] = {}
        self._turns: dict[int, str] = {}
        self._speaking: str | None = None
        self._explained: set[str] = set()
        self.explains = False
        self.player = ""
        self.seats: Mapping[str, str] = {}

    def another(self, proposal: Proposal) -> str:
        """Propose another puzzle, and return what to ask: yes goes on with it."""
        reason = reason_text(proposal, self.lang)
        stars = "★" * proposal.difficulty
        why = self._words["bracket"].format(text=reason) if reason else ""
        said = f"{self._words['another']}{self._words['colon']}{proposal.scenario.title} {stars}{why}"
        self._print(self._text(said))
        return f"{self._words['yes']} › "

    def farewell(self, session_id: str, seat: str | None = None) -> str:
        """Return the command that goes on with a session, from a seat where one was played."""
        again = f"{session_id} --seat {seat}" if seat else session_id
        return self._words["saved"].format(session=again)

    def render_news(self, event: Event) -> None:
        """Print an event that somebody else's message led to, after that message."""
        if isinstance(event, CommandResult):
            return  # whoever asked for it has read it
        if isinstance(event, TurnsUndone):
            said = self._undone(event)
            self._print(self._text(f"! {said}", style="yellow").append(self._progress(event.progress)))
            return
        if said := self._said(event):
            self.sent(said)
        self.render(event)

    def remember(self, event: Event) -> None:
        """Keep what led to an event, to name it when somebody takes it back."""
        if event.turn and (said := self._said(event)):
            self._turns[event.turn] = said

    def _said(self, event: Event) -> str:
        return next((block.said for block in self._blocks(event) if isinstance(block, Outcome)), "")

    def _undone(self, event: TurnsUndone) -> str:
        said = [self._words["quoted"].format(text=self._turns.get(turn, "")) for turn in event.turns]
        if all(turn in self._turns for turn in event.turns):
            return self._words["undone"].format(said=self._words["comma"].join(said))
        return self._words["undone_turns"].format(count=len(event.turns))

    def _blocks(self, event: Event) -> Sequence[Block]:
        if isinstance(event, SeatTaken | SeatLeft):
            event = event.model_copy(update={"seat": self.seats.get(event.seat, event.seat)})
        if isinstance(event, SeatTaken) and event.by == self.player:
            return [Line(self._words["you_play"].format(seat=event.seat), "quiet")]
        return blocks_of(event, self._games, self._game_type, self.lang)

    def render(self, event: Event) -> None:
        """Print one event."""
        heard = self._was_heard(event)
        self.remember(event)
        if isinstance(event, SessionStarted):
            self._started(event)
        elif isinstance(event, Narrated):
            if event.text and not heard:
                self._print(self._text(Line(event.text, speaker=event.speaker).plain(), style="italic"))
        elif not heard:
            for block in self._blocks(event):
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

    def confirmation(self, message: str) -> str:
        """Return the question to ask before a message that can't be taken back; empty for others."""
        game = self._games.get(self._game_type)
        if not (warning := game.confirmation(message, self.lang) if game else ""):
            return ""
        self._print(self._text(warning, style="yellow"))
        return f"{self._words['agreed']} › "

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
        if self.lang != "zh":
            return Text(text, style=style)
        return ChineseText(text, style="" if style == "italic" else style)  # Chinese has no italics

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
                if block.decline:
                    self._print(self._text(f"  0  {block.decline}", style="dim"))
                if block.options and not (block.quiet or block.free):
                    self._print(self._text(self._words["pick_all" if block.many else "pick"], style="dim"))
            case GappedText():
                self._gapped(block)
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

    def _gapped(self, asked: GappedText) -> None:
        told = self._text("  ")
        for text, number in asked.pieces():
            style = "bold reverse" if number == asked.gap else "underline"
            told.append(f"[{text}]" if number else text, style=style if number else "")
        self._print(self._text(asked.prompt))
        self._print(told)
        options = [f"  {option.n}  {option.text}" for option in asked.options]
        self._print(self._text("\n".join([*options, f"  0  {asked.decline}"])))

    def _started(self, event: SessionStarted) -> None:
        self.lang, self._game_type = event.lang, event.game_type
        self._words = labels = TERMINAL_WORDS.get(event.lang, TERMINAL_WORDS["en"])
        below = [*blocks_of(event, self._games, event.game_type, event.lang)]
        body = self._text(below.pop(0).plain() if below else "")
        if event.content_warnings:
            body.append(f"\n\n{labels['warning']}{labels['comma'].join(event.content_warnings)}", style="dim")
        title = event.title + (labels["bracket"].format(text=labels["resumed"]) if event.resumed else "")
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
            taken_as = words["bracket"].format(text=f"{words['picked']}{words['colon']}{outcome.taken_as}")
            line.append(f" {taken_as}", style="not bold dim")
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
        if self._speaking not in (None, piece.speaker) or not piece.text:
            self._end_line()
        if not piece.text:
            self._heard.pop(piece.speaker, None)
            self._print(self._text(self._words["withdrawn"], style="dim"))
            return
        begun = self._speaking == piece.speaker
        self._speaking = piece.speaker
        said = piece.text if begun else Line(piece.text, speaker=piece.speaker).plain()
        self._heard[piece.speaker] = self._heard.get(piece.speaker, "") + piece.text
        style = "" if self.lang == "zh" else "italic"
        self._console.print(Text(said, style=style), end="", soft_wrap=True)

    def _end_line(self) -> None:
        if self._speaking is not None:
            self._console.print()
            self._speaking = None

    def _was_heard(self, event: Event) -> bool:
        """End the line of what was heard piece by piece; return whether an event says just that."""
        self._end_line()
        said = self._heard.pop(event.heard_from, "") if event.heard_from is not None else ""
        return bool(said) and said.strip() == str(getattr(event, "text", ""))

    def _ended(self, ending: Ending) -> None:
        words = self._words
        if ending.value:
            tally = words["bracket"].format(text=ending.tally) if ending.tally else ""
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
        # As it is: alone, the console would join it to a plain text, which breaks lines its own way.
        self._console.print(Group(what))
