"""Replies that speak or decide for the player are caught; those that only speak to them are not."""

import pytest

from echoes.games.prose import acts_for_player, is_no_prose, prose_fault, usable_prose


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
    assert not acts_for_player(usable_prose(text, language), language)


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
        usable_prose("The rope creaks. You decide to go. It is cold.", "en") == "The rope creaks. It is cold."
    )


@pytest.mark.parametrize("text", ["", " … ", "{}", "[1]", "```yaml", "<p>x</p>", "tove | tense", "???"])
def test_a_form_is_no_prose(text: str):
    assert is_no_prose(text)


PROMPT = """\
PRESENT:
Anna, a cook

HAPPENED:
You light the lamp.

THE PLAYER'S WORDS:
[24c12a470e0c]
Anna, what do you fear most?
[24c12a470e0c]"""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "The player's words:\n[24c12a470e0c] Anna, what do you fear most?\nAnna looks up.",
            "Anna looks up.",
        ),
        ("HAPPENED:\nYou light the lamp. It smokes.", "You light the lamp. It smokes."),
        ("**Happened**: the lamp. It smokes.", "It smokes."),
        ("Anna, what do you fear most?", ""),
        ("“Anna, what do you fear most?” She puts the spoon down.", "She puts the spoon down."),
        ("Anna turns to the player. The lamp smokes.", "The lamp smokes."),
        ("As an AI language model I can't. The lamp smokes.", "The lamp smokes."),
        ('The lamp smokes. {"x": 1}', "The lamp smokes."),
        ("You nod and say, “Good.” The lamp smokes.", "The lamp smokes."),
        ("Anna sighs. “Fear? Most days, nothing.”", "Anna sighs. “Fear? Most days, nothing.”"),
        (
            "“What do I fear most, Anna?” she says to the cat.",
            "“What do I fear most, Anna?” she says to the cat.",
        ),
        ("The clock says 11.45. “Which year?” “1789.”", "The clock says 11.45. “Which year?” “1789.”"),
        ("The player piano stops.", "The player piano stops."),
        ("An assistant to the doctor sits here.", "An assistant to the doctor sits here."),
        ("The guards see you run and shout, “Stop!”", "The guards see you run and shout, “Stop!”"),
    ],
)
def test_what_a_model_copies_from_its_prompt_or_says_of_the_game_is_left_out(text: str, left: str):
    assert usable_prose(text, "en", PROMPT) == left
    assert bool(prose_fault(text, "en", PROMPT)) is (text != left)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("今晚的事:\n炉火噼啪作响。", "炉火噼啪作响。"),
        ("炉火噼啪作响。\n[3fb5bc96bf14]", "炉火噼啪作响。"),
        ("今晚有谁见过船家吗？\n炉火噼啪作响。", "炉火噼啪作响。"),
        ("作为一个人工智能语言模型，我不能。炉火噼啪作响。", "炉火噼啪作响。"),
        ("玩家走到码头。炉火噼啪作响。", "炉火噼啪作响。"),
        ("“今晚有谁见过船家？我见过。”", "“今晚有谁见过船家？我见过。”"),
        ("老周是城里有名的古玩家。", "老周是城里有名的古玩家。"),
        ("孩子们在院子里玩家里的旧轮胎。", "孩子们在院子里玩家里的旧轮胎。"),
    ],
)
def test_the_same_in_chinese_and_an_answer_in_the_words_of_the_question_is_kept(text: str, left: str):
    prompt = "今晚的事：\n- 起风了。\n\n[3fb5bc96bf14]\n今晚有谁见过船家吗？\n[3fb5bc96bf14]"
    assert usable_prose(text, "zh", prompt) == left
    assert prose_fault(text, "zh", prompt) == ("" if text == left else "prompt")
