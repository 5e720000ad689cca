"""The choice between kinds of game, where there is more than one."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from echoes.engine.engine import GameEngine
from echoes.engine.players.proposals import Proposal
from echoes.interfaces.cli.answers import leaves
from echoes.interfaces.line_breaks import text_in

_PICK = {
    "en": "Which kind of game? (number or name, Enter for the first, q to leave) › ",
    "zh": "玩哪一种？（输入编号或名称，回车选第一个，q 退出）› ",
}
_NO_SUCH = {"en": "There is no “{answer}”. ", "zh": "没有“{answer}”。"}
_SEVERAL = {"en": "“{answer}” is part of several names. ", "zh": "名字里有“{answer}”的不止一个。"}


async def choose_kind(
    engine: GameEngine,
    proposals: Sequence[Proposal],
    console: Console,
    language: str,
    ask: Callable[[str], Awaitable[str]],
) -> list[Proposal]:
    """Ask a person for a kind of game, and return the proposals of that kind.

    Args:
        engine: with its game types.
        proposals: of all kinds, the one to play next first.
        console: where the kinds are listed.
        language: of the question.
        ask: returns the answer to a question.
    """
    kinds = {scenario.id: name for name, scenario in engine.scenarios.list_all()}
    proposed = {kinds[one.scenario.id] for one in proposals}
    names = [name for name in engine.games if name in proposed]
    if len(names) < 2:
        return [*proposals]
    table = Table("", "", "", box=None, show_header=False)
    said = [engine.games[name].introduction(language) for name in names]
    for number, (title, description) in enumerate(said, 1):
        table.add_row(str(number), text_in(language, title), text_in(language, description, "dim"))
    console.print(table)
    titles = [(name, title) for name, (title, _) in zip(names, said, strict=True)]
    chosen = names[await pick(titles, _PICK, language, ask)]
    return [one for one in proposals if kinds[one.scenario.id] == chosen]


async def pick(
    names: Sequence[Sequence[str]],
    prompts: Mapping[str, str],
    language: str,
    ask: Callable[[str], Awaitable[str]],
) -> int:
    """Return the index of what a person picks, by number or name; 0 for a bare Enter.

    Args:
        names: of each thing that can be picked; the part of a name that only one has is enough.
        prompts: the question by language.
        language: of the question.
        ask: returns the answer to a question.
    Raises:
        EOFError: the person leaves.
    """
    question = prompts.get(language, prompts["en"])
    prompt = question
    while True:
        answer = (await ask(prompt)).strip().casefold() or "1"
        if leaves(answer):
            raise EOFError
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return int(answer) - 1
        if len(found := _named(answer, names)) == 1:
            return found[0]
        said = _SEVERAL if found else _NO_SUCH
        prompt = said.get(language, said["en"]).format(answer=answer) + question


def _named(answer: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Return the indices of what has a name, or, where nothing has, of what has it as a part of one."""
    folded = [[name.casefold() for name in one] for one in names]
    exact = [index for index, one in enumerate(folded) if answer in one]
    return exact or [index for index, one in enumerate(folded) if any(answer in name for name in one)]
