"""What a model or a collection proposed counts from the moment at which its author confirms it."""

from typing import Any

import pytest
from tests.support import canary_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE

from echoes.core.errors import BadInput
from echoes.core.seats.roles import Tier
from echoes.games.author_forms import Decision
from echoes.games.situation_puzzle.authoring.decisions import decide
from echoes.games.situation_puzzle.authoring.gaps import puzzle_gaps
from echoes.games.situation_puzzle.puzzle.documents import documents_of
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

FACT, OTHER = "zzfactid1", "zzfactid2"
AGREED = {"texts": ["Was it cold?", "Did it freeze?"], "ruling": "YES", "facts": [OTHER], "open": True}
RULINGS = [
    {**AGREED, "unconfirmed": True, "votes": ["YES", "YES"], "doubt": 0.1},
    {"texts": ["Was it late?"], "ruling": "NO", "unconfirmed": True, "votes": ["NO", "YES"], "doubt": 1.0},
    {"texts": ["Did snow lie?"], "ruling": "YES", "unconfirmed": True, "votes": ["YES"] * 2, "from_solution": True},
    {"texts": ["Is it old?"], "ruling": "NO", "unconfirmed": True, "label": "F"},
]  # fmt: skip


def drafted(**changes: Any) -> Puzzle:
    bell = canary_puzzle()
    facts = [{**bell["facts"][0], "unconfirmed_wordings": ["Sound brings it down."]}]
    facts += [{**bell["facts"][1], "core": True, "unconfirmed": True}]
    fields = {
        "facts": facts,
        "hints": [{"text": "Think.", "unconfirmed": True}],
        "cast": [{"name": "the sexton", "aliases": ["he"], "unconfirmed": True}],
        "synonyms": [{"words": ["bell", "chime"], "unconfirmed": True}],
        "cloze": {**CLOZE, "unconfirmed": True},
        "rulings": RULINGS,
        "proposals": ["Was it windy?"],
        **changes,
    }
    return Puzzle.model_validate(canary_puzzle(**fields))


def test_nothing_that_waits_is_played_and_what_a_model_wrote_with_the_solution_never():
    played = without_unconfirmed(drafted())
    assert [fact.id for fact in played.facts] == [FACT]
    assert not (played.hints or played.cast or played.synonyms or played.rulings or played.proposals)
    assert played.cloze is None
    assert not any(fact.unconfirmed_wordings for fact in played.facts)
    assert not [one for one in documents_of(drafted()) if one.tier == Tier.HINT]
    allowed = without_unconfirmed(drafted(), "not confirmed")
    assert [(one.texts[0], one.facts) for one in allowed.rulings] == [
        ("Was it cold?", ()),
        ("Is it old?", ()),
    ]
    stored = [one.texts[0] for one in drafted().rulings]
    assert stored[:2] == [one.texts[0] for one in allowed.rulings], "they keep their numbers"


def test_disagreements_come_first_and_agreeing_pairs_may_be_confirmed_together():
    gaps = puzzle_gaps(drafted(), [], "en")
    assert [gap.group for gap in gaps][:3] == ["Rulings that disagree", "Facts", "Other words for your facts"]
    assert [gap.text for gap in gaps if gap.group == "Rulings that agree"] == [
        "Was it cold?",
        "Did snow lie?",
    ]
    by_text = {gap.text: gap for gap in gaps}
    assert (by_text["Was it late?"].suggested, by_text["Was it late?"].note) == (
        "",
        "a model ruled No, then Yes",
    )
    assert by_text["Was it cold?"].details == ("Did it freeze?",)
    assert {gap.text for gap in gaps if gap.is_sure} >= {"Was it cold?", "Is it old?", "the sexton"}
    sure = {gap.group for gap in gaps if gap.is_sure}
    assert not sure & {"Facts", "Hints", "Cloze", "Rulings that disagree"}
    assert {gap.name for gap in puzzle_gaps(drafted(), [], "zh")} == {gap.name for gap in gaps}


