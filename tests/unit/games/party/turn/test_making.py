"""Making a character: who may still do so, what a message means, and what follows."""

from collections.abc import Sequence

import pytest
from tests.unit.games.party.table import BUNDLED, MODULES, Table

from echoes.games.party.events import CharacterAsked, CharacterKept, CharacterMade, MovesOffered, SheetDealt
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.phrases import CREATION_PHRASES, creation_phrase
from echoes.games.party.rules.casting import at_table
from echoes.games.party.rules.creation import STEPS
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import CastCharacter, Kept
from echoes.games.party.turn.making import answer_making, begin_making, is_answer


def making(table: Table, seat: str, *answers: str) -> PartyPlay:
    play = PartyPlay(table.module, table.state, seat)
    assert begin_making(play) == ""
    for answer in answers:
        answer_making(play, MODULES["en"], answer)
    return play


def asked(play: PartyPlay) -> CharacterAsked:
    event = play.entries()[-1].event
    assert isinstance(event, CharacterAsked)
    return event


def test_a_seat_may_choose_until_it_has_acted_and_whoever_leads_never():
    table = Table()
    table.move(table.offered()[0])
    acted, waiting, leads = (PartyPlay(table.module, table.state, one) for one in ("ilse", "tobit", MASTER))
    assert "Ilse Varn has already acted" in begin_making(acted)
    assert begin_making(waiting) == ""
    assert begin_making(leads) and not acted.entries() and not leads.entries()


@pytest.mark.parametrize(
    ("answers", "step"),
    [
        ((), "who"),
        (("2",), "name"),
        (("somebody of your own",), "name"),
        (("2", "Mira"), "people"),
        (("2", "Mira", "the far side"), "calling"),
        (("2", "1", "1", "Healer"), "scores"),
        (("2", "1", "1", "dentist"), "calling"),
        (("2", "1", "1", "1", "without a weakness"), "skills"),
        (("2", "1", "1", "1", "1", "Athletics"), "skills"),
        (("2", "1", "1", "1", "1", "Athletics, Perception", "Hums."), "want"),
    ],
)
def test_an_answer_is_a_number_its_words_or_where_it_may_be_ones_own(answers: tuple[str, ...], step: str):
    assert asked(making(Table(), "ilse", *answers)).step == step


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_answer_may_be_said_in_the_words_in_which_it_is_shown(language: str):
    module = MODULES[language]
    for n in range(len(STEPS)):
        play = PartyPlay(module, Table(module).state, "ilse")
        begin_making(play)
        for answer in ("2", *"1" * n):
            answer_making(play, module, answer)
        question = asked(play)
        for option in question.options[:-1]:
            by_number, by_words = (PartyPlay(module, play.state, "ilse") for _ in range(2))
            answer_making(by_number, module, str(option.n))
            answer_making(by_words, module, option.text)
            assert by_words.state["casting"] == by_number.state["casting"], (question.step, option.text)
            following = by_words.state["casting"]["making"].get("ilse")
            assert following is None or following["step"] != question.step


def test_only_the_seat_sees_what_it_is_asked_and_commands_and_speech_are_no_answers():
    play = making(Table(), "tobit", "2")
    assert asked(play).audience == ("tobit",)
    said = ["Mira", "1", "/sheet", "“Hello”"]
    assert [is_answer(play.state, "tobit", one) for one in said] == [True, True, False, False]
    assert not is_answer(play.state, "ilse", "Mira")
    secret = making(Table(), "tobit", "2", "Mira", *"111111")
    assert is_answer(secret.state, "tobit", "“I stole a bell.”"), "a secret is never said aloud"


def test_the_sheet_goes_to_the_seat_and_whoever_leads_and_the_secret_to_the_seat_alone():
    play = making(Table(), "tobit", "2", "Mira", *"111111", "Stole a bell.")
    events = [entry.event for entry in play.entries()]
    [made] = [event for event in events if isinstance(event, CharacterMade)]
    [dealt] = [event for event in events if isinstance(event, SheetDealt)]
    assert made.audience == ("tobit",) and made.character.secret == "Stole a bell."
    assert dealt.audience == (MASTER, "tobit") and "Stole a bell." not in dealt.text
    assert not isinstance(events[-1], MovesOffered), "it is not its turn"


NAMES = {"en": "Mira Stone", "zh": "石米拉"}


