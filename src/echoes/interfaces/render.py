"""Events as people see them in a terminal: by word and colour, never by colour alone."""

from typing import assert_never

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from echoes.core.events import (
    ClarificationAsked,
    CommandResult,
    GameEvent,
    HintGiven,
    HypothesisJudged,
    Narrated,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    RulingUnavailable,
    SessionEnded,
    SessionStarted,
    SolutionRevealed,
    TurnFailed,
    TurnsUndone,
)
from echoes.engine.proposals import Proposal
from echoes.interfaces.labels import ICONS, label
from echoes.interfaces.proposing import why
from echoes.interfaces.transcript import tally

_STYLES = {
    "YES": "bold green",
    "NO": "bold red",
    "YES AND NO": "bold yellow",
    "IRRELEVANT": "bold blue",
    "SOLVED": "bold green",
    "CLOSE": "bold yellow",
    "PARTIAL": "bold yellow",
    "WRONG": "bold red",
}
_WORDS = {
    "en": {
        "progress": "progress",
        "hint": "Hint",
        "left": " ({count} left)",
        "warning": "Content: ",
        "colon": ": ",
        "stop": ".",
        "comma": ", ",
        "solution": "The solution",
        "score": "Score: {score} ({tally})",
        "resumed": "resumed",
        "given_up": "Given up. {tally}.",
        "picked": "taken as",
        "to": "to",
        "not_that": "Not what you meant? Type 0, free of charge",
        "or_one": ", or the number of one of these:",
        "another": "Play another? Next for you",
        "yes": "Enter for yes, n for no",
        "saved": "Saved. Go on with: echoes play --session {session}",
        "intro": "Ask yes/no questions to find out what lies behind it. /help shows the commands.",
    },
    "zh": {
        "progress": "进度",
        "hint": "提示",
        "left": "（剩余 {count} 个）",
        "warning": "内容提醒：",
        "colon": "：",
        "stop": "。",
        "comma": "、",
        "solution": "真相",
        "score": "得分：{score}（{tally}）",
        "resumed": "继续",
        "given_up": "已放弃。{tally}。",
        "picked": "理解为",
        "to": "问的是",
        "not_that": "不是这个意思？输入 0，不计数",
        "or_one": "，或者输入下面的编号：",
        "another": "再来一局？推荐你玩",
        "yes": "回车继续，n 结束",
        "saved": "已保存。继续这局：echoes play --session {session}",
        "intro": "请用是非问题找出背后的真相。输入 /帮助 查看命令。",
    },
}


class Renderer:
    """Prints events of one session.

    Args:
        console: where to.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self.lang = "en"
        self._words = _WORDS["en"]
        self._heard = ""

    def ask_another(self, proposal: Proposal) -> bool:
        """Ask a person whether to go on with another puzzle."""
        reason = why(proposal, self.lang)
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
        """How to go on with a session that is left."""
        return self._words["saved"].format(session=session_id)

    def render(self, event: GameEvent) -> None:
        """Print one event."""
        match event:
            case SessionStarted():
                self._started(event)
            case QuestionRuled():
                self._ruled(event)
            case HypothesisJudged():
                line = self._word(event.verdict, event.verdict).append(f"  {event.remark}")
                self._print(line.append(self._progress(event.progress)))
            case ClarificationAsked():
                self._print(Text(event.prompt))
                for option in event.options:
                    self._print(Text(f"  {option.n}  {option.text}"))
            case RulingUnavailable():
                self._print(Text(f"… {event.reason}", style="dim"))
            case HintGiven():
                left = self._words["left"].format(count=event.remaining)
                title = f"{self._words['hint']} {event.level}{left}"
                line = Text(f"{title}{self._words['colon']}", style="bold magenta").append(
                    event.text, style="not bold default"
                )
                self._print(line.append(f"  {event.why}" if event.why else "", style="not bold dim"))
            case RulingChallenged():
                self._print(Text(f"{event.text} — {label(event.ruling, self.lang)}\n{event.remark}"))
            case RulingCorrected():
                self._print(Text(f"! {event.remark}", style="yellow").append(self._progress(event.progress)))
            case Narrated():
                self._narrated(event)
            case CommandResult():
                self._print(Text(event.text))
            case TurnsUndone():
                pass  # the command's own result says it in words
            case SolutionRevealed():
                self._print(Panel(Text(event.answer), title=self._words["solution"], border_style="green"))
            case TurnFailed():
                self._print(Text(f"! {event.error}", style="red"))
            case SessionEnded():
                self._ended(event)
            case _:
                assert_never(event)

    def _started(self, event: SessionStarted) -> None:
        self.lang = event.lang
        self._words = _WORDS.get(event.lang, _WORDS["en"])
        labels = self._words
        body = Text(event.statement)
        if event.content_warnings:
            body.append(f"\n\n{labels['warning']}{labels['comma'].join(event.content_warnings)}", style="dim")
        title = event.title + (f" ({labels['resumed']})" if event.resumed else "")
        self._print(Panel(body, title=Text(title), border_style="cyan", padding=(1, 2)))
        if event.notice:
            self._print(Text(event.notice, style="yellow"))
        if event.for_player:
            self._print(Text(event.for_player, style="dim"))
        if not event.resumed:
            self._print(Text(labels["intro"], style="dim"))

    def _ruled(self, event: QuestionRuled) -> None:
        words, line = self._words, self._word(event.ruling, event.ruling)
        if event.ruled_as:
            line.append(f" — {words['to']}{words['colon']}{event.text}", style="not bold")
        elif event.asked:
            line.append(f"  ({words['picked']}: {event.text})", style="not bold dim")
        if event.remark:
            line.append(f"  {event.remark}", style="not bold")
        self._print(line.append(self._progress(event.progress)))
        if event.ruled_as:
            more = words["or_one"] if event.options else words["stop"]
            self._print(Text(f"  {words['not_that']}{more}", style="dim"))
            for option in event.options:
                self._print(Text(f"  {option.n}  {option.text}", style="dim"))

    def piece(self, text: str) -> None:
        """Print a piece of what a narrator says, as it comes."""
        self._heard += text
        self._console.print(Text(text, style="italic"), end="", soft_wrap=True)

    def _narrated(self, event: Narrated) -> None:
        """What was heard piece by piece needs only its line's end."""
        if self._heard:
            self._console.print()
        if event.text and event.text != self._heard.strip():
            self._print(Text(event.text, style="italic"))
        self._heard = ""

    def _ended(self, event: SessionEnded) -> None:
        labels = self._words
        said = tally(event.questions, event.hints, self.lang)
        if event.status == "ABORTED":
            self._print(Text(labels["given_up"].format(tally=said)))
        else:
            self._print(Text(labels["score"].format(score=event.score, tally=said), style="bold"))

    def _word(self, word: str, style: str) -> Text:
        return Text(f"{ICONS[word]} {label(word, self.lang)}", style=_STYLES[style])

    def _progress(self, share: float) -> Text:
        return Text(f"   [{self._words['progress']} {round(100 * share)} %]", style="not bold dim")

    def _print(self, what: Text | Panel) -> None:
        self._console.print(what)
