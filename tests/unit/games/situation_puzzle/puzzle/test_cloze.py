"""The cloze in a puzzle file: what fits together is taken, what does not is refused with its place."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.support import canary_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE, FEARED, SNOW

from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.json_schema import PUBLIC_FIELDS
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.puzzle.validation import first_finding
from echoes.games.situation_puzzle.turn.cloze import cloze_verdict

FEAR, WHY = CLOZE["gaps"]


def with_gap(**changes: Any) -> dict[str, Any]:
    return {**CLOZE, "gaps": [{**FEAR, **changes}, WHY]}


@pytest.mark.parametrize(
    ("cloze", "said"),
    [
        (with_gap(choices=["a", "b"]), "gaps[1].choices: none of them right"),
        (with_gap(choices=[{"text": "a", "right": True}, {"text": "b", "right": True}]), "2 of them right"),
        (with_gap(choices=[{"text": "a", "right": True}]), "gaps[1].choices: at least two are needed"),
        (with_gap(choices=["a", {"text": "a", "right": True}]), "gaps[1].choices: 'a' stands twice"),
        (with_gap(facts=[]), "gaps[1].facts: no fact is told by its right choice"),
        (with_gap(facts=["zz9"]), "cloze.gaps[1].facts: there is no fact 'zz9'"),
        (with_gap(id="other"), "text: there is no gap 'fear'; known: other, why"),
        ({**CLOZE, "text": "He feared {fear}."}, "gaps[2]: '{why}' stands 0 times in the text"),
        ({**CLOZE, "text": "{fear} {why} {fear}"}, "gaps[1]: '{fear}' stands 2 times in the text"),
        ({**CLOZE, "text": "{why} {fear}"}, "gaps: they stand in another order than in the text: why, fear"),
        ({**CLOZE, "gaps": [FEAR]}, "cloze.gaps"),
    ],
)
def test_a_cloze_that_does_not_fit_is_refused_with_place_and_reason(cloze: dict[str, Any], said: str):
    with pytest.raises(ValidationError) as refused:
        Puzzle.model_validate(canary_puzzle(cloze=cloze))
    assert said in first_finding(refused.value)


def test_no_player_reads_it_before_the_end():
    assert "cloze" not in PUBLIC_FIELDS


def test_one_that_is_unconfirmed_or_tells_what_is_unconfirmed_is_not_played():
    proposed = Puzzle.model_validate(canary_puzzle(cloze={**CLOZE, "unconfirmed": True}))
    assert without_unconfirmed(proposed).cloze is None
    facts = [
        {"id": FEARED, "statement": "He feared it."},
        {"id": SNOW, "statement": "Snow.", "unconfirmed": True},
    ]
    doubtful = Puzzle.model_validate(canary_puzzle(cloze=CLOZE, facts=facts, hints=[], rulings=[]))
    assert without_unconfirmed(doubtful).cloze is None
    assert without_unconfirmed(Puzzle.model_validate(canary_puzzle(cloze=CLOZE))).cloze is not None


choices = st.lists(
    st.text("ab 一二", min_size=1, max_size=5).filter(str.strip), min_size=2, max_size=6, unique_by=str.strip
)


@given(st.lists(choices, min_size=2, max_size=6), st.data())
def test_only_the_key_is_solved_and_the_order_of_the_choices_changes_nothing(
    gaps: list[list[str]], data: st.DataObject
):
    def made(order: Any) -> Cloze:
        return Cloze.model_validate(
            {
                "text": " ".join(f"{{g{n}}}" for n in range(len(gaps))),
                "gaps": [
                    {
                        "id": f"g{n}",
                        "facts": ["f1"],
                        "choices": order([{"text": one[0], "right": True}, *one[1:]]),
                    }
                    for n, one in enumerate(gaps)
                ],
            }
        )

    cloze, turned = made(lambda one: one), made(lambda one: one[::-1])
    assert cloze.key == turned.key and cloze.parts == turned.parts
    picks = [data.draw(st.integers(1, len(gap.choices))) for gap in cloze.gaps]
    assert (cloze_verdict(cloze, picks) == "SOLVED") == (tuple(picks) == cloze.key)
    assert all(
        choice in cloze.filled(picks)
        for choice in (g.shown[p - 1] for g, p in zip(cloze.gaps, picks, strict=True))
    )
