"""A puzzle in its other language: all of it waits for its author, and the story is translated unseen."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import CANARY, canary_puzzle
from tests.unit.games.situation_puzzle.drafting.asking import PLAN, scripted
from tests.unit.games.situation_puzzle.drafting.model import hash_of, reply
from tests.unit.games.situation_puzzle.table import CLOZE

from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.translating import Translator
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.models.providers.scripted import ScriptedClient


def puzzle(**changes: Any) -> Puzzle:
    bell = canary_puzzle(**changes)
    rulings = [{**one, "from_solution": "zz" in str(one)} for one in bell["rulings"]]
    return Puzzle.model_validate({**bell, "rulings": rulings, "difficulty": 3})


@pytest.fixture
async def translated(tmp_path: Path) -> tuple[Puzzle, ScriptedClient]:
    llm = ScriptedClient(reply)
    found = await Translator(puzzle(), llm, DraftSteps(tmp_path), PLAN).translation()
    assert found is not None
    return found, llm


async def test_everything_that_players_read_is_in_the_other_language(
    translated: tuple[Puzzle, ScriptedClient],
):
    found, _ = translated
    assert (found.language, found.id, found.difficulty, found.title) == ("zh", "silent_bell", 3, "无声的钟")
    assert [fact.id for fact in found.facts] == ["zzfactid1", "zzfactid2"]
    assert [hint.text for hint in found.hints] == ["想想这是一年里的什么季节 zzhint。"] * 2


async def test_all_of_it_waits_for_its_author(translated: tuple[Puzzle, ScriptedClient]):
    found, _ = translated
    parts = [*found.facts, *found.hints, *found.cast, *found.synonyms, *found.rulings]
    assert found.rulings and all(part.unconfirmed for part in parts)


async def test_rulings_keep_their_word_and_their_facts(translated: tuple[Puzzle, ScriptedClient]):
    found, _ = translated
    assert {one.ruling for one in found.rulings} == {"YES", "NO", "IRRELEVANT"}
    assert {fact for one in found.rulings for fact in one.facts} <= {"zzfactid1", "zzfactid2"}


async def test_who_translates_the_story_is_shown_nothing_of_the_solution(
    translated: tuple[Puzzle, ScriptedClient],
):
    asked = [system + prompt for system, prompt in translated[1].asked]
    story = next(one for one in asked if "The Silent Bell" in one)
    questions = [one for one in asked if "Is the sexton old?" in one]
    assert questions and not any(CANARY.search(one) for one in [story, *questions])
    assert any(CANARY.search(one) for one in asked), "the solution is translated apart"


async def test_without_a_story_or_a_solution_there_is_no_translation(tmp_path: Path):
    llm, steps = scripted(tmp_path, "nothing that can be read")
    assert await Translator(puzzle(), llm, steps, PLAN).translation() is None
    assert steps.left == ["translation: story"]


def broken(part: str, change: Any) -> Any:
    """A model of which the replies with a part are changed."""

    def changed(system: str, prompt: str) -> Any:
        said = reply(system, prompt)
        return change(said) if part in said else said

    return changed


def without_last(name: str) -> Any:
    return lambda said: {**said, name: said[name][:-1]}


@pytest.mark.parametrize(
    ("part", "change", "missing"),
    [
        ("title", lambda said: {**said, "title": "The Silent Bell"}, "the story"),
        ("title", lambda said: {**said, "title": "…"}, "the story"),
        ("title", lambda said: {**said, "statement": "敲钟人。"}, "the story"),
        ("answer", lambda said: {**said, "answer": "Snow lay on the slope, and he feared the avalanche."}, "the solution"),
        ("answer", without_last("facts"), "the solution"),
        ("answer", without_last("hints"), "the solution"),
        ("answer", lambda said: {**said, "facts": ["Snow lay there."] * len(said["facts"])}, "the solution"),
        ("gaps", without_last("gaps"), "the cloze"),
        ("gaps", lambda said: {**said, "gaps": [gap[1:] for gap in said["gaps"]]}, "the cloze"),
        ("gaps", lambda said: {**said, "gaps": [gap[:1] * len(gap) for gap in said["gaps"]]}, "the cloze"),
        ("gaps", lambda said: {**said, "text": said["text"].replace("{1}", "{2}")}, "the cloze"),
        ("gaps", lambda said: {**said, "text": "The sexton feared {1} and {2}."}, "the cloze"),
        ("cast", lambda said: {"cast": [{"name": "der Küster", "aliases": []}]}, "the cast"),
        ("entries", without_last("entries"), "a tag or warning"),
        ("entries", lambda said: {"entries": [{**one, "texts": ["Is it?"]} for one in said["entries"]]}, "a tag or warning"),
    ],
)  # fmt: skip
async def test_what_is_blank_or_lost_or_left_in_its_language_is_no_translation(
    tmp_path: Path, part: str, change: Any, missing: str
):
    steps = DraftSteps(tmp_path)
    old = puzzle(tags=["village"], content_warnings=["fear"], cloze=CLOZE)
    translator = Translator(old, ScriptedClient(broken(part, change)), steps, PLAN)
    assert await translator.translation() is None
    assert translator.missing == missing
    whole = Translator(old, ScriptedClient(reply), DraftSteps(tmp_path, retry=True), PLAN)
    found = await whole.translation()
    assert found and not whole.missing, "asked again, it goes on from what is there"
    assert len(found.rulings) == len(old.rulings)


async def test_an_entry_that_a_reply_leaves_out_is_asked_for_by_itself(tmp_path: Path):
    def first_of_two(said: dict[str, Any]) -> dict[str, Any]:
        return {"entries": said["entries"][:1]}

    llm = ScriptedClient(broken("entries", first_of_two))
    found = await Translator(puzzle(), llm, DraftSteps(tmp_path), PLAN).translation()
    assert found and len(found.rulings) == len(puzzle().rulings)


async def test_what_players_read_before_and_beside_a_ruling_is_translated_too(tmp_path: Path):
    rulings = [{"text": "Is the sexton old?", "ruling": "YES", "remark": "He is past seventy."}]
    old = puzzle(tags=["village"], content_warnings=["fear"], rulings=rulings)
    found = await Translator(old, ScriptedClient(reply), DraftSteps(tmp_path), PLAN).translation()
    assert found and len(found.tags) == len(found.content_warnings) == 1
    assert found.rulings[0].remark and "seventy" not in found.rulings[0].remark


async def test_two_questions_that_become_one_are_one_and_a_disagreement_is_the_authors(tmp_path: Path):
    def same(said: dict[str, Any]) -> dict[str, Any]:
        return {"entries": [{**one, "texts": ["下雪了吗？"]} for one in said["entries"]]}

    asked = [("Did it snow?", "YES"), ("Was there snow?", "YES"), ("Is it dry?", "NO")]
    old = puzzle(rulings=[{"text": text, "ruling": ruling} for text, ruling in asked])
    llm = ScriptedClient(broken("entries", same))
    found = await Translator(old, llm, DraftSteps(tmp_path), PLAN).translation()
    assert found
    [ruling] = found.rulings
    assert (ruling.ruling, ruling.votes, ruling.doubt, ruling.may_count) == ("YES", ("YES", "NO"), 1.0, False)


async def test_a_cloze_keeps_gaps_and_key_and_who_translates_it_is_not_told_the_key(tmp_path: Path):
    turned = [
        {**gap, "choices": [one if type(one) is str else one["text"] for one in gap["choices"]]}
        for gap in CLOZE["gaps"]
    ]
    asked: list[set[str]] = []
    for right in (0, 1):
        gaps = [
            {**gap, "choices": [{"text": text, "right": n == right} for n, text in enumerate(gap["choices"])]}
            for gap in turned
        ]
        llm, old = ScriptedClient(reply), puzzle(cloze={**CLOZE, "gaps": gaps})
        found = await Translator(old, llm, DraftSteps(tmp_path / str(right)), PLAN).translation()
        assert old.cloze and found and found.cloze and found.cloze.unconfirmed
        names = [gap.id for gap in old.cloze.gaps]
        assert [gap.id for gap in found.cloze.gaps] == names[::-1], "in the order of the new text"
        for gap, new in zip(old.cloze.gaps, found.cloze.gaps[::-1], strict=True):
            assert new.facts == gap.facts
            assert new.right_text == f"那里的{hash_of(gap.right_text) % 10**6}"
        asked.append({system + prompt for system, prompt in llm.asked if "the bell was broken" in prompt})
    assert len(asked[0]) == 1 and asked[0] == asked[1], "the same request, whichever choices are right"
    assert not CANARY.search(str(asked[0]))
