"""Replies of a draft: labels and numbers as models write them, and nothing that has no end."""

from typing import Any

import pytest
from pydantic import ValidationError

from echoes.games.situation_puzzle.drafting import replies


@pytest.mark.parametrize(
    ("said", "ruling", "confidence", "different"),
    [
        ({"ruling": "yes"}, "YES", 1.0, []),
        ({"ruling": "是也不是", "confidence": "85%"}, "YES AND NO", 0.85, []),
        (
            {"ruling": "Irrelevant", "confidence": "0.5", "different": ["1", "x", 2]},
            "IRRELEVANT",
            0.5,
            [1, 2],
        ),
    ],
)
def test_a_ruling_is_read_as_models_write_it(
    said: dict[str, Any], ruling: str, confidence: float, different: list[int]
):
    found = replies.JudgedReply.model_validate({"n": 1, **said})
    assert (found.ruling, found.confidence, found.different) == (ruling, confidence, different)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (replies.JudgedReply, {"n": 1, "ruling": "perhaps"}),
        (replies.JudgedReply, {"n": 1, "ruling": "NO", "confidence": 1.5}),
        (replies.JudgementReply, {"rulings": []}),
        (replies.FactReply, {"statement": "", "core": True}),
        (replies.FactReply, {"statement": "x" * 301, "core": True}),
        (replies.FactsReply, {"facts": [{"statement": "x", "core": True}] * 21}),
        (replies.QuestionReply, {"texts": []}),
        (replies.QuestionReply, {"texts": ["?"] * 9}),
        (replies.HintsReply, {"hints": []}),
        (replies.SolutionReply, {"answer": "x", "facts": ["x"]}),
    ],
)
def test_what_does_not_fit_is_refused(form: Any, said: dict[str, Any]):
    with pytest.raises(ValidationError):
        form.model_validate(said)


def test_a_story_without_a_cast_or_synonyms_is_a_story():
    assert replies.CastReply.model_validate({"cast": []}).cast == []
    assert replies.SynonymsReply.model_validate({"groups": []}).groups == []
