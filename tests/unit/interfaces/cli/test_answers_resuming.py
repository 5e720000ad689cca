"""Whoever chooses a game that was begun is asked whether to go on with it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from echoes.interfaces.cli.answers import wants_to_resume

BEGUN = cast("Any", SimpleNamespace(turns=5, updated="2026-11-23T12:00:00+00:00"))


@pytest.mark.parametrize(
    ("language", "answer", "resumes"),
    [("en", "", True), ("en", "n", False), ("zh", "是", True), ("zh", "n", False)],
)
async def test_enter_goes_on_and_n_begins_another(language: str, answer: str, resumes: bool):
    prompts: list[str] = []

    async def ask(prompt: str) -> str:
        prompts.append(prompt)
        return answer

    assert await wants_to_resume(BEGUN, language, ask) is resumes
    assert "5" in prompts[0] and "2026-11-2" in prompts[0]


async def test_what_is_neither_yes_nor_no_is_asked_again_and_leaving_leaves():
    answers = iter(["perhaps", "is it mine?", "no"])
    prompts: list[str] = []

    async def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    assert await wants_to_resume(BEGUN, "en", ask) is False
    assert prompts[1] == f"“perhaps” is neither yes nor no. {prompts[0]}"
    answers = iter(["hm", "/quit"])
    with pytest.raises(EOFError):
        await wants_to_resume(BEGUN, "en", ask)
