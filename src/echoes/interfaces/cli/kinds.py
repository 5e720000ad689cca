"""The choice between kinds of game, where there is more than one."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from echoes.engine.engine import GameEngine
from echoes.engine.proposals import Proposal

_PICK = {
    "en": "Which kind of game? (1 to {count}, Enter for the first) › ",
    "zh": "玩哪一种？（1 到 {count}，回车选第一个）› ",
}
_NO_SUCH = {"en": "There is no number {answer}. ", "zh": "没有“{answer}”这个编号。"}


def choose_kind(
    engine: GameEngine, proposals: Sequence[Proposal], console: Console, language: str
) -> list[Proposal]:
    """Let a person choose a kind of game, and return the proposals of that kind.

    Args:
        engine: with its game types.
        proposals: of all kinds, the one to play next first.
        console: where the kinds are listed.
        language: of the question.
    """
    kinds = {scenario.id: name for name, scenario in engine.puzzles.scenarios()}
    names = list(dict.fromkeys(kinds[one.scenario.id] for one in proposals))
    if len(names) < 2:
        return [*proposals]
    table = Table("", "", "", box=None, show_header=False)
    for number, name in enumerate(names, 1):
        title, description = engine.games[name].introduction(language)
        table.add_row(str(number), Text(title), Text(description, style="dim"))
    console.print(table)
    chosen = names[pick_number(len(names), _PICK, language) - 1]
    return [one for one in proposals if kinds[one.scenario.id] == chosen]


def pick_number(count: int, prompts: Mapping[str, str], language: str) -> int:
    """Return the number that a person picks; 1 for a bare Enter.

    Args:
        count: the highest number.
        prompts: the question by language, with `{count}` where the highest number goes.
        language: of the question.
    """
    question = prompts.get(language, prompts["en"]).format(count=count)
    prompt = question
    while True:
        answer = input(prompt).strip() or "1"
        if answer.isdecimal() and 1 <= int(answer) <= count:
            return int(answer)
        prompt = _NO_SUCH.get(language, _NO_SUCH["en"]).format(answer=answer) + question
