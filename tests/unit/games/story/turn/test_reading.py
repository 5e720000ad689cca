"""Free words: right, or options asked back, or a word on what is at hand. Nothing unheard is named."""

from typing import Any

import pytest
from tests.unit.games.story.playing import after, story_in, story_intent

from echoes.games.story.events import StoryReplied
from echoes.games.story.opening import begun_story
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.moves import offer_suggestions, suggested_moves
from echoes.games.story.turn.respond import respond_to


def read(language: str, message: str, place: str = "kitchen", *here: str, knows: Any = None) -> StoryIntent:
    story = story_in(language)
    state = begun_story(story)
    elsewhere = "loft" if place != "loft" else "landing"
    at = {**dict.fromkeys(story.cast, elsewhere), **dict.fromkeys(here, place), "player": place}
    known = [*story.secrets] if knows is None else knows
    heard = [*story.cast, *story.things, *story.places]
    state = {**state, "at": at, "knows": {**state["knows"], "player": known}, "heard": heard}
    return story_intent(StoryPlay(story, state), message)


@pytest.mark.parametrize(
    ("language", "message", "move"),
    [
        ("en", "Tove, tell me about the doctor's report", "ask:tove:board_report"),
        ("en", "I'd like to ask the ferryman why there are only four seats", "ask:eskil:boat"),
        ("en", "tell Eskil that the crates are full of medicine", "tell:eskil:crates_medicine"),
        ("en", "let Tove know that Sunniva has resigned", "tell:tove:sunniva_letter"),
        ("en", "show Eskil the knife", "show:eskil:knife"),
        ("en", "Eskil, did you really sleep in the boat?", "ask:eskil:eskil_slept"),
        ("en", "good evening, Tove", "greet:tove"),
        ("en", "go outside", "go:landing"),
        ("en", "back to the parlour", "go:parlour"),
        ("en", "go up to the lamp loft", "go:loft"),
        ("en", "take the knife", "take:knife"),
        ("en", "get the knife", "take:knife"),
        ("en", "take a look at the knife", "look:knife"),
        ("en", "get back to the parlour", "go:parlour"),
        ("en", "say nothing", "wait:"),
        ("zh", "问船夫为什么只有四个座位", "ask:eskil:boat"),
        ("zh", "跟托薇说苏妮娃写了辞职信", "tell:tove:sunniva_letter"),
        ("zh", "把刀给埃斯克看", "show:eskil:knife"),
        ("zh", "托薇你好", "greet:tove"),
        ("zh", "去灯阁", "go:loft"),
        ("zh", "帮忙洗碗", "do:dry_pots"),
        ("zh", "去拿刀", "take:knife"),
        ("zh", "等一会儿", "wait:"),
    ],
)
def test_what_is_clear_is_taken(language: str, message: str, move: str):
    assert read(language, message, "kitchen", "tove", "eskil") == StoryIntent("move", move)


@pytest.mark.parametrize(
    ("language", "message", "move"),
    [
        ("en", "help with the dishes", "do:dry_pots"),
        ("en", "go and fetch the knife", "take:knife"),
        ("en", "I'd love taking the knife", "take:knife"),
        ("zh", "我把刀拿走", "take:knife"),
        ("zh", "问托薇药房的事", "ask:tove:crates_medicine"),
        ("zh", "埃斯克，你昨晚睡了没有？", "ask:eskil:eskil_slept"),
    ],
)
def test_what_is_less_clear_is_taken_or_offered_first(language: str, message: str, move: str):
    reading = read(language, message, "kitchen", "tove", "eskil")
    assert move in (reading.name, *reading.moves[:2])


@pytest.mark.parametrize(
    ("language", "message"), [("en", "who saw a light that night?"), ("zh", "苏妮娃最近是不是有点糊涂？")]
)
def test_to_whom_is_asked_back_where_several_are_there(language: str, message: str):
    reading = read(language, message, "kitchen", "tove", "eskil")
    assert reading.kind == "choose"
    assert {key.split(":")[1] for key in reading.moves[:2]} == {"tove", "eskil"}


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "I know that you cut the seal, Tove"), ("zh", "我知道是你割开了封口，托薇")],
)
def test_a_claim_is_asked_back_as_to_tell_it_cannot_be_taken_back(language: str, message: str):
    reading = read(language, message, "kitchen", "tove", knows=["seal_cut"])
    assert reading.kind == "choose" and {"tell:tove:seal_cut", "ask:tove:seal_cut"} <= {*reading.moves}