def both_make(language: str, *then: str) -> PartyPlay:
    """Let two seats begin at once, and the other one join by the name that both were given."""
    module = MODULES[language]
    table, rest = Table(module), CREATION_PHRASES.of_language(language).texts["rest"]
    for seat, answers in (("tobit", ("2", *then)), ("ilse", ("2", rest)), ("tobit", (rest,))):
        play = PartyPlay(at_table(module, table.state), table.state, seat)
        if seat not in play.state["casting"]["making"]:
            assert begin_making(play) == ""
        for answer in answers:
            answer_making(play, module, answer)
        table.state = play.state
    return play


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("then", [(), ("1",), ("1",) * 7])
def test_a_name_that_was_taken_meanwhile_is_asked_for_again_and_a_free_one_is_at_hand(
    language: str, then: Sequence[str]
):
    play = both_make(language, *then)
    again = asked(play)
    assert again.step == "name" and creation_phrase(language, "name_taken") in again.prompt
    assert again.draft.name != NAMES[language] == play.state["casting"]["made"]["ilse"]["name"]
    answer_making(play, MODULES[language], str(again.options[-1].n))
    assert play.state["casting"]["made"]["tobit"]["name"] == again.draft.name


def test_a_number_is_the_answer_that_was_shown_under_it_whoever_has_joined_since():
    table = Table()
    tobit = making(table, "tobit", "2", "1")
    shown = asked(tobit).options
    ilse = PartyPlay(table.module, tobit.state, "ilse")
    begin_making(ilse)
    for answer in ("2", "Mira", "the far side", "The rest as it suits"):
        answer_making(ilse, table.module, answer)
    tobit = PartyPlay(at_table(table.module, ilse.state), ilse.state, "tobit")
    answer_making(tobit, table.module, "2")
    assert asked(tobit).draft.people == shown[1].text != "the far side"


def test_a_fight_that_begins_ends_the_questions_of_those_in_it():
    table = Table(BUNDLED["low_water", "en"])
    table.state = {**table.state, "at": dict.fromkeys(table.module.party, "crypt")}
    for seat in ("neve", "corin", "ash"):
        play = PartyPlay(table.module, table.state, seat)
        begin_making(play)
        table.state = play.state
    events = [entry.event for entry in table.move("try:rush").entries()]
    for _ in range(20):
        if not table.state["casting"]["making"]:
            break
        assert not any(isinstance(event, CharacterAsked) for event in events)
        events += [entry.event for entry in table.move("wait:").entries()]
    else:
        pytest.fail("the questions went on")
    kept = [event for event in events if isinstance(event, CharacterKept)]
    assert kept and all("already" in event.text for event in kept)
    offered = [events[events.index(event) + 1] for event in kept]
    assert all(isinstance(event, MovesOffered) for event in offered), "and what is at hand is shown at once"


def test_an_answer_to_another_question_does_not_hide_that_the_name_was_taken():
    play = both_make("en", "Tam", "1")
    assert [*play.state["casting"]["made"]] == ["ilse", "tobit"], "another name is no hindrance"
    table = Table()
    tobit = making(table, "tobit", "2", "mira", "1")
    ilse = PartyPlay(table.module, tobit.state, "ilse")
    begin_making(ilse)
    for answer in ("2", "Mira", "The rest as it suits"):
        answer_making(ilse, table.module, answer)
    tobit = PartyPlay(at_table(table.module, ilse.state), ilse.state, "tobit")
    answer_making(tobit, table.module, "healer")
    assert asked(tobit).step == "name"


def test_who_stays_is_offered_its_moves_again():
    events = [entry.event for entry in making(Table(), "ilse", "1").entries()]
    assert isinstance(events[-2], CharacterKept) and isinstance(events[-1], MovesOffered)


def test_a_kept_character_that_breaks_the_rules_of_today_is_refused_in_a_line():
    table = Table()
    made = making(table, "ilse", "2", "Mira", "The rest as it suits").state["casting"]["made"]["ilse"]
    dear: CastCharacter = {**made, "scores": dict.fromkeys(made["scores"], 15)}
    kept: list[Kept] = [{"character": dear, "remembered": ""}]
    table.state = {**table.state, "casting": {**table.state["casting"], "kept": kept}}
    again = asked(making(table, "ilse", "3"))
    assert again.step == "who" and "the budget is 27" in again.prompt
