"""Steps of a draft: nothing is asked twice, each reply is on disk at once, and what fails is left or stops all."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from echoes.core.errors import BadInput, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.games.draft_steps import DraftSteps, stop_steps, together
from echoes.models.providers.scripted import ScriptedClient


class Form(BaseModel):
    n: int


AWAY = ModelFailed("unreachable", "nobody is there", spent=Usage(model_calls=1))
CUT = ModelFailed("cut", "it broke off", spent=Usage(model_calls=1))


async def ask(steps: DraftSteps, model: ScriptedClient, prompt: str = "p", **more: Any) -> Form | None:
    return await steps.ask(f"step {prompt}", model, "s", prompt, Form, **more)


async def test_a_reply_is_kept_and_asked_for_once(tmp_path: Path):
    model = ScriptedClient([{"n": 1}])
    first, second = DraftSteps(tmp_path), None
    assert await ask(first, model) == Form(n=1)
    second = DraftSteps(tmp_path)
    assert await ask(second, model) == Form(n=1)
    assert len(model.asked) == 1
    assert (second.kept, second.done, second.left) == (1, 1, [])
    assert second.spent == first.spent == second.kept_usage


async def test_another_prompt_is_another_step(tmp_path: Path):
    model, steps = ScriptedClient([{"n": 1}, {"n": 2}]), DraftSteps(tmp_path)
    assert [await ask(steps, model, prompt) for prompt in "ab"] == [Form(n=1), Form(n=2)]


async def test_what_cannot_be_used_is_left_and_asked_again_only_where_that_is_wanted(tmp_path: Path):
    model = ScriptedClient([{"n": 1}, {"n": 2}])
    steps = DraftSteps(tmp_path)
    assert await ask(steps, model, usable=lambda form: form.n > 1) is None
    assert steps.left == ["step p"]
    assert await ask(DraftSteps(tmp_path), model) is None
    assert await ask(DraftSteps(tmp_path, retry=True), model) == Form(n=2)


async def test_where_nobody_is_asked_what_is_missing_stays_missing(tmp_path: Path):
    model, steps = ScriptedClient([{"n": 1}]), DraftSteps(tmp_path, asking=False)
    assert await ask(steps, model) is None
    assert model.asked == [] and steps.left == ["step p"]


async def test_a_reply_that_broke_off_is_left_and_paid_for_and_a_model_that_is_away_stops_all(tmp_path: Path):
    model, steps = ScriptedClient([CUT, AWAY]), DraftSteps(tmp_path)
    assert await ask(steps, model, "a") is None
    assert steps.spent.model_calls == 1
    for prompt in "bc":
        with pytest.raises(ModelFailed, match="nobody is there"):
            await ask(steps, model, prompt)
    assert len(model.asked) == 2, "once it is stopped nothing more is asked"


async def test_a_model_that_never_gives_what_is_asked_for_is_unfit(tmp_path: Path):
    model, steps = ScriptedClient([CUT] * 9), DraftSteps(tmp_path)
    with pytest.raises(ModelFailed, match="broke off"):
        for prompt in "abcdefgh":
            await ask(steps, model, prompt)
    assert len(model.asked) == 6


async def test_a_budget_bounds_the_whole_draft_over_all_its_runs(tmp_path: Path):
    model = ScriptedClient([{"n": 1}, {"n": 2}])
    await ask(DraftSteps(tmp_path), model, "a")
    again = DraftSteps(tmp_path, budget=1)
    await ask(again, model, "a")
    with pytest.raises(ModelFailed, match="budget of 1 tokens is spent"):
        await ask(again, model, "b")


async def test_somebody_may_stop_it_and_it_goes_on_the_next_time(tmp_path: Path):
    model = ScriptedClient([{"n": 1}])
    stop_steps(tmp_path)
    with pytest.raises(BadInput, match="was stopped"):
        await ask(DraftSteps(tmp_path), model)
    assert await ask(DraftSteps(tmp_path), model) == Form(n=1)


@pytest.mark.parametrize("content", ["{", json.dumps({"step": 3}), ""])
async def test_a_step_that_is_damaged_on_disk_is_asked_again(tmp_path: Path, content: str):
    model = ScriptedClient([{"n": 1}, {"n": 2}])
    await ask(DraftSteps(tmp_path), model)
    [path] = tmp_path.glob("*.json")
    path.write_text(content)
    assert await ask(DraftSteps(tmp_path), model) == Form(n=2)


async def test_each_step_is_told_of(tmp_path: Path):
    told: list[int] = []
    steps = DraftSteps(tmp_path)
    steps.on_step = lambda: told.append(steps.done)
    for prompt in "ab":
        await ask(steps, ScriptedClient([{"n": 1}]), prompt)
    assert told == [1, 2]


async def test_of_several_that_run_together_all_end_before_a_failure_is_told():
    ended: list[int] = []

    async def work(number: int, fails: bool) -> int:
        ended.append(number)
        if fails:
            raise ValueError(f"no. {number}")
        return number

    assert await together([work(1, False), work(2, False)]) == [1, 2]
    with pytest.raises(ValueError, match=r"no\. 3"):
        await together([work(3, True), work(4, False)])
    assert ended == [1, 2, 3, 4]
