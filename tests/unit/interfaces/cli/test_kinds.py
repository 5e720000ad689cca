"""A person chooses in the terminal by number or name."""

from collections.abc import Awaitable, Callable

import pytest

from echoes.interfaces.cli.kinds import pick

PROMPTS = {"en": "Which? ", "zh": "哪一个？"}
NAMES = [("The Lamp", "lamp"), ("The Lamp Post", "post"), ("空盒子", "boxes")]


def typed(*answers: str) -> tuple[Callable[[str], Awaitable[str]], list[str]]:
    """Answers one by one, and the prompts that they were given to."""
    left, prompts = iter(answers), list[str]()

    async def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(left)

    return ask, prompts


@pytest.mark.parametrize(("lang", "said"), [("en", "There is no “99”."), ("zh", "没有“99”。")])
async def test_what_is_not_listed_is_said_to_be_none(lang: str, said: str):
    ask, prompts = typed("99", "abc", "2")
    assert await pick(NAMES, PROMPTS, lang, ask) == 1
    assert [said in prompt for prompt in prompts] == [False, True, False]
    assert "abc" in prompts[2]


@pytest.mark.parametrize(
    ("answer", "index"),
    [("", 0), ("the lamp", 0), ("LAMP", 0), ("post", 1), ("盒子", 2), ("boxes", 2), ("3", 2)],
)
async def test_a_name_or_a_part_that_only_one_has_is_enough(answer: str, index: int):
    assert await pick(NAMES, PROMPTS, "en", typed(answer)[0]) == index


async def test_a_part_of_several_names_is_asked_again():
    ask, prompts = typed("the", "post")
    assert await pick(NAMES, PROMPTS, "en", ask) == 1
    assert "part of several names" in prompts[1]


@pytest.mark.parametrize("answer", ["q", "/quit", "退出"])
async def test_whoever_leaves_picks_nothing(answer: str):
    with pytest.raises(EOFError):
        await pick(NAMES, PROMPTS, "zh", typed(answer)[0])