@pytest.mark.parametrize(
    ("language", "message"), [("en", "don't tell Tove about the report"), ("zh", "别告诉托薇报告的事")]
)
def test_what_is_negated_is_not_done(language: str, message: str):
    assert read(language, message, "kitchen", "tove").kind == "choose"


@pytest.mark.parametrize(
    ("language", "message", "kind"),
    [
        ("en", "purple monkeys dance", "unknown"),
        ("en", "ask Sunniva about the bag", "absent"),
        ("en", "hello Sunniva", "absent"),
        ("en", "talk to Sunniva", "absent"),
        ("en", "sit down on the throne", "unknown"),
        ("en", "look at the boat", "elsewhere"),
        ("en", "go to the kitchen", "here"),
        ("zh", "紫色的猴子在跳舞", "unknown"),
        ("zh", "问苏妮娃邮袋的事", "absent"),
        ("zh", "跟苏妮娃打个招呼", "absent"),
        ("zh", "看看渡船", "elsewhere"),
    ],
)
def test_what_leads_nowhere_says_so(language: str, message: str, kind: str):
    assert read(language, message, "kitchen", "tove").kind == kind


@pytest.mark.parametrize(("language", "message"), [("en", "kill Sunniva"), ("zh", "杀了苏妮娃")])
def test_a_deed_done_to_somebody_is_no_question_about_them(language: str, message: str):
    story = story_in(language)
    assert story_intent(StoryPlay(story, begun_story(story)), message).kind in ("unknown", "choose")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Did the doctor open the bag?"), ("zh", "医生打开邮袋了吗？")]
)
def test_a_question_near_something_unheard_is_offered_what_was_heard(language: str, message: str):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, begun_story(story)), message)
    assert reading.kind == "choose" and "ask:doctor:mail_bag" in reading.moves


@pytest.mark.parametrize(
    ("language", "message"), [("en", "tell Tove about the mail bag"), ("zh", "告诉托薇邮袋的事")]
)
def test_to_tell_what_is_no_secret_is_asked_back(language: str, message: str):
    reading = read(language, message, "kitchen", "tove", knows=["missing_letter"])
    assert reading.kind != "move" and "ask:tove:mail_bag" in (*reading.moves, *reading.nearest)


@pytest.mark.parametrize(("language", "message"), [("en", "get the boat"), ("zh", "去拿船")])
def test_a_deed_that_cannot_be_done_is_never_taken_for_words(language: str, message: str):
    assert read(language, message, "kitchen", "tove").kind == "elsewhere"


@pytest.mark.parametrize(
    ("language", "message"), [("en", "show her the knife"), ("zh", "把刀给她看"), ("zh", "给她看剖鱼刀")]
)
def test_a_pronoun_is_whoever_is_there(language: str, message: str):
    assert read(language, message, "kitchen", "tove").name == "show:tove:knife"


@pytest.mark.parametrize(("language", "message"), [("en", "why did you do it?"), ("zh", "你为什么这么做？")])
def test_what_stands_for_something_unsaid_is_taken_for_nothing(language: str, message: str):
    assert read(language, message, "kitchen", "tove").kind in ("unknown", "choose")


def test_who_is_alone_is_told_so():
    assert read("en", "who cut the seal?", "kitchen").kind == "alone"


@pytest.mark.parametrize(
    "message", ["ask Tove about the dispensary", "ask Tove about quinine and purple monkeys"]
)
def test_words_for_something_unheard_read_like_words_for_nothing(message: str):
    reading = read("en", message, "kitchen", "tove", knows=["seal_cut"])
    assert reading.kind == "unknown"
    assert not [one for one in reading.nearest if "medicine" in one]


