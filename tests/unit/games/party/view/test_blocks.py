"""Events of a table as blocks, in both languages."""

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.core.log.events import Event
from echoes.core.views.blocks import Choices, Dice, Ending, Line, Outcome, Sheet
from echoes.games.party.events import (
    CharacterActed,
    Checked,
    Handout,
    HandoutCard,
    MovesOffered,
    PartyArrived,
    PartyDetails,
    PartyEnded,
    PartyStartTrace,
    RevealedSecret,
    Said,
    SecretTold,
    TurnPassed,
    TurnTaken,
    Vote,
    VotesCounted,
)
from echoes.games.party.opening import table_opening
from echoes.games.party.view.blocks import blocks_of_table
from echoes.games.world.events import MoveOption

CHECKED = Checked(
    seat="ilse", name="Ilse", label="Stealth", formula="1d20+5", faces=[19], counts=[True], total=24,
    succeeds=True, turn=3,
)  # fmt: skip


def plain(event: Event, language: str = "en") -> str:
    return "\n".join(block.plain() for block in blocks_of_table(event, language) or ())


def test_where_a_table_began_is_told_at_its_beginning_and_not_to_whoever_comes_back():
    started, _ = table_opening(MODULES["zh"], "party", PartyStartTrace(seed="seed"))
    began = started.model_copy(update={"scene_text": "雪停了。"})
    assert "雪停了。" in plain(began, "zh")
    assert "雪停了。" not in plain(began.model_copy(update={"resumed": True}), "zh")
    first = started.party[0]
    assert f"{first.name}（{first.calling}）" in plain(began, "zh")


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "Granny Ash", "Granny Ash votes."),
        ("zh", "柯林", "柯林投了票。"),
        ("zh", "托比修士", "托比修士投了票。"),
    ],
)
def test_no_name_stands_before_words_that_begin_with_it(language: str, name: str, text: str):
    assert plain(CharacterActed(seat="ash", name=name, text=text), language) == text
    told = SecretTold(
        secret="s", seat="ash", name=name, title="S", text=f"{name[:2] if language == 'zh' else 'Granny'}…"
    )
    assert plain(told, language).startswith(told.text)


def test_a_secret_may_begin_with_any_part_of_a_name():
    told = SecretTold(
        secret="s", seat="tobit", name="Brother Tobit", title="S", text="Tobit closes the book."
    )
    assert plain(told).startswith(told.text)


def test_a_place_and_a_name_stand_in_a_sentence_as_it_begins():
    arrived = PartyArrived(scene="reeds", seats=["ash"], names=["Ash"], title="The reeds", text="")
    assert plain(arrived) == "Ash comes to the reeds."
    assert plain(Said(by="warden", name="the warden", text="“Eleven.”")) == "The warden: “Eleven.”"
    offered = MovesOffered(
        seat="ash",
        prompt="What?",
        options=[MoveOption(n=1, text="the warden: Ask", key="talk:warden.night")],
    )
    assert "The warden: Ask" in plain(offered)


def test_a_longer_word_that_begins_like_a_name_is_not_that_name():
    told = SecretTold(secret="fire", title="The fire", text="Ashes lie on the sill.", seat="ash", name="Ash")
    [words, _] = blocks_of_table(told, "en") or ()
    assert words == Line(told.text, "spoken", "Ash")


def test_whoever_speaks_is_named_whatever_they_say():
    assert plain(Said(by="ash", name="Ash", text="Ash finds the key.")) == "Ash: Ash finds the key."
    assert plain(CharacterActed(seat="ash", name="Ash", text="Ash wins.")) == "Ash: Ash wins."


@pytest.mark.parametrize(("language", "word"), [("en", "success"), ("zh", "成功")])
def test_a_check_shows_its_dice_their_sum_and_the_outcome(language: str, word: str):
    dice, outcome = blocks_of_table(CHECKED, language) or ()
    assert isinstance(dice, Dice) and isinstance(outcome, Outcome)
    assert (dice.rolled, dice.sides, dice.total) == ([19], 20, 24)
    assert (outcome.badge.word, outcome.badge.tone, outcome.remark) == (word, "good", "1d20+5 = 24")


def test_of_two_dice_no_face_is_the_result_and_luck_is_said():
    edge = CHECKED.model_copy(
        update={"formula": "2d20kh1-1", "faces": [1, 7], "succeeds": False, "luck": "unlucky", "total": 0}
    )
    dice, outcome = blocks_of_table(edge, "en") or ()
    assert isinstance(dice, Dice) and isinstance(outcome, Outcome)
    assert (dice.sides, dice.total) == (20, None)
    assert outcome.badge.tone == "bad" and "a natural 1" in outcome.remark


