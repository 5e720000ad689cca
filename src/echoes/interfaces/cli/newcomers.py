"""The first minutes at the terminal: the rules, and a tutorial that can be skipped at any line."""

from collections.abc import Mapping

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from echoes.core.views import Outcome
from echoes.games.base import AnyGame
from echoes.games.guide import Guide, Tutorial
from echoes.interfaces.line_breaks import ChineseText

_WORDS = {
    "en": {
        "rules": "How it is played",
        "try_it": "Try it first, in three turns? Enter for yes, n for no",
        "turn": "Turn {turn} of {turns}. {task}",
        "pick": "Type a number, or s to skip.",
        "one_of": "In a real game you may ask anything. Here, type a number from 1 to {count}, or s to skip.",
        "again": "(echoes tutorial shows this again.)",
    },
    "zh": {
        "rules": "怎么玩",
        "try_it": "先试玩三步吗？回车开始，n 跳过",
        "turn": "第 {turn} 步，共 {turns} 步。{task}",
        "pick": "请输入编号，输入 s 跳过。",
        "one_of": "真正玩的时候可以问任何问题。这里请输入 1 到 {count} 之间的编号，或者输入 s 跳过。",
        "again": "（echoes tutorial 可以再看一遍。）",
    },
}
_NO = ("n", "no", "s", "q", "不", "否")
_SKIP = ("s", "skip", "q", "quit", "/quit", "/退出", "跳过")


class Newcomers:
    """A greeting for somebody who plays for the first time.

    Args:
        console: where to.
        games: the game types by name; the first that has a guide is explained.
        lang: the language.
    """

    def __init__(self, console: Console, games: Mapping[str, AnyGame], lang: str) -> None:
        self._console, self._lang = console, lang if lang in _WORDS else "en"
        self._words = _WORDS[self._lang]
        self._guide: Guide | None = next(
            filter(None, (game.guide(self._lang) for game in games.values())), None
        )

    def welcome(self, offer: bool) -> None:
        """Show the rules, and offer the tutorial; `offer`: whether to ask at all."""
        if self._guide is None:
            return
        self._rules(self._guide)
        if not offer:
            self._print(self._words["again"], "dim")
        elif input(f"{self._words['try_it']} › ").strip().lower() not in _NO:
            self._play(self._guide.tutorial)

    def tutorial(self) -> None:
        """Show the rules, and play the tutorial."""
        if self._guide:
            self._rules(self._guide)
            self._play(self._guide.tutorial)

    def _rules(self, guide: Guide) -> None:
        lines = "\n".join(f"{number}. {rule}" for number, rule in enumerate(guide.rules, 1))
        self._console.print(Panel(self._text(lines), title=self._words["rules"], border_style="dim"))

    def _play(self, tutorial: Tutorial) -> None:
        statement = self._text(tutorial.statement)
        self._console.print(Panel(statement, title=tutorial.title, border_style="cyan", padding=(1, 2)))
        for turn, step in enumerate(tutorial.steps, 1):
            self._print(
                self._words["turn"].format(turn=turn, turns=len(tutorial.steps), task=step.task), "bold"
            )
            for number, outcome in enumerate(step.outcomes, 1):
                self._print(f"  {number}  {outcome.said}")
            self._print(self._words["pick"], "dim")
            if (chosen := self._chosen(len(step.outcomes))) is None:
                return
            self._show(step.outcomes[chosen])
        self._print(tutorial.closing, "green")
        self._console.print()

    def _chosen(self, count: int) -> int | None:
        """Return the index of what a person picks; None where they skip the rest."""
        while True:
            answer = input("\n› ").strip().lower()
            if answer in _SKIP:
                return None
            if answer.isdecimal() and 1 <= int(answer) <= count:
                return int(answer) - 1
            self._print(self._words["one_of"].format(count=count), "yellow")

    def _show(self, outcome: Outcome) -> None:
        self._print(f"› {outcome.said}", "dim")
        self._print(f"{outcome.badge.plain()} — {outcome.remark}\n")

    def _text(self, text: str, style: str = "") -> Text:
        return ChineseText(text, style=style) if self._lang == "zh" else Text(text, style=style)

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(self._text(text, style))