def test_nothing_at_hand_names_anything_unheard():
    story = story_in("en")
    state = begun_story(story)
    for move in ("go:sorting_room", "do:open_bag", "go:kitchen", "ask:tove:doctor"):
        state = after(story, move, state=state)
        known = {*state["heard"], *state["knows"]["player"]}
        for key in suggested_moves(StoryPlay(story, state)):
            kind, _, rest = key.partition(":")
            if kind in ("ask", "tell", "show", "go", "look", "take") and rest:
                assert {*rest.split(":")} <= known


@pytest.mark.parametrize(
    ("language", "message", "way"),
    [
        ("en", "look at the bag", "go:sorting_room"),
        ("zh", "看看邮袋", "go:sorting_room"),
        ("zh", "拿邮袋", "go:sorting_room"),
    ],
)
def test_what_is_elsewhere_is_a_way_that_is_offered(language: str, message: str, way: str):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, begun_story(story)), message)
    assert (reading.kind, [*reading.moves]) == ("elsewhere", [way])


@pytest.mark.parametrize(
    ("language", "message", "move"),
    [
        ("en", "Sunniva, where were you last night?", "ask:sunniva:last_night"),
        ("en", "ask the doctor about the seal", "ask:doctor:wax"),
        ("zh", "苏妮娃，你昨晚在哪儿？", "ask:sunniva:last_night"),
        ("zh", "问医生封口怎么了", "ask:doctor:wax"),
    ],
)
def test_what_anybody_would_ask_can_be_asked_before_anything_is_known(language: str, message: str, move: str):
    story = story_in(language)
    assert story_intent(StoryPlay(story, begun_story(story)), message) == StoryIntent("move", move)


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Tove, did you cut it?"), ("zh", "托薇，是你割的吗？")]
)
def test_whoever_is_suspected_can_be_asked_outright(language: str, message: str):
    story = story_in(language)
    state = after(story, "go:sorting_room", "do:open_bag", "go:kitchen")
    assert story_intent(StoryPlay(story, state), message) == StoryIntent("move", "ask:tove:culprit")


def test_somebody_can_be_looked_at():
    assert read("en", "look at Tove", "kitchen", "tove") == StoryIntent("move", "look:tove")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_offered_can_be_typed_in_its_own_words(language: str):
    story = story_in(language)
    options = offer_suggestions(StoryPlay(story, begun_story(story))).options
    play = StoryPlay(story, {**begun_story(story), "asked": [one.key for one in options]})
    for offered in options:
        assert story_intent(play, offered.text.upper()) == StoryIntent("move", offered.key)


@pytest.mark.parametrize(
    ("language", "message", "move", "rest"),
    [
        ("en", "take the knife and go outside", "take:knife", "go outside"),
        ("en", "ask Tove about the boat, then go up to the loft", "ask:tove:boat", "go up to the loft"),
        ("en", "take the knife and go to the moon", "take:knife", "go to the moon"),
        ("zh", "拿上刀，然后去码头", "take:knife", "去码头"),
        ("zh", "问托薇船的事，再去灯阁", "ask:tove:boat", "去灯阁"),
    ],
)
def test_of_two_wishes_the_first_is_done_and_the_other_is_spoken_of(
    language: str, message: str, move: str, rest: str
):
    reading = read(language, message, "kitchen", "tove")
    assert (reading.kind, reading.name, reading.rest) == ("move", move, rest)
    play = StoryPlay(story_in(language), begun_story(story_in(language)))
    respond_to(play, StoryIntent("move", "wait:", rest=rest), message)
    told = [entry.event.text for entry in play.entries() if isinstance(entry.event, StoryReplied)]
    assert [rest in text for text in told] == [True]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "wait and listen"),
        ("en", "ask Tove about the boat and the seats"),
        ("en", "ask Tove whether she saw him go and take the knife"),
        ("zh", "去拿刀"),
        ("zh", "问托薇有没有看到他拿走刀，去了哪里"),
        ("zh", "问托薇，去年冬天发生了什么"),
    ],
)
def test_one_wish_is_not_taken_for_two(language: str, message: str):
    assert not read(language, message, "kitchen", "tove").rest


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I run to the loft and throw the mail bag into the water"),
        ("en", "go up to the loft, the mail bag under my arm"),
        ("zh", "我跑到灯阁，把邮袋扔进水里"),
        ("zh", "我去灯阁，把邮袋扔进水里"),
    ],
)
def test_a_way_is_not_gone_without_a_word_on_what_was_to_follow(language: str, message: str):
    reading = read(language, message, "kitchen", "tove")
    assert reading.kind != "move" or reading.rest, reading
    assert "go:loft" in (reading.name, *reading.moves, *reading.nearest)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "go up to the loft, please"),
        ("en", "go and look in the loft"),
        ("zh", "我去灯阁看看，谢谢"),
    ],
)
def test_a_way_with_nothing_to_follow_is_gone(language: str, message: str):
    assert read(language, message, "kitchen", "tove") == StoryIntent("move", "go:loft")


