"""A reply that can't be used is said to be so in the language of the story."""

import pytest

from echoes.games.story.agents.calls import problem_with


@pytest.mark.parametrize(
    ("language", "text", "problem"),
    [
        ("en", '{"text": "x"}', "it is no prose"),
        ("zh", "tove | tense", "不是正文"),
        ("en", "You decide to stay.", "it speaks or decides for the player"),
        ("zh", "你答应了。", "替玩家说了话或做了决定"),
        ("en", "The rope creaks.", ""),
        ("zh", "缆绳吱呀一声。", ""),
    ],
)
def test_why_a_reply_can_t_be_used(language: str, text: str, problem: str):
    assert problem_with(text, language) == problem
