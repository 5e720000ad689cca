"""An answer of any build is split into the sentences that tell something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.puzzle.answer_sentences import answer_sentences


@pytest.mark.parametrize(
    ("answer", "sentences"),
    [
        ("He is deaf. He rings it for his dog.", ["He is deaf.", "He rings it for his dog."]),
        ("Mr. Fox of the U.S. army left at 5 p.m. Then he ate, e.g. soup.", ["Mr. Fox of the U.S. army left at 5 p.m.", "Then he ate, e.g. soup."]),
        ('He said: "I am deaf. I am." Then he left.', ['He said: "I am deaf. I am."', "Then he left."]),
        ('"Stop!" he cried. He (an old man. Deaf.) fell.', ['"Stop!" he cried.', "He (an old man. Deaf.) fell."]),
        ("Why did he cry? Because he saw the sea.", ["Because he saw the sea."]),
        ("1. He is deaf.\n2) He is old.", ["He is deaf.", "He is old."]),
        ("1. He is deaf. 2. He is old.", ["He is deaf.", "He is old."]),
        ("- He is deaf\n- He is old", ["He is deaf", "He is old"]),
        ("He is deaf and rings the bell each evening for his old dog,\nwho hears it.\n\nHe is old.", ["He is deaf and rings the bell each evening for his old dog, who hears it.", "He is old."]),
        ("The guard was asleep; the gate stood open.", ["The guard was asleep.", "The gate stood open."]),
        ("He had three things: a gun; a rope; a knife.", ["He had three things: a gun; a rope; a knife."]),
        ('An unclosed " mark. He left.', ['An unclosed " mark.', "He left."]),
        ("他耳聋。狗听见了！他敲钟叫狗；狗就回来。", ["他耳聋。", "狗听见了！", "他敲钟叫狗。", "狗就回来。"]),
        ("他说：“我聋了。听不见。”他走了。“快跑！”他喊道。", ["他说：“我聋了。听不见。”", "他走了。", "“快跑！”他喊道。"]),
        ("他聋了. 他敲钟. 狗来了……后来死了.", ["他聋了.", "他敲钟.", "狗来了……后来死了."]),
        ("一、他耳聋。\n二、他年老。", ["他耳聋。", "他年老。"]),
        ("??", ["??"]),
    ],
)  # fmt: skip
def test_sentences_of_any_build(answer: str, sentences: list[str]):
    assert answer_sentences(answer) == sentences


@pytest.mark.parametrize(
    ("statement", "answer", "new"),
    [
        ("Every day, a man rings; nobody hears it.", "A man rings. He is deaf.", ["He is deaf."]),
        ("每天，有人敲钟。没人听见。", "有人敲钟。他耳聋。", ["他耳聋。"]),
        ("A man rings.", "A man rings.", ["A man rings."]),
    ],
)
def test_what_the_statement_says_in_the_same_words_is_not_told_again(
    statement: str, answer: str, new: list[str]
):
    assert answer_sentences(answer, statement) == new


@given(st.text(alphabet="aB聋。.!?？“”\"'()（）;；:\n 1、-…", min_size=1, max_size=60).filter(str.strip))
def test_some_sentence_is_always_told_and_none_is_blank(answer: str):
    told = answer_sentences(answer)
    assert all(map(str.strip, told)) and (told or not any(c.isalnum() for c in answer))
