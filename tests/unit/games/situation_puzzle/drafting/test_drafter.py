"""A whole draft: unconfirmed to the last word, resumed wherever it stopped, and without a leak to who asks."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import CANARY
from tests.unit.games.situation_puzzle.drafting.model import reply, stripped
from tests.unit.games.situation_puzzle.table import CLOZE, FEARED, SNOW

from echoes.core.errors import BadInput, ModelFailed
from echoes.games.draft_steps import DraftSteps, stop_steps
from echoes.games.situation_puzzle.authoring.gaps import puzzle_gaps
from echoes.games.situation_puzzle.drafting.draft import DraftModels, PuzzleDraft
from echoes.games.situation_puzzle.drafting.drafter import Drafter
from echoes.games.situation_puzzle.drafting.plan import DraftPlan, estimate
from echoes.games.situation_puzzle.drafting.prompts import JUDGE, QUESTIONER, TRANSLATOR
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.models.providers.scripted import Script, ScriptedClient

PLAN = DraftPlan(per_place=1, rounds=2, per_round=3, per_fact=2, wordings=2, batch=5)


class Killed(BaseException):
    """The end of the process, at any point."""


def drafter(client: ScriptedClient, folder: Path, plan: DraftPlan = PLAN, **more: Any) -> Drafter:
    return Drafter(
        stripped(), DraftModels(client, client, client), DraftSteps(folder, **more), plan, ["Was it cold?"]
    )


async def drafted(script: Script, folder: Path, **more: Any) -> tuple[PuzzleDraft, ScriptedClient]:
    client = ScriptedClient(script)
    return await drafter(client, folder, **more).draft(), client


async def test_everything_is_drafted_and_nothing_of_it_is_played(tmp_path: Path):
    draft, client = await drafted(reply, tmp_path)
    made = draft.added_to(stripped())
    assert without_unconfirmed(made) == stripped(), "players see no difference"
    assert [fact.core for fact in made.facts] == [True, True, False]
    assert all(len(fact.wordings) == 3 for fact in made.facts)
    assert (len(made.hints), len(made.cast), len(made.synonyms)) == (4, 1, 1)
    assert made.cloze and made.cloze.unconfirmed and draft.left == ()
    assert made.hints[3].facts == ("f1", "f2", "f3"), "in the order of the facts, whatever the model said"
    assert {one.about for one in made.rulings} >= {"who", "where", "false_trails"}
    assert not any("Why" in text for one in made.rulings for text in one.texts)
    snow = [one for one in made.rulings if one.from_solution]
    assert snow and all((one.facts, one.steps, one.open) == (("f1",), ("f2",), False) for one in snow)
    blind = [one for one in made.rulings if one.open]
    assert blind and all(len({*one.votes}) == 1 for one in blind)
    assert "Was it cold?" in [text for one in made.rulings for text in one.texts], (
        "real questions are ruled on too"
    )
    assert next(gap.group for gap in puzzle_gaps(made, [], "en")) == "Rulings that disagree"
    assert len({*client.asked}) == len(client.asked), "nothing is asked twice"


async def test_who_asks_and_who_translates_for_players_sees_nothing_of_the_solution(tmp_path: Path):
    draft, client = await drafted(reply, tmp_path)
    assert draft.translation is not None
    unseen = {(text.texts) for text in draft.translation.rulings if not text.from_solution}
    assert unseen
    asked = [call for call in client.asked if call[0].startswith(QUESTIONER["en"])]
    translated = [call for call in client.asked if call[0].startswith(TRANSLATOR["zh"])]
    leaky = [call for call in translated if CANARY.search("".join(call))]
    assert len(asked) == 17 + PLAN.rounds
    assert not [call for call in asked if CANARY.search("".join(call))]
    assert len(leaky) < len(translated)
    for system, prompt in leaky:
        assert "have " not in prompt, "questions of who had not seen it are translated apart"
        assert not CANARY.search(system)
    assert [call for call in client.asked if call[0].startswith(JUDGE["en"])]
    assert without_unconfirmed(draft.translation).rulings == ()


@pytest.mark.parametrize("after", [0, 3, 20, 45])
async def test_stopped_anywhere_it_goes_on_and_asks_nothing_twice(tmp_path: Path, after: int):
    whole, client = await drafted(reply, tmp_path / "whole")
    calls: list[tuple[str, str]] = []

    def gone(system: str, prompt: str) -> Any:
        if len(calls) == after:
            raise Killed
        calls.append((system, prompt))
        return reply(system, prompt)

    with pytest.raises(Killed):
        await drafted(gone, tmp_path / "resumed")
    again, second = await drafted(reply, tmp_path / "resumed")
    assert (again, len(calls) + len(second.asked)) == (whole, len(client.asked))
    assert not {*calls} & {*second.asked}


async def test_the_budget_holds_over_all_runs_and_more_of_it_goes_on(tmp_path: Path):
    with pytest.raises(ModelFailed, match="budget of 9000 tokens is spent"):
        await drafted(reply, tmp_path, budget=9_000)
    steps = DraftSteps(tmp_path)
    assert 9_000 <= steps.kept_usage.prompt_tokens + steps.kept_usage.completion_tokens < 13_000
    with pytest.raises(ModelFailed) as failed:
        await drafted(lambda *_: pytest.fail("asked beyond the budget"), tmp_path, budget=9_000)
    assert failed.value.kind == "budget"
    so_far, client = await drafted(reply, tmp_path, asking=False)
    assert so_far.facts and not client.asked
    assert (await drafted(reply, tmp_path, budget=10**9))[0].rulings


async def test_junk_is_left_and_named_and_not_asked_for_again_unless_wanted(tmp_path: Path):
    def junk(system: str, prompt: str) -> Any:
        return "no JSON" if "hints, from gentle" in prompt else reply(system, prompt)

    draft, _ = await drafted(junk, tmp_path)
    assert (draft.left, draft.hints) == (("hints",), [])
    again, client = await drafted(reply, tmp_path)
    assert (again.left, client.asked) == (("hints",), [])
    retried, client = await drafted(reply, tmp_path, retry=True)
    assert (retried.left, len(retried.hints)) == ((), 4)


async def test_of_a_weak_model_only_what_can_be_used_is_taken(tmp_path: Path):
    def weak(system: str, prompt: str) -> Any:
        said = reply(system, prompt)
        if "facts" in said and "answer" not in said:
            again, chinese = said["facts"][0], {"statement": "山上有积雪。", "core": True}
            return {"facts": [again, *said["facts"], chinese]}
        if "wordings" in said:
            return {"wordings": ["", "\u200b", "The snow lay deep zzwording.", "雪很深。"]}
        return {**said, "answer": "\n \n"} if "answer" in said else said

    draft, _ = await drafted(weak, tmp_path)
    assert len(draft.facts) == 3, "once, and in the language of the puzzle"
    assert all(texts == ["The snow lay deep zzwording."] for texts in draft.wordings.values())
    assert draft.translation is None and "translation: solution" in draft.left


async def test_a_model_that_says_nothing_usable_is_given_up(tmp_path: Path):
    with pytest.raises(ModelFailed, match="no facts"):
        await drafted(lambda *_: "junk", tmp_path)


async def test_a_model_that_repeats_its_task_for_facts_is_given_up_and_a_larger_one_asked(tmp_path: Path):
    def parrot(system: str, prompt: str) -> Any:
        assert "facts" in reply(system, prompt), "nothing else is asked of it"
        return {"facts": [{"statement": "The facts of the solution.", "core": True}]}

    with pytest.raises(ModelFailed, match="no facts"):
        await drafted(parrot, tmp_path)
    assert (await drafted(reply, tmp_path, retry=True))[0].facts


async def test_questions_that_nobody_rules_on_wait_for_the_author(tmp_path: Path):
    def silent(system: str, prompt: str) -> Any:
        said = reply(system, prompt)
        return {"rulings": said["rulings"][:1]} if "rulings" in said else said

    draft, _ = await drafted(silent, tmp_path)
    made = draft.added_to(stripped())
    assert draft.unruled and set(made.proposals) == {one.texts[0] for one in draft.unruled}
    assert not {text for one in made.rulings for text in one.texts} & {*made.proposals}


async def test_what_the_author_has_is_kept_and_only_the_rest_is_drafted(tmp_path: Path):
    own = stripped(
        facts=[{"id": "own", "statement": "Snow lay there zzfacta.", "core": True}],
        hints=["Think."],
        rulings=[{"texts": ["Was it cold?"], "ruling": "YES"}],
    )
    client = ScriptedClient(reply)
    steps = DraftSteps(tmp_path)
    draft = await Drafter(own, DraftModels(client, client, client), steps, PLAN, ["Was it cold?"]).draft()
    made = draft.added_to(own)
    assert (draft.facts, draft.hints) == ([], [])
    assert made.facts[0].unconfirmed_wordings and made.facts[0].wordings == ()
    assert made.rulings[0] == own.rulings[0]
    assert [text for one in made.rulings for text in one.texts].count("Was it cold?") == 1


def proposing(*changes: Any) -> Any:
    """A model whose proposals of a cloze are changed, one after the other."""
    left = list(changes)

    def changed(system: str, prompt: str) -> Any:
        said = reply(system, prompt)
        return left.pop(0)(said) if "right" in str(said.get("gaps")) else said

    return changed


def as_it_is(said: Any) -> Any:
    return said


def with_two_choices(said: Any) -> Any:
    return {**said, "gaps": [{**said["gaps"][0], "wrong": ["of a fire"]}, *said["gaps"][1:]]}


def without_a_gap(said: Any) -> Any:
    return {**said, "text": said["text"].replace("{did}", "left")}


def telling_what_is_no_fact(said: Any) -> Any:
    return {**said, "gaps": [{**said["gaps"][0], "facts": ["f99"]}, *said["gaps"][1:]]}


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (with_two_choices, "gap 'where' has 2 choices"),
        (without_a_gap, "'{did}' stands 0 times"),
        (telling_what_is_no_fact, "f99"),
    ],
)
async def test_a_cloze_with_a_fault_is_asked_for_once_more_with_its_fault_named(
    tmp_path: Path, fault: Any, named: str
):
    draft, client = await drafted(proposing(fault, as_it_is), tmp_path)
    assert draft.cloze and draft.left == ()
    again = [prompt for _, prompt in client.asked if "WHAT IS WRONG WITH IT" in prompt]
    assert len(again) == 1 and named in again[0]


async def test_a_cloze_that_stays_faulty_is_left_and_named_and_asked_for_again_if_wanted(tmp_path: Path):
    draft, _ = await drafted(proposing(with_two_choices, with_two_choices), tmp_path)
    assert (draft.cloze, draft.left) == (None, ("cloze, once more",))
    retried, client = await drafted(reply, tmp_path, retry=True)
    assert (retried.cloze is not None, retried.left) == (True, ())
    assert "WHAT IS WRONG WITH IT" in client.asked[0][1]


async def test_a_cloze_of_the_author_is_kept(tmp_path: Path):
    facts = [
        {"id": name, "statement": f"Snow lay there zzfact{name}.", "core": True} for name in (FEARED, SNOW)
    ]
    own, client = stripped(facts=facts, cloze=CLOZE), ScriptedClient(reply)
    draft = await Drafter(own, DraftModels(client, client, client), DraftSteps(tmp_path), PLAN).draft()
    assert draft.cloze is None and draft.added_to(own).cloze == own.cloze
    assert draft.translation and draft.translation.cloze and draft.translation.cloze.unconfirmed


@pytest.mark.parametrize("rulings", [60, 300])
def test_the_estimate_is_told_before_anything_is_asked(rulings: int):
    plan = DraftPlan.of(rulings)
    cost = estimate(stripped(), plan, 0)
    assert 17 * plan.per_place + plan.rounds * plan.per_round + 7 * plan.per_fact == pytest.approx(
        rulings, rel=0.25
    )
    assert cost.usage.prompt_tokens > cost.usage.completion_tokens > 0 < cost.calls
    assert {*cost.by_role} == {"author", "questioner", "judge"}
    assert sum(one.model_calls for one in cost.by_role.values()) == cost.calls


async def test_the_estimate_is_near_to_what_is_spent(tmp_path: Path):
    steps = DraftSteps(tmp_path)
    client = ScriptedClient(reply)
    await Drafter(stripped(), DraftModels(client, client, client), steps, PLAN).draft()
    cost = estimate(stripped(), PLAN, 0)
    assert cost.calls == pytest.approx(len(client.asked), rel=0.35)


async def test_a_draft_is_stopped_from_another_process_and_goes_on_later(tmp_path: Path):
    stop_steps(tmp_path)
    with pytest.raises(BadInput, match="stopped"):
        await drafted(reply, tmp_path)
    assert (await drafted(reply, tmp_path))[0].facts


async def test_what_another_draft_has_cost_is_not_held_against_the_budget(tmp_path: Path):
    await drafted(reply, tmp_path)
    again = DraftSteps(tmp_path)
    assert again.kept > 0 and again.kept_usage.prompt_tokens > 0
    assert again.spent.prompt_tokens == 0
