"""Lead-ins, tags and particles around a Chinese question go; words that mean something stay."""

import pytest

from echoes.language.chinese.lead_ins import LEAD_IN, PARTICLE, TAG


@pytest.mark.parametrize("lead_in", ["请问", "我想问一下", "我觉得", "难道", "会不会是因为", "换句话说,"])
def test_a_lead_in_is_recognised(lead_in: str):
    assert LEAD_IN.sub("", f"{lead_in}他换了伞", count=1) == "他换了伞"


@pytest.mark.parametrize("tag", ["对不对", ",是吧", "对吗", ",没错吧", "是这样吗"])
def test_a_tag_is_recognised(tag: str):
    assert TAG.sub("", f"他故意换了那把雨伞了{tag}") == "他故意换了那把雨伞了"


@pytest.mark.parametrize("tag", ["是不是", "是吧"])
def test_a_tag_after_a_few_words_is_one_too(tag: str):
    assert TAG.sub("", f"他的名字重要{tag}") == "他的名字重要"
    assert TAG.sub("", f"他{tag}") == f"他{tag}"


@pytest.mark.parametrize("particle", ["吗", "呢", "吧", "没", "嘛"])
def test_a_particle_is_recognised(particle: str):
    assert PARTICLE.sub("", f"他换了{particle}") == "他换了"


@pytest.mark.parametrize("text", ["这是什么", "他在酒吧", "他去了网吧", "那里有没有"])
def test_the_end_of_a_word_is_no_particle(text: str):
    assert PARTICLE.sub("", text) in (text, "那里有")


def test_a_doubt_about_a_denial_is_no_lead_in():
    """「我觉得不」 denies, and must not lose its 不."""
    assert "不" in LEAD_IN.sub("", "我觉得不是他干的", count=1)
