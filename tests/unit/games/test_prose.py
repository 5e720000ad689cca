"""Replies that speak or decide for the player are caught; those that only speak to them are not."""

import pytest

from echoes.games.prose import acts_for_player, is_no_prose, without_player


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You say, “I did it.”"),
        ("en", "“I did it,” you whisper."),
        ("en", "You slowly decide to leave the bag."),
        ("en", "Player: I leave."),
        ("en", "“No.”\nYou: all right then."),
        ("zh", "你低声说：“是我干的。”"),
        ("en", "You say, ‘I did it.’"),
        ("en", "‘I’ll go on,’ you whisper."),
        ("en", "Peg’s needle stops. You agree. The boys’ boots are wet."),
        ("zh", "你答应了他。"),
        ("zh", "她点点头，你决定留下。"),
        ("zh", "“是我。”你说。"),
        ("zh", "你说：『是我。』"),
        ("zh", "玩家：我走了。"),
    ],
)
def test_words_and_decisions_of_the_player_are_caught(language: str, text: str):
    assert acts_for_player(text, language)
    assert not acts_for_player(without_player(text, language), language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "“If you promise to keep it, you agree to everything,” she says to you."),
        ("en", "You step into the cold. The rope creaks; he asks whether you slept."),
        ("zh", "“你答应过的。”她看着你说。"),
        ("en", "‘You choose,’ says Peg. ‘Don’t wait; you agree or you don’t.’"),
        ("en", "‘The players’ king is gone, so you decide,’ says Peg."),
        ("en", 'Before you answer, "Sit," she says.'),
        ("en", "She waits to see whether you agree. “Well?”"),
        ("zh", "你走进厨房，托薇问你睡得好不好。"),
        ("zh", "她低声对你说，“在上头。”"),
        ("zh", "她看着你说：“坐。”"),
        ("zh", "沈导朝你喊：“提词的！”"),
        ("zh", "桂姨没等你回答，“坐。”"),
        ("zh", "她等着你答应。"),
        ("zh", "他跟你说：“走吧。”又告诉你：“快。”"),
        ("zh", "她说：『你决定吧。』"),
    ],
)
def test_what_others_say_and_what_the_player_sees_is_left(language: str, text: str):
    assert not (acts_for_player(text, language) or is_no_prose(text))


def test_the_rest_of_a_reply_is_kept():
    assert (
        without_player("The rope creaks. You decide to go. It is cold.", "en")
        == "The rope creaks. It is cold."
    )


@pytest.mark.parametrize("text", ["", " … ", "{}", "[1]", "```yaml", "<p>x</p>", "tove | tense", "???"])
def test_a_form_is_no_prose(text: str):
    assert is_no_prose(text)
