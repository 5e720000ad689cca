"""The first minutes at the terminal: the rules, and a tutorial that can be skipped at any line."""

from collections.abc import Awaitable, Callable, Mapping

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from echoes.core.views.blocks import Outcome
from echoes.games.base import AnyGame
from echoes.games.guide import Guide, Tutorial, TutorialStep, taught_kinds
from echoes.interfaces.cli.answers import leaves, wants
from echoes.interfaces.line_breaks import text_in

_WORDS = {
    "en": {
        "rules": "How to play: {kind}",
        "try_it": "Try it first, in three turns? Enter for yes, n for no",
        "turn": "Turn {turn} of {turns}. {task}",
        "pick": "Type a number, or say it in your own words; s skips the rest, q leaves.",
        "one_of": "In a real game you may ask anything. This one knows no answer to that: "
        "say it in other words, type a number from 1 to {count}, or s to skip.",
        "again": "(echoes tutorial shows this again.)",
    },
    "zh": {
        "rules": "{kind}怎么玩",
        "try_it": "先试玩三步吗？回车开始，n 跳过",
        "turn": "第 {turn} 步，共 {turns} 步。{task}",
        "pick": "请输入编号，或用自己的话说；输入 s 跳过，q 退出。",
        "one_of": "真正玩的时候可以问任何问题。这个小谜题答不上这一句："
        "请换个说法，或输入 1 到 {count} 之间的编号，也可以输入 s 跳过。",
        "again": "（echoes tutorial 可以再看一遍。）",
    },
}
_SKIP = ("s", "skip", "跳过")


class Newcomers:
    """A greeting for somebody who plays for the first time.

    Args:
        console: where to.
        games: the game types by name.
        lang: the language.
        ask: returns the answer to a question.
        kind: the kind of game that is explained; empty for the first that has a tutorial.
    """

    def __init__(
        self,
        console: Console,
        games: Mapping[str, AnyGame],
        lang: str,
        ask: Callable[[str], Awaitable[str]],
        kind: str = "",
    ) -> None:
        self._read = ask
        self._console, self._lang = console, lang if lang in _WORDS else "en"
        self._words = _WORDS[self._lang]
        self._kind = kind or next(iter(taught_kinds(games, self._lang)), "")
        self._guide = games[self._kind].guide(self._lang) if self._kind else None
        self._games = games

    async def _ask(self, prompt: str) -> str:
        answer = await self._read(prompt)
        if leaves(answer):
            raise EOFError
        return answer

    async def welcome(self, offer: bool) -> None:
        """Show the rules, and offer the tutorial.

        Args:
            offer: whether to ask at all.
        Raises:
            EOFError: the person leaves.
        """
        if self._guide is None:
            return
        self._rules(self._guide)
        if (tutorial := self._guide.tutorial) is None:
            return
        if not offer:
            self._print(self._words["again"], "dim")
        elif await wants(f"{self._words['try_it']} › ", self._read, self._lang):
            await self._play(tutorial)

    async def tutorial(self) -> None:
        """Show the rules, and play the tutorial."""
        if self._guide and self._guide.tutorial:
            self._rules(self._guide)
            await self._play(self._guide.tutorial)

    def _rules(self, guide: Guide) -> None:
        lines = "\n".join(f"{number}. {rule}" for number, rule in enumerate(guide.rules, 1))
        title, _ = self._games[self._kind].introduction(self._lang)
        heading = self._words["rules"].format(kind=title)
        self._console.print(Panel(self._text(lines), title=heading, border_style="dim"))

    async def _play(self, tutorial: Tutorial) -> None:
        statement = self._text(tutorial.statement)
        self._console.print(Panel(statement, title=tutorial.title, border_style="cyan", padding=(1, 2)))
        for turn, step in enumerate(tutorial.steps, 1):
            self._print(
                self._words["turn"].format(turn=turn, turns=len(tutorial.steps), task=step.task), "bold"
            )
            for number, outcome in enumerate(step.outcomes, 1):
                self._print(f"  {number}  {outcome.said}")
            self._print(self._words["pick"], "dim")
            if (chosen := await self._chosen(step)) is None:
                return
            self._show(step.outcomes[chosen])
        self._print(tutorial.closing, "green")
        self._console.print()

    async def _chosen(self, step: TutorialStep) -> int | None:
        """Return the index of the outcome that a person picks, by number or words; None to skip the rest."""
        count = len(step.outcomes)
        while True:
            self._console.print()
            answer = (await self._ask("› ")).strip()
            if answer.casefold() in _SKIP:
                return None
            if answer.isdecimal() and 1 <= int(answer) <= count:
                return int(answer) - 1
            if (found := step.nearest(answer, self._lang)) is not None:
                return found
            self._print(self._words["one_of"].format(count=count), "yellow")

    def _show(self, outcome: Outcome) -> None:
        self._print(f"› {outcome.said}", "dim")
        self._print(f"{outcome.badge.plain()} — {outcome.remark}\n")

    def _text(self, text: str, style: str = "") -> Text:
        return text_in(self._lang, text, style)

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(self._text(text, style))
