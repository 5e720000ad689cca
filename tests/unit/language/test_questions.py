"""What a question asks for, and whether yes or no answers it."""

from echoes.language.questions import asked_for, is_polar, speaks_of_self


def test_what_is_asked_for():
    asked = {
        "How many?": "number",
        "什么时候？": "time",
        "怎么办？": "manner",
        "Whose is it?": "person",
        "Is it?": "",
    }
    assert {text: asked_for(text) for text in asked} == asked


def test_yes_or_no_answers_what_begins_with_a_verb_or_ends_in_ma():
    assert all(map(is_polar, ("Is it dark?", "so can they swim", "他走了吗？", "有没有人？")))
    assert not any(map(is_polar, ("Who is it?", "the can", "他是谁？")))


def test_who_speaks_of_themselves():
    assert speaks_of_self("Can they see me?") and speaks_of_self("他看得见我吗？")
    assert not speaks_of_self("Is the mine deep?")
