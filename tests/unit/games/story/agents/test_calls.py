"""Calls of a story's agents: junk is asked for once more, then cut to what can be used, and each is counted."""

from typing import Any

from tests.unit.games.story.turn.context import Spoken, agents_of

from echoes.games.story.agents.calls import AgentReply, Prose
from echoes.games.story.agents.forms import LineChoice
from echoes.games.story.agents.windows import JUDGEMENT, NARRATOR, SUMMARIZER

GOOD = "The lamp turns over the water, and for a while nothing else moves."
JUNK = '{"narration": null}'


async def written(*replies: str | None) -> tuple[AgentReply[Prose], Spoken]:
    model = Spoken(*replies)
    return await agents_of({NARRATOR: model}).write("narrate", NARRATOR, "system", "prompt"), model


async def test_good_prose_is_taken_at_once():
    found, model = await written(GOOD)
    assert found.reply is not None and (found.reply.text, found.reply.source) == (GOOD, "stub")
    assert (len(model.shown), found.usage.model_calls) == (1, 1)


async def test_what_cannot_be_used_is_asked_for_once_more_with_the_reason():
    found, model = await written(JUNK, GOOD)
    assert found.reply is not None and found.reply.text == GOOD
    assert len(model.shown) == 2 and model.shown[1] != model.shown[0]
    assert model.shown[1].endswith("prompt")
    assert found.usage.model_calls == 2, "both are paid for"


async def test_what_cannot_be_used_twice_is_no_reply():
    found, model = await written(JUNK)
    assert found.reply is None and found.problem
    assert len(model.shown) == 2


async def test_a_model_that_fails_is_not_asked_again():
    found, model = await written(None)
    assert found.reply is None and found.error is not None
    assert len(model.shown) == 1


async def test_a_closed_form_is_read_and_counted():
    agents = agents_of({JUDGEMENT: Spoken({"line": 2, "manner": "dry"})})
    found = await agents.ask("decide:x", JUDGEMENT, "system", "prompt", LineChoice)
    assert found.reply is not None and found.reply.line == 2
    assert [one.model_calls for one in agents.spent] == [1]


async def test_budgets_and_bounds_are_those_of_the_role():
    agents = agents_of({}, context_tokens={"narrator": 700}, reply_tokens={"narrator": 50})
    assert agents.budget(NARRATOR) == 700


class Summing(Spoken):
    async def generate(self, system: str, prompt: str) -> tuple[str, Any]:
        return (await self.stream(system, prompt, lambda _: None))[0], None


async def test_a_summary_is_cut_at_its_bound_and_one_that_is_none_is_left_out():
    agents = agents_of({SUMMARIZER: Summing("They waited. " * 2000)}, reply_tokens={"summarizer": 50})
    found = await agents.sum_up("summary", SUMMARIZER, "system", "prompt")
    assert found.reply is not None and 0 < len(found.reply) < 1000
    agents = agents_of({SUMMARIZER: Summing(JUNK)})
    assert (await agents.sum_up("summary", SUMMARIZER, "system", "prompt")).reply is None