@pytest.mark.parametrize(
    ("message", "move"),
    [
        ("I would like looking at the knife", "look:knife"),
        ("I feel like going up to the loft", "go:loft"),
        ("I would prefer asking Tove about the boat", "ask:tove:boat"),
    ],
)
def test_a_wish_for_a_deed_is_the_deed(message: str, move: str):
    assert read("en", message, "kitchen", "tove") == StoryIntent("move", move)


@pytest.mark.parametrize(
    ("language", "message", "topic"),
    [
        ("en", "Tove, you took the letter, didn't you?", "tove_cut"),
        ("en", "Tove, do you know who took the letter?", "missing_letter"),
        ("zh", "托薇，信是你拿的对不对？", "tove_cut"),
        ("zh", "托薇，你知道信是谁拿的吗？", "missing_letter"),
    ],
)
def test_you_is_a_name_of_whoever_is_spoken_to_unless_somebody_else_did_it(
    language: str, message: str, topic: str
):
    reading = read(language, message, "kitchen", "tove")
    assert {reading.name, *reading.moves} & {f"ask:tove:{topic}"}, reading


@pytest.mark.parametrize(
    ("language", "message", "kind"),
    [
        ("en", "talk to the doctor", "absent"),
        ("en", "go back to Tove", "move"),
        ("zh", "跟医生说说话", "absent"),
        ("zh", "回去找托薇", "move"),
    ],
)
def test_who_is_looked_for_is_spoken_to_or_said_not_to_be_here(language: str, message: str, kind: str):
    assert read(language, message, "kitchen", "tove", "eskil").kind == kind


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "where can I go?"),
        ("en", "what can I do here?"),
        ("zh", "我能去哪里？"),
        ("zh", "可以做什么？"),
    ],
)
def test_whoever_asks_what_there_is_to_do_is_shown(language: str, message: str):
    assert read(language, message, "kitchen", "tove") == StoryIntent("command", "look")


@pytest.mark.parametrize(
    ("language", "message", "move"),
    [
        ("en", "tell Tove about what is in the crates", "tell:tove:crates_medicine"),
        ("en", "Show Tove the gutting knife.", "show:tove:knife"),
        ("zh", "告诉托薇：箱子里真正的东西", "tell:tove:crates_medicine"),
        ("zh", "问托薇自己的事", "ask:tove:tove"),
    ],
)
def test_a_move_said_in_the_words_of_the_game_is_taken_though_it_was_not_offered(
    language: str, message: str, move: str
):
    assert read(language, message, "kitchen", "tove", knows=["crates_medicine", "seal_cut"]).name == move


@pytest.mark.parametrize(
    ("message", "kind", "moves"),
    [
        ("Yes, please.", "move", ()),
        ("ok", "move", ()),
        ("no", "declined", ()),
        ("都不是", "declined", ()),
        ("yes", "choose", ("greet:tove", "greet:eskil")),
    ],
)
def test_yes_and_no_answer_what_was_asked_back(message: str, kind: str, moves: tuple[str, ...]):
    asked = [*(moves or ("greet:tove",))]
    state: StoryState = {**begun_story(story_in("en")), "asked": asked, "doubted": True}
    reading = story_intent(StoryPlay(story_in("en"), state), message)
    assert (reading.kind, tuple(reading.moves)) == (kind, moves)
    assert reading.kind != "move" or reading.name == "greet:tove"