def test_confirming_all_leaves_nothing_and_everything_is_played():
    before = drafted()
    gaps = puzzle_gaps(before, [], "en")
    after = decide(before, [Decision(gap.name, gap.suggested or "NO") for gap in gaps])
    assert puzzle_gaps(after, [], "en") == []
    assert without_unconfirmed(after) == after
    cold = next(one for one in after.rulings if one.texts[0] == "Was it cold?")
    assert (cold.facts, cold.votes, cold.open) == ((OTHER,), (), False)
    assert next(one.wordings for one in after.facts)[-1:] == ("Sound brings it down.",)
    assert [(one.texts, one.ruling) for one in after.rulings][-1] == (("Was it windy?",), "NO")


def test_what_is_dropped_leaves_no_trace_and_links_are_the_authors():
    before = drafted()
    dropped = [Decision(gap.name, "drop") for gap in puzzle_gaps(before, [], "en")]
    after = decide(before, dropped)
    assert [fact.id for fact in after.facts] == [FACT]
    assert not (after.hints or after.cast or after.synonyms or after.rulings or after.proposals)
    linked = decide(before, [Decision("question:Did snow lie?", "YES", [FACT])])
    assert next(one for one in linked.rulings if one.texts[0] == "Did snow lie?").facts == (FACT,)


def test_a_decision_on_what_the_same_batch_drops_is_skipped_and_its_question_still_waits():
    facts = [{**fact.model_dump(), "unconfirmed": True} for fact in drafted().facts]
    before = drafted(facts=facts)
    late = 1 + [one.texts[0] for one in before.rulings].index("Was it late?")
    taken = [
        Decision(f"fact:{FACT}", "drop"),
        Decision(f"wordings:{FACT}", "keep"),
        Decision("question:Did snow lie?", "YES", [FACT, OTHER]),
        Decision("question:Was it late?", "drop"),
        Decision("question:Was it windy?", f"same:{late}"),
    ]
    after = decide(before, taken)
    assert [fact.id for fact in after.facts] == [OTHER]
    assert [(one.texts, one.facts) for one in after.rulings if not one.unconfirmed] == [
        (("Did snow lie?",), (OTHER,))
    ]
    assert after.proposals == ("Was it windy?",)
    assert decide(before, taken[::-1]).facts == after.facts
    with pytest.raises(BadInput):
        decide(before, [Decision("question:Was it windy?", "same:9")])


@pytest.mark.parametrize(
    ("name", "choice"),
    [("fact:x", "keep"), (f"fact:{FACT}", "YES"), ("wordings:x", "keep"), ("cast:nobody", "keep"),
     ("cast:the sexton", "core"), ("question:", "YES"), ("question:x", "core")],
)  # fmt: skip
def test_a_decision_that_does_not_fit_is_refused(name: str, choice: str):
    with pytest.raises(BadInput):
        decide(drafted(), [Decision(name, choice)])


@pytest.mark.parametrize(("choice", "is_kept"), [("keep", True), ("drop", False)])
def test_a_cloze_is_played_once_it_is_confirmed_and_declined_it_is_gone(choice: str, is_kept: bool):
    puzzle = drafted(facts=[{**fact, "unconfirmed": False} for fact in canary_puzzle()["facts"]])
    [gap] = [one for one in puzzle_gaps(puzzle, [], "en") if one.group == "Cloze"]
    after = decide(puzzle, [Decision(gap.name, choice)])
    played = without_unconfirmed(after).cloze
    assert (after.cloze is not None, played is not None) == (is_kept, is_kept)
    assert played is None or played == puzzle.cloze.model_copy(update={"unconfirmed": False})  # type: ignore[union-attr]
    with pytest.raises(BadInput):
        decide(after, [Decision(gap.name, "keep")])


def test_a_cloze_whose_fact_is_dropped_goes_with_it():
    assert decide(drafted(), [Decision(f"fact:{OTHER}", "keep")]).cloze is not None
    assert decide(drafted(), [Decision(f"fact:{OTHER}", "drop")]).cloze is None
