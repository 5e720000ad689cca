"""Natural logic over logical forms: what follows from what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.language.story import Character, Synonyms

from echoes.language.logical_form import FormRelation, LogicalForm, relation
from echoes.language.readers import reader_for

CAST = (
    Character(name="the woman", aliases=("she", "her")),
    Character(name="the man", aliases=("he", "him", "the owner")),
)
ENGLISH = reader_for("en", CAST, (Synonyms(words=("swap", "exchange", "switch")),))
CHINESE = reader_for(
    "zh",
    (
        Character(name="女人", aliases=("她", "女的")),
        Character(name="男人", aliases=("他", "伞的主人")),
    ),
    (Synonyms(words=("调换", "调包", "交换")),),
)


def related(reader: object, said: str, witness: str) -> FormRelation | None:
    [one], [other] = reader.clauses(said), reader.clauses(witness)  # type: ignore[attr-defined]
    return relation(one.logical_form, other.logical_form) if one.logical_form and other.logical_form else None


@pytest.mark.parametrize(
    ("said", "witness", "expected"),
    [
        ("Was the umbrella stolen by the woman?", "Did she steal the umbrella?", "same"),
        ("Was it the man who swapped the umbrellas?", "The owner exchanged the umbrellas.", "same"),
        ("Did he switch the umbrellas on purpose?", "The umbrellas were deliberately swapped by the man.", "same"),
        ("Is a crime involved?", "Did a crime take place?", "same"),
        ("Does the rain matter?", "Is the rain important to the story?", "same"),
        ("She did not know him.", "Did the woman know the man?", "opposite"),
        ("Is he alive?", "Is the man dead?", "opposite"),
        ("Did she steal the umbrella?", "Did the woman steal the umbrella in the café?", "follows"),
        ("Did somebody steal the umbrella?", "Did she steal the umbrella?", "follows"),
        ("Was the umbrella stolen in the café?", "Was the umbrella stolen?", "narrows"),
        ("Did the woman die?", "Did anybody die?", "narrows"),
        ("Did the man steal the umbrella?", "Did the woman steal the umbrella?", None),
        ("Did the woman know the man?", "Did the man know the woman?", None),
        ("Did the dog chase the cat?", "Was the dog chased by the cat?", None),
        ("Did she only read the note?", "Did she read the note in the rain?", None),
        ("Was she alone in the car?", "Was she alone in the car with a parrot?", None),
        ("Did she not know him?", "Did she know him?", None),
        ("Could he leave?", "Did he leave?", None),
        ("Would he leave if it rained?", "Would he leave?", None),
        ("Did the actor die?", "Did the actor die on stage?", None),
        ("Does the keeper live on the island?", "Did the keeper live on the island for a year?", None),
        ("Did the sister drown herself?", "Did the sister drown?", None),
        ("Did the guests leave?", "Did some guests leave?", None),
        ("Somebody did not leave.", "Did somebody leave?", None),
        ("Are they buying something?", "Did they buy something in the end?", None),
    ],
)  # fmt: skip
def test_english(said: str, witness: str, expected: FormRelation | None):
    assert related(ENGLISH, said, witness) == expected


@pytest.mark.parametrize(
    ("said", "witness", "expected"),
    [
        ("伞是被女人偷走的吗？", "女的把伞偷走了吗？", "same"),
        ("伞是他调换的吗", "他调包了伞吗？", "same"),
        ("她有没有撒谎", "女人撒谎了吗？", "same"),
        ("她有证据没有？", "她有证据吗？", "same"),
        ("難道是她偷的傘？", "是她偷的伞吗？", "same"),
        ("跟天气有关系吗？", "天气重要吗？", "same"),
        ("她还活着吗？", "她死了吗？", "opposite"),
        ("女人没有撒谎。", "女人撒谎了吗？", "opposite"),
        ("她偷了伞吗？", "她在咖啡馆偷了伞吗？", "follows"),
        ("他在咖啡馆偷了伞吗？", "他偷了伞吗？", "narrows"),
        ("女人认识男人吗？", "男人认识女人吗？", None),
        ("只有她撒谎了吗？", "她昨天撒谎了吗？", None),
        ("她没撒谎吗？", "她撒谎了吗？", None),
        ("她能走吗？", "她走了吗？", None),
    ],
)
def test_chinese(said: str, witness: str, expected: FormRelation | None):
    assert related(CHINESE, said, witness) == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Was the man ill, and did she know it?", 2),
        ("Did he write the note and swap the umbrellas?", 2),
        ("Did the man and the woman know it?", 2),
        ("Did the man and the woman meet?", 0),
        ("Did the man try to open the door and escape?", 0),
        ("Did he swap the umbrellas and then write the message?", 0),
        ("Did she know the man?", 0),
    ],
)
def test_a_compound_question_is_taken_apart_where_that_is_safe(text: str, parts: int):
    assert len(ENGLISH.split_compound(text)) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [("她偷了伞，而且撒谎了吗？", 2), ("她偷了伞，他也知道吗？", 2), ("下雨的时候她走了吗？", 0)],
)
def test_a_chinese_compound_question_is_taken_apart(text: str, parts: int):
    assert len(CHINESE.split_compound(text)) == parts


words = st.sampled_from(["@a", "@b", "somebody", "∅", "steal", "umbrella", "note"])
senses = st.builds(
    LogicalForm,
    st.lists(words, min_size=1, max_size=4).map(tuple),
    st.frozensets(st.sampled_from(["in café", "by night", "deliberately"])),
    st.sampled_from(["", "can", "be"]),
    st.booleans(),
    st.booleans(),
)


@given(senses, senses)
def test_relations_fit_each_other(one: LogicalForm, other: LogicalForm):
    there, back = relation(one, other), relation(other, one)
    mirrored = {
        "same": "same",
        "opposite": "opposite",
        "follows": "narrows",
        "narrows": "follows",
        None: None,
    }
    if {there, back} <= {"same", "opposite", None}:
        assert there == back
    else:
        # Leaving out and adding may both hold where one says the same of somebody and of something.
        assert back in (mirrored[there], there)
    assert relation(one, one) == "same"


@given(st.text(alphabet="abcdefghij @'?,.!的了吗是不没有", max_size=60))
def test_any_text_is_read(text: str):
    for reader in (ENGLISH, CHINESE):
        for clause in reader.clauses(text):
            assert clause.logical_form is None or relation(clause.logical_form, clause.logical_form) == "same"
        reader.split_compound(text)
