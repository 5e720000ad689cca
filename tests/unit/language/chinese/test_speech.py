"""Speech acts in Chinese: whom a message addresses, what it does, and what it is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.language.chinese.speech import CHINESE_ACTS
from echoes.language.speech_act import SpeechAct, read_act

NAMES = {"ada": ("阿达", "医生"), "bert": ("老白",)}


def read(text: str) -> SpeechAct:
    return read_act(text, NAMES, CHINESE_ACTS)


@pytest.mark.parametrize(
    ("text", "act", "rest"),
    [
        ("问阿达关于钥匙", "ask", "钥匙"),
        ("我想跟医生聊聊那场风暴", "ask", "那场风暴"),
        ("阿达，钥匙在哪里？", "", "钥匙在哪里"),
        ("告诉老白灯灭了", "tell", "灯灭了"),
        ("把信的事告诉老白", "tell", "信的事"),
        ("把信拿给阿达看看", "show", "信"),
        ("给阿达看信", "show", "信"),
        ("信给阿达看看", "show", "信"),
        ("这把刀拿给她看", "show", "这把刀"),
        ("跟阿达打个招呼", "greet", ""),
        ("去码头", "go", "码头"),
        ("捡起灯", "take", "灯"),
        ("仔细检查小船", "look", "小船"),
        ("看看四周", "around", ""),
        ("等一会儿", "wait", ""),
    ],
)
def test_what_is_done_and_what_it_is_about(text: str, act: str, rest: str):
    found = read(text)
    assert (found.act, found.rest) == (act, rest)


@pytest.mark.parametrize(
    ("text", "addressees", "mentioned"),
    [
        ("问阿达老白的事", ("ada",), ("bert",)),
        ("阿达，你见过老白吗？", ("ada",), ("bert",)),
        ("告诉阿达和老白灯灭了", ("ada", "bert"), ()),
    ],
)
def test_who_is_spoken_to_and_who_is_named(
    text: str, addressees: tuple[str, ...], mentioned: tuple[str, ...]
):
    found = read(text)
    assert (found.addressees, found.mentioned) == (addressees, mentioned)


@pytest.mark.parametrize(
    ("text", "question", "claim", "negated"),
    [
        ("谁拿了钥匙", True, False, False),
        ("我知道阿达在撒谎", False, True, False),
        ("别告诉阿达钥匙的事", False, False, True),
        ("问阿达钥匙的事", False, False, False),
    ],
)
def test_the_form_of_a_message(text: str, question: bool, claim: bool, negated: bool):
    found = read(text)
    assert (found.is_question, found.is_claim, found.is_negated) == (question, claim, negated)


@given(st.text(alphabet="问告诉阿达老白把给看去拿的，？信灯 ", max_size=20))
def test_any_text_is_read_without_names_out_of_nowhere(text: str):
    found = read(text)
    assert {*found.addressees, *found.mentioned} <= NAMES.keys()
    assert not {*found.addressees} & {*found.mentioned}
