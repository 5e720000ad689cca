"""Parts of a record: facts, hints, rulings and open questions, in whatever form a source has them."""

from typing import Any

import pytest

from echoes.games.situation_puzzle.puzzle.parts import Parts


def parts(**fields: Any) -> Parts:
    return Parts.of({name: [(name, value)] for name, value in fields.items()})


def statements(found: Parts) -> list[str]:
    return [fact["statement"] for fact in found.facts]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["He is deaf.", "He has a dog."], ["He is deaf.", "He has a dog."]),
        ("1. He is deaf.\n2. He has a dog.", ["He is deaf.", "He has a dog."]),
        ("① 他耳聋。\n② 他有狗。", ["他耳聋。", "他有狗。"]),
        ("1. He is deaf\nand old.\n2. He has a dog.", ["He is deaf and old.", "He has a dog."]),
        ("He is deaf.\nHe has a dog.", ["He is deaf.\nHe has a dog."]),
        ([{"text": "He is deaf."}, {"Key_Point": "He has a dog."}], ["He is deaf.", "He has a dog."]),
        ({"who": "a man", "where": "a tower"}, ["who: a man", "where: a tower"]),
        ([None, "", "  "], []),
        (None, []),
    ],
)
def test_facts_are_read_from_lists_numbered_lines_and_objects(value: Any, expected: list[str]):
    assert statements(parts(facts=value)) == expected


def test_a_fact_keeps_its_own_id_and_others_get_one_that_is_free():
    found = parts(facts=[{"text": "A", "id": "f2"}, {"text": "B"}, {"text": "C", "fact_id": "c"}])
    assert [fact["id"] for fact in found.facts] == ["f2", "f2x", "c"]


@pytest.mark.parametrize(
    ("importance", "core"), [("critical", True), ("关键", True), ("minor", False), (3, False)]
)
def test_importance_says_whether_a_fact_is_at_the_core(importance: Any, core: bool):
    [fact] = parts(facts=[{"text": "A", "importance": importance}]).facts
    assert fact["core"] is core and "importance" not in fact


def test_a_key_point_may_bring_its_hint():
    found = parts(key_points=[{"key_point": "He is deaf.", "hint": "Think of his ears."}])
    assert statements(found) == ["He is deaf."]
    assert found.hints == ["Think of his ears."]
    assert "hint" not in found.facts[0]


def test_what_a_source_calls_clues_is_unconfirmed():
    [fact] = parts(found_facts=["He is deaf."]).facts
    assert fact["unconfirmed"] is True


def test_a_tree_of_facts_is_read_to_its_leaves_with_the_questions_that_lead_to_them():
    tree = {"key_question": "Why?", "value": "He is deaf.", "children": [{"value": "He has a dog."}]}
    found = parts(found_facts=[tree])
    assert statements(found) == ["He is deaf.", "He has a dog."]
    assert found.proposals == ["Why?"]


def test_a_tree_that_is_too_deep_is_cut_not_followed():
    tree: dict[str, Any] = {"value": "the last"}
    for number in range(60):
        tree = {"value": f"no. {number}", "children": [tree]}
    found = statements(parts(found_facts=[tree]))
    assert "no. 59" in found and "the last" not in found


def test_additional_information_may_hold_hints_rulings_and_facts_under_keys_of_its_own():
    info = {"Hint": "Think.", "Is he deaf?": "yes", "place": "a tower", "A long sentence about him": "x" * 20}
    found = parts(facts=[info])
    assert found.hints == ["Think."]
    assert found.rulings == [{"texts": ["Is he deaf?"], "ruling": "YES"}]
    assert statements(found) == ["place: a tower", "x" * 20]
    assert parts(facts=[{"type": "hint", "content": "Listen."}]).hints == ["Listen."]


def test_side_facts_are_core_nowhere_and_the_answer_tells_what_is():
    found = parts(side_facts=[{"bell": "It is made of brass.", "more": {"dogs": ["One.", "It is old."]}}])
    found.mark_core("He is deaf. One.", "A man rings.")
    assert [(fact["id"], fact["statement"]) for fact in found.told] == [("a1", "He is deaf."), ("a2", "One.")]
    assert [fact["statement"] for fact in found.side_facts] == ["It is made of brass.", "It is old."]


def test_facts_beside_side_facts_are_what_a_solution_needs():
    found = parts(facts=["He is deaf."], side_facts=["It is brass."])
    found.mark_core("He is deaf.", "A man rings.")
    assert [fact.get("core") for fact in (*found.facts, *found.side_facts)] == [True, None]
    assert not found.told


def test_where_one_is_marked_nothing_else_becomes_core():
    found = parts(side_facts=[{"text": "He is deaf.", "core": True}, "It is brass."])
    found.mark_core("He is deaf. He is old.", "A man rings.")
    assert not found.told and len(found.side_facts) == 2


def test_the_sentences_of_a_dossier_are_not_core():
    found = parts(side_facts=["It is brass."])
    found.mark_core("He is deaf. " * 2000, "A man rings.")
    assert not found.told


def test_rulings_are_put_into_our_words_and_unknown_ones_left_as_they_are():
    found = parts(rulings=[{"text": "A?", "ruling": "是"}, {"text": "B?", "ruling": "hm"}])
    assert [one["ruling"] for one in found.rulings] == ["YES", "hm"]


def test_open_questions_are_taken_once():
    assert parts(proposals=["Why?", "Why?", " "]).proposals == ["Why?"]
