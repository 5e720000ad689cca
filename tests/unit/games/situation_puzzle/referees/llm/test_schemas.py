"""The forms that a model fills in: every list has a bound, and what is more than it should be is no fault."""

import pytest
from pydantic import BaseModel

from echoes.games.situation_puzzle.referees.llm.schemas import (
    MOST_FACTS,
    MessageReply,
    RulingReply,
    coverage_schema,
    ruling_schema,
)
from echoes.models.structured.json_schema import strict_schema

FORMS = [
    form
    for ids in ((), ("f1", "f2"))
    for form in (ruling_schema(ids, RulingReply), ruling_schema(ids, MessageReply), coverage_schema(ids))
]


@pytest.mark.parametrize("form", FORMS)
def test_no_list_goes_on_for_ever_in_a_grammar(form: type[BaseModel]):
    fields = strict_schema(form)["properties"].values()
    lists = [field for field in fields if field["type"] == "array"]
    assert lists and all(0 < field["maxItems"] < 10 for field in lists)


def test_a_server_without_a_grammar_may_send_more():
    made = ruling_schema(("f1", "f2"), RulingReply).model_validate(
        {"ruling": "No.", "facts": ["f2", "f1", "f2", "f9"], "against": [*range(20), "x"]}
    )
    assert (made.ruling, made.facts, made.against) == ("NO", ["f1", "f2"], [*range(20)])


def test_a_model_that_names_more_facts_than_one_question_tells_names_none():
    ids = tuple(f"f{n}" for n in range(1, 7))
    form = ruling_schema(ids, RulingReply)
    assert form.model_validate({"ruling": "YES", "facts": ["f4", "f1"]}).facts == ["f1", "f4"]
    for all_of_them in (ids, ids[: MOST_FACTS + 1]):
        assert form.model_validate({"ruling": "YES", "facts": [*all_of_them]}).facts == []
    told = coverage_schema(ids).model_validate({"covered": [*ids], "contradicted": []})
    assert told.covered == [*ids]  # an answer may tell them all
