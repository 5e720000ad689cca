"""A person chooses in the terminal by number."""

import pytest

from echoes.interfaces.cli.kinds import pick_number

PROMPTS = {"en": "Which? (1 to {count}) ", "zh": "哪一个？（1 到 {count}）"}


@pytest.mark.parametrize(("lang", "said"), [("en", "There is no number 99."), ("zh", "没有“99”这个编号")])
def test_a_number_that_is_not_listed_is_said_to_be_none(
    lang: str, said: str, monkeypatch: pytest.MonkeyPatch
):
    answers, prompts = iter(["99", "abc", "2"]), list[str]()

    def answered(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    monkeypatch.setattr("builtins.input", answered)
    assert pick_number(3, PROMPTS, lang) == 2
    assert [said in prompt for prompt in prompts] == [False, True, False]
    assert "abc" in prompts[2]
