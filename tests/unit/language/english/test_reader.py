"""Two English sentences are the same only if they say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.language.story import Character

from echoes.language.english.lexicon import IMPERSONAL
from echoes.language.reader import Form, human_names
from echoes.language.readers import reader_for

CAST = (
    Character(name="the woman", aliases=("she", "the thief")),
    Character(name="the man", aliases=("he", "him", "the owner")),
)
READER = reader_for("en", CAST)


def same(one: str, other: str) -> bool:
    [first], [second] = READER.clauses(one), READER.clauses(other)
    return first.says_the_same(second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Was the umbrella stolen?", "was the umbrella stolen"),
        ("Was the umbrella stolen?", "The umbrella was stolen."),
        ("Did the woman steal the umbrella?", "The woman stole the umbrella"),
        ("Did the woman steal the umbrella?", "did she steal the umbrella???"),
        ("Did the woman steal the umbrella?", "Is it true that the thief stole the umbrella?"),
        ("Did the woman steal the umbrella?", "I think she stole the umbrella, right?"),
        ("Did she not know him?", "She didn't know the man."),
        ("Did he have a dog?", "He had a dog."),
        ("Had he met her before?", "He had met her before"),
        ("Were there twenty-five dogs?", "Were there 25 dogs?"),
        ("Can’t he swim?", "can't he swim"),
        ("Did he find it?", "Did the man find it?"),
        ("The man worked at the hospital.", "Did the man work at the hospital?"),
    ],
)
def test_other_words_for_the_same(one: str, other: str):
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Was the umbrella stolen?", "Was the umbrella not stolen?"),
        ("Was the umbrella stolen?", "Wasn't the umbrella stolen?"),
        ("Was the umbrella stolen?", "Was the umbrella never stolen?"),
        ("Was the umbrella stolen?", "Is it false that the umbrella was stolen?"),
        ("Did the man kill the woman?", "Did the woman kill the man?"),
        ("Did the man kill the woman?", "Was the man killed by the woman?"),
        ("Did the man kill?", "Was the man killed?"),
        ("Was he asking?", "Was he asked?"),
        ("Were there two dogs?", "Were there three dogs?"),
        ("Was there a dog?", "Were there dogs?"),
        ("Is he dead?", "Was he dead?"),
        ("Did he swim?", "Could he swim?"),
        ("Did he swim?", "Will he swim?"),
        ("Is he old?", "Is he older?"),
        ("Did she see a man?", "Did she see the man?"),
        ("Did she see the man?", "Did she see another man?"),
        ("Did it happen at 9:30?", "Did it happen at 9:50?"),
        ("Did it happen before the war?", "Did it happen after the war?"),
        ("Did all of them know?", "Did some of them know?"),
        ("Did he almost die?", "Did he die?"),
        ("Did he only steal it?", "Did he steal it?"),
        ("Did he steal it yesterday?", "Did he steal it?"),
        ("Did he turn right?", "Did he turn?"),
        ("Was the clock right?", "Was the clock?"),
        ("Did he found the firm?", "Did he find the firm?"),
        ("Did she have the man poisoned?", "Did she have the man poison?"),
        ("Had he lied?", "Had he lain?"),
        ("The man worked at the hospital.", "Does the man work at the hospital?"),
        ("Was it -5 degrees?", "Was it 5 degrees?"),
        ("Was it 50%?", "Was it 50?"),
        ("The man said the woman lied", "The man, said the woman, lied"),
        ("Well water killed him", "Water killed him"),
        ("Because he was ill?", "He was ill?"),
        ("Was he being rescued?", "Was he rescued?"),
        ("Was he really mad?", "Was he mad?"),
        ("Was he ≠ mad?", "Was he mad?"),
        ("Did one woman swim?", "Did the woman swim?"),
    ],
)
def test_near_is_not_the_same(one: str, other: str):
    assert not same(one, other)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Why did he die?", Form.OPEN),
        ("who is the man", Form.OPEN),
        ("With whom did he speak?", Form.OPEN),
        ("Ask Tove who cut the seal.", Form.OPEN),
        ("tell me who wrote it?", Form.OPEN),
        ("Look under the table.", Form.OPEN),
        ("tell me, did he write it?", Form.POLAR),
        ("tell me if he wrote it", Form.POLAR),
        ("Can you tell me whether he wrote it?", Form.POLAR),
        ("tell me did he write it", Form.POLAR),
        ("The search was in vain.", Form.CLAIM),
        ("Search was in vain.", Form.CLAIM),
        ("search the house?", Form.POLAR),
        ("Was it a man or a woman?", Form.CHOICE),
        ("was it day or night?", Form.CHOICE),
        ("Is he mad, or does he hear voices?", Form.CHOICE),
        ("anything strange or special?", Form.POLAR),
        ("was he in danger or afraid?", Form.POLAR),
        ("Is anybody here, man or woman?", Form.POLAR),
        ("He was alone.", Form.CLAIM),
        ("he was alone?", Form.POLAR),
        ("was he alone", Form.POLAR),
    ],
)
def test_forms(text: str, form: Form):
    assert READER.clauses(text)[0].form is form


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("was he in danger or afraid?", ["was he in danger", "was he afraid"]),
        ("Was she a thief or a spy?", ["was she a thief", "was she a spy"]),
        ("Did he go in a car or on a train?", ["did he go in a car", "did he go on a train"]),
        ("Is he drunk, or is he ill?", ["is he drunk", "is he ill"]),
        ("Did he die or not?", []),
    ],
)
def test_questions_that_an_or_joins(text: str, questions: list[str]):
    assert READER.alternatives(text) == questions


def test_a_name_without_its_article_is_nobody_in_particular():
    reader = reader_for("en", (Character(name="the two men", aliases=("the others",)),))
    [named], [others] = reader.clauses("Did the two men swim?"), reader.clauses("Did others swim?")
    assert not named.says_the_same(others)
    assert not named.says_the_same(reader.clauses("Did two men swim?")[0])


def test_ideas_are_base_forms_of_the_words_that_carry_meaning():
    assert READER.ideas("Did the three thieves open the umbrellas?") == {"3", "thief", "open", "umbrella"}


def test_sentences_are_told_apart_and_clock_times_are_not():
    assert len(READER.clauses("He left at 9.30 p.m. on foot. Was he alone?")) == 2


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str):
    for clause in READER.clauses(text):
        assert clause.says_the_same(clause) or not clause.key
    READER.ideas(text)
    READER.normalize(text)


@pytest.mark.parametrize(
    ("names", "person"),
    [
        (("the engineer", "the station's engineer"), True),
        (("the owner", "the man with the dog"), True),
        (("the keeper", "the owner of the bird"), True),
        (("the parrot", "the talking bird"), False),
        (("the radio station", "the station at the harbour"), False),
        (("the taxi company",), False),
    ],
)
def test_an_animal_a_machine_or_a_company_is_no_person(names: tuple[str, ...], person: bool):
    member = Character(name=names[0], aliases=names[1:])
    assert bool(human_names([member], IMPERSONAL)) is person


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Was the water hot?", "Was the water cold?"),
        ("Was the radio on?", "Did he have his radio off?"),
        ("Did she wash it too hot on purpose?", "Did she wash it too hot?"),
        ("Did he hear it?", "Did he see it?"),
        ("Was the song the same?", "Was it a different song?"),
        ("Did the doctor forbid it?", "Did the doctor order it?"),
    ],
)
def test_words_that_exclude_each_other_make_texts_contrary(one: str, other: str):
    assert READER.are_contrary(one, other)
    assert READER.are_contrary(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Was the water hot?", "Was the water not hot?"),  # negations are counted elsewhere
        ("Did he do it by accident?", "Did he do it accidentally?"),
        ("Was it hot or cold?", "Was it cold or hot?"),
        ("Was the water hot?", "Was the soup eaten?"),
    ],
)
def test_other_words_do_not(one: str, other: str):
    assert not READER.are_contrary(one, other)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It is false that he stole it.", 1),
        ("It is untrue that he did not steal it.", 2),
        ("Was a false key stolen?", 0),
    ],
)
def test_a_frame_that_denies_counts_as_a_negation(text: str, count: int):
    [clause] = READER.clauses(text)
    assert READER.count_negations(clause.key) == count


@pytest.mark.parametrize(
    "text",
    ["The stones were in the boat while she was racing", "It was about a king and a war that really existed"],
)
def test_a_time_and_a_thing_of_which_nothing_is_said_are_no_parts(text: str):
    assert READER.split_loosely(text) == []


@pytest.mark.parametrize(
    ("text", "is_english"),
    [
        ("Is she deaf?", True),
        ("Ｉｓ　ｓｈｅ　ｄｅａｆ？", True),
        ("Is 她 naïve?", True),
        ("她聋吗？", False),
        ("Она?", False),
    ],
)
def test_letters_tell_the_language_in_whatever_width_they_are_typed(text: str, is_english: bool):
    assert READER.in_language(text) is is_english