def test_one_page_is_a_sheet_under_its_title_and_several_share_one():
    cards = [HandoutCard(key=key, title=f"Page {key}", text=f"Text {key}") for key in "ab"]
    given = Handout(kind="page", seats=["ilse"], names=["Ilse Varn"], cards=cards)
    one = given.model_copy(update={"cards": cards[:1]})
    assert blocks_of_table(one, "en") == [Sheet("Script of Ilse Varn: Page a", "Text a")]
    assert blocks_of_table(given, "en") == [Sheet("Script of Ilse Varn", "Page a: Text a\nPage b: Text b")], (
        "whoever leads sees the scripts of all"
    )


@pytest.mark.parametrize(("language", "head"), [("en", "Your script: A"), ("zh", "你的剧本：A")])
def test_a_page_of_an_old_session_which_names_nobody_is_ones_own(language: str, head: str):
    page = Handout(kind="page", seats=["ilse"], cards=[HandoutCard(key="a", title="A", text="Text")])
    assert blocks_of_table(page, language) == [Sheet(head, "Text")]


def test_votes_are_shown_together_with_what_came_of_them():
    votes = [Vote(name="Ilse", suspect_name="the keeper"), Vote(name="Tobit", suspect_name="nobody")]
    tied = VotesCounted(votes=votes, suspect="", suspect_name="")
    assert "Ilse names the keeper.\nTobit names nobody." in plain(tied)
    assert "vote once more" in plain(tied)
    assert "stays at that" in plain(tied.model_copy(update={"again": False}))
    assert "Accused: the keeper" in plain(
        tied.model_copy(update={"suspect": "k", "suspect_name": "the keeper"})
    )


@pytest.mark.parametrize(("language", "come"), [("en", "Ilse and Pip"), ("zh", "Ilse、Pip来到塔楼。")])
def test_who_arrives_is_named_and_a_map_is_a_page(language: str, come: str):
    arrived = PartyArrived(
        scene="tower", seats=["ilse", "pip"], names=["Ilse", "Pip"], title="塔楼", text="高"
    )
    assert (come if language == "zh" else "Ilse, Pip come to 塔楼.") in plain(arrived, language)
    drawn = blocks_of_table(arrived.model_copy(update={"map": ["##", "#."]}), language) or ()
    assert drawn[-1] == Sheet("塔楼", "##\n#.")


@pytest.mark.parametrize(("language", "head"), [("en", "Map"), ("zh", "地图")])
def test_a_map_that_comes_with_words_is_a_page_below_them(language: str, head: str):
    told = Said(text="A tower.", map=["##", "#."])
    assert blocks_of_table(told, language) == [Line("A tower.", "spoken"), Sheet(head, "##\n#.")]


def test_the_end_opens_all_secrets_and_scores_only_an_ending():
    secrets = [
        RevealedSecret(title="The oil", text="He burnt it.", known_by=names) for names in (["Pip"], [])
    ]
    details = PartyDetails(
        ending="dawn", title="Dawn", text="", success=True, score=7, rounds=3, secrets=secrets, seed="s"
    )
    ended = PartyEnded(status="COMPLETED", details=details)
    *_, end = blocks_of_table(ended, "en") or ()
    assert isinstance(end, Ending)
    assert "He burnt it. (known by Pip)\nThe oil: He burnt it. (nobody knew)" in plain(ended)
    given_up = ended.model_copy(update={"details": details.model_copy(update={"ending": ""})})
    assert "7" in end.plain() and "7" not in (blocks_of_table(given_up, "en") or ())[-1].plain()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_turn_at_the_table_reads_whole_and_every_event_has_its_blocks(language: str):
    table, seen = Table(MODULES[language]), ""
    for _ in range(12):
        chosen = next((key for key in table.offered() if key.startswith(("try:", "talk:"))), "wait:")
        for entry in table.move(chosen).entries():
            blocks = blocks_of_table(entry.event, language)
            assert blocks is not None, type(entry.event)
            assert blocks or isinstance(entry.event, TurnPassed | TurnTaken)
            seen += "".join(block.plain() for block in blocks if not isinstance(block, Choices))
    assert "{" not in seen and "None" not in seen