def test_yes_to_what_is_only_at_hand_means_nothing():
    play = StoryPlay(story_in("en"), begun_story(story_in("en")))
    assert story_intent(play, "yes").kind == "unknown"


@pytest.mark.parametrize(
    ("language", "message", "deed"),
    [
        ("en", "I'll dry the dishes, Tove", "do:dry_pots"),
        ("zh", "托薇，我帮你擦碗", "do:dry_pots"),
    ],
)
def test_a_deed_that_somebody_is_told_of_is_done_or_asked_back(language: str, message: str, deed: str):
    reading = read(language, message, "kitchen", "tove")
    assert deed in (reading.name, *reading.moves[:1])


@pytest.mark.parametrize(
    ("language", "message", "kind", "name"),
    [
        ("en", "read last night's page", "done", ""),
        ("zh", "看昨晚那一页", "done", ""),
        ("en", "carry in wood", "absent", "sunniva"),
        ("zh", "抱柴", "absent", "sunniva"),
    ],
)
def test_what_can_not_be_done_is_said_with_the_reason(language: str, message: str, kind: str, name: str):
    """Not that it isn't here, or that nobody can follow."""
    story = story_in(language)
    done = after(story, "go:loft", "do:read_log")
    state: StoryState = {
        **done,
        "at": {**done["at"], "player": "loft" if kind == "done" else "parlour", "sunniva": "kitchen"},
    }
    reading = story_intent(StoryPlay(story, state), message)
    assert (reading.kind, reading.name) == (kind, name)


def test_what_one_holds_is_never_said_to_be_elsewhere():
    before = after(story_in("zh"), "go:sorting_room", "do:open_bag", "do:count_letters")
    state: StoryState = {**before, "holds": {"letter": "player"}}
    reading = story_intent(StoryPlay(story_in("zh"), state), "读那封信")
    assert "do:read_letter" in (reading.name, *reading.moves)


def test_a_climb_that_may_be_a_deed_is_no_way_out():
    story = story_in("en", "missing_lead")
    begun = begun_story(story)
    state: StoryState = {
        **begun,
        "at": {**begun["at"], "player": "wardrobe"},
        "knows": {**begun["knows"], "player": ["in_loft"]},
    }
    reading = story_intent(StoryPlay(story, state), "climb up behind the cloaks")
    assert "do:climb" in (reading.name, *reading.moves)


@pytest.mark.parametrize("message", ["ask Tove about Tove", "ask Tove"])
def test_to_ask_somebody_about_nothing_else_is_no_greeting(message: str):
    reading = read("en", message, "kitchen", "tove")
    assert reading.kind in ("choose", "unknown"), "nor is any other question put"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "why did you do it?"),
        ("en", "why?"),
        ("en", "and then?"),
        ("zh", "为什么要这么做？"),
        ("zh", "然后呢？"),
        ("zh", "说下去"),
    ],
)
def test_a_follow_up_that_names_nothing_is_asked_back_about_what_came_out_last(language: str, message: str):
    confessed = ("go:sorting_room", "do:open_bag", "go:kitchen", "show:tove:knife")
    story = story_in(language)
    play = StoryPlay(story, after(story, *confessed))
    reading = story_intent(play, message)
    assert reading.kind != "move" and "ask:tove:tove_cut" in (*reading.moves, *reading.nearest)[:2]
    alone = StoryPlay(story, after(story, *confessed, "go:sorting_room"))
    assert story_intent(alone, message).kind != "move", "nobody is there to go on"


@pytest.mark.parametrize(
    ("language", "message", "move"),
    [
        ("en", "look at it", "look:knife"),
        ("en", "show it to Tove", "show:tove:knife"),
        ("en", "ask her about it", "ask:tove:knife"),
        ("zh", "看看它", "look:knife"),
    ],
)
def test_it_is_what_was_looked_at_or_taken_last(language: str, message: str, move: str):
    story = story_in(language)
    held = StoryPlay(story, after(story, "go:kitchen", "take:knife"))
    assert move in (story_intent(held, message).name, *story_intent(held, message).moves)
    before = StoryPlay(story, after(story, "go:kitchen"))
    assert story_intent(before, message).name != move, "nothing was spoken of"
