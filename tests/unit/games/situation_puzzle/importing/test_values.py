"""What is wrong within a value is found wherever it stands, and can be left out."""

from echoes.games.situation_puzzle.importing.values import NoValue, faults_of, object_of, without_faults

DEEP = {"facts": [{"core": NoValue("NaN")}, NoValue("a date")], "title": "Bell"}


def test_repeated_keys_are_noted_once_and_the_last_value_counts():
    found = object_of([("a", 1), ("b", 2), ("a", 3), ("a", 4)])
    assert (dict(found), found.repeated) == ({"a": 4, "b": 2}, ("a",))
    assert object_of([("a", 1)]).repeated == ()


def test_a_fault_names_its_place_as_an_author_counts():
    assert faults_of(DEEP) == ["field 'facts[1].core': holds NaN", "field 'facts[2]': holds a date"]
    twice = {"hint": object_of([("text", 1), ("text", 2)])}
    assert faults_of(twice) == ["key 'hint.text' stands twice; the last one counts"]
    assert faults_of({"a": [1, "x", None]}) == []


def test_every_fault_is_told_in_chinese_too():
    assert [fault.zh for fault in faults_of(DEEP)] == [
        "字段“facts[1].core”里有 NaN",
        "字段“facts[2]”里有 a date",
    ]  # type: ignore[attr-defined]


def test_what_is_no_value_is_left_out_and_the_rest_stays():
    assert without_faults(DEEP) == {"facts": [{}], "title": "Bell"}
    assert without_faults("x") == "x"
