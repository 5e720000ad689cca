"""From words to moves at a table: right, or asked back, or not understood; never something else."""

from collections.abc import Sequence

import pytest
from tests.unit.games.party.table import BUNDLED, MODULES, Table, read_by
from tests.words import is_right_or_asked

from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.turn.command_names import turns_asked_for
from echoes.games.party.turn.intents import PartyIntent
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.party_move import PartyMove
from echoes.games.party.turn.reading import master_intent
from echoes.games.reading.move import MOST_ASKED

TABLE = Table()
MOVES = moves_of_seat(TABLE.module, TABLE.state, "ilse")
SHOWN = ("try:crowd", "go:loft", "wait:")


def read(message: str, shown: Sequence[str] = SHOWN, moves: Sequence[PartyMove] | None = None) -> PartyIntent:
    return read_by(PartyPlay(TABLE.module, TABLE.state, "ilse"), message, shown, moves)


@pytest.mark.parametrize(
    ("message", "most", "turns"),
    [("/next", 5, 1), ("/auto", 5, 5), ("/auto 3", 5, 3), ("/auto 99", 5, 5), ("/auto 0", 5, 0), ("／自动 2", 5, 2),
     ("/下一步", 5, 1), ("auto", 5, None), ("/auto soon", 5, None)],
)  # fmt: skip
def test_as_many_turns_are_made_as_are_asked_for_and_no_more_than_the_most(
    message: str, most: int, turns: int | None
):
    assert turns_asked_for(message, most) == turns


@pytest.mark.parametrize(
    ("message", "name", "argument"),
    [("/help", "help", ""), ("/W pip hello", "whisper", "pip hello"), ("／帮助", "help", ""), ("/jump", "unknown", "jump"),
     ("/giveup", "giveup", ""), ("/undo2", "undo", "2")],
)  # fmt: skip
def test_a_command_is_known_by_any_of_its_names(message: str, name: str, argument: str):
    found = read(message)
    assert (found.kind, found.key, found.text) == ("command", name, argument)


def test_a_number_is_the_move_that_was_shown_under_it():
    assert (read("2").kind, read("2").key) == ("move", "go:loft")
    assert (read("9").kind, read("9").text) == ("range", "3")


@pytest.mark.parametrize("message", ["yes", "OK", "是的"])
def test_yes_takes_the_one_move_that_was_asked_back(message: str):
    assert read(message, ("go:loft",)).key == "go:loft"
    assert read(message, SHOWN).kind != "move", "of several it says nothing"
    assert read("no", ("go:loft",)).kind != "move"


def test_a_number_behind_which_nothing_is_open_any_more_is_not_understood():
    assert read("1", ("go:cellar",)).kind == "unknown"
    assert read("1", ()).kind == "unknown"


@pytest.mark.parametrize("message", ['"Who did it?"', "“Who did it?”", "「Who did it?」", '"Who did it?'])
def test_what_stands_in_quotes_is_said_aloud(message: str):
    assert (read(message).kind, read(message).text) == ("speech", "Who did it?")


def test_a_move_in_its_own_words_is_made_whatever_its_case_and_marks():
    for move in MOVES:
        assert read(f"{move.text.upper()} !").key == move.key


@pytest.mark.parametrize(("language", "leads"), [("en", ("I ", "We want to ")), ("zh", ("我", "我们要"))])
def test_a_move_is_meant_by_its_own_words_whoever_says_to_do_it(language: str, leads: tuple[str, ...]):
    table = Table(MODULES[language])
    play = PartyPlay(table.module, table.state, "ilse")
    for move in moves_of_seat(table.module, table.state, "ilse"):
        for lead in leads:
            found = read_by(play, f"{lead}{move.text}")
            assert is_right_or_asked(found.key, found.keys, move.key)


def test_who_is_addressed_and_is_not_here_is_said_to_be_absent():
    assert (read("Keeper, what happened?").kind, read("Keeper, what happened?").key) == ("absent", "keeper")
    assert (read("Hale, what happened?").kind, read("Hale, what happened?").key) == ("ask", ""), (
        "who is unmet"
    )


@pytest.mark.parametrize("message", ["Hello everybody", "good evening!", "hi all"])
def test_a_greeting_to_nobody_by_name_is_heard_by_all_and_is_no_way_to_go(message: str):
    assert (read(message).kind, read(message).text) == ("speech", message)


def test_a_companion_is_spoken_to_and_one_of_the_people_is_asked_about_what():
    assert read("Tobit, what do you think?").kind == "companion"
    asked = read("Warden, zxqv?")
    assert asked.kind == "ask" and asked.keys and all(key.startswith("talk:warden.") for key in asked.keys)


def test_what_is_denied_or_only_asked_is_asked_back():
    [label] = [move.text for move in MOVES if move.key == "try:crowd"]
    cue = next(move.cues[0] for move in MOVES if move.key == "try:crowd")
    for message in (f"I do not {cue}", f"could we {cue} perhaps?"):
        found = read(message)
        assert found.kind != "move", (label, found)


def test_going_nowhere_in_particular_asks_which_way():
    found = read("let's go somewhere")
    assert (found.kind, found.why) == ("ask", "which_way")
    assert len(found.keys) <= MOST_ASKED and all(key.startswith("go:") for key in found.keys)


@pytest.mark.parametrize(
    ("language", "message", "why"),
    [("en", "go back", "which_way"), ("en", "let's go to the square", "there_already"),
     ("en", "go to the square", "there_already"), ("zh", "去灯市口", "there_already"),
     ("en", "I climb on the roof", ""), ("zh", "去县衙", "")],
)  # fmt: skip
def test_who_goes_where_no_way_leads_is_asked_where_to(language: str, message: str, why: str):
    table = Table(MODULES[language])
    play = PartyPlay(table.module, table.state, "ilse")
    found = read_by(play, message)
    assert found.kind == "ask" and found.why == (why or found.why)
    assert all(key.startswith("go:") for key in found.keys)


@pytest.mark.parametrize(("language", "message"), [("en", "I tell them my secret"), ("zh", "说出我的秘密")])
def test_a_secret_that_is_to_be_told_is_asked_back_as_nobody_can_take_it_back(language: str, message: str):
    table = Table(MODULES[language])
    play = PartyPlay(table.module, table.state, "ilse")
    found = read_by(play, message)
    assert (found.kind, found.keys) == ("ask", ("tell:fare",))


@pytest.mark.parametrize(("language", "message"), [("en", "look at the boats"), ("zh", "看看渡口")])
def test_a_look_at_a_place_is_not_taken_for_going_there(language: str, message: str):
    table = Table(MODULES[language])
    play = PartyPlay(table.module, table.state, "ilse")
    found = read_by(play, message)
    assert (found.kind, found.keys) == ("ask", ("go:landing",))


def read_at(language: str, scene: str, message: str):
    """Return how words of Jory's are read in a scene of *Low Water*."""
    table = Table(BUNDLED["low_water", language])
    state = {**table.state, "at": dict.fromkeys(table.module.party, scene)}
    return read_by(PartyPlay(table.module, state, "jory"), message)  # pyright: ignore


@pytest.mark.parametrize(
    ("language", "message", "key"),
    [
        ("en", "whistle two notes", "talk:mags.whistle"),
        ("en", "give the two notes", "talk:mags.whistle"),
        ("en", "I tell the others about the two notes", "tell:whistle"),
        ("zh", "吹两声口哨", "talk:mags.whistle"),
        ("zh", "告诉大家两声口哨", "tell:whistle"),
    ],
)
def test_a_secret_is_told_only_where_the_words_say_so(language: str, message: str, key: str):
    found = read_at(language, "crypt", message)
    assert is_right_or_asked(found.key, found.keys, key)
    assert read_at(language, "ford", message).kind != "move" or key.startswith("tell:")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "smash the gears"), ("zh", "砸齿轮"), ("zh", "拆了齿轮")]
)
def test_a_harmful_deed_is_not_taken_for_a_look(language: str, message: str):
    found = read_at(language, "weir", message)
    assert (found.kind, found.keys) == ("ask", ("try:gears",))


def test_what_fits_nothing_makes_no_move():
    found = read("zxqv")
    assert (found.kind, found.why) in {("unknown", "which"), ("ask", "nearest")}


def test_cues_that_several_moves_share_ask_back():
    moves = [PartyMove(f"try:{n}", f"Thing {n}", ("lamp",)) for n in range(MOST_ASKED + 1)]
    found = read("the lamp", (), moves)
    assert (found.kind, len(found.keys)) == ("ask", MOST_ASKED)


def test_the_longer_cue_decides():
    moves = [PartyMove("try:lamp", "The lamp", ("lamp",)), PartyMove("try:oil", "The oil", ("lamp oil",))]
    assert read("lamp oil", (), moves).key == "try:oil"


def test_whoever_leads_tells_unless_it_is_a_move_word_for_word():
    assert master_intent("The rain begins.", MOVES, SHOWN).kind == "unknown"
    assert master_intent(MOVES[0].text, MOVES, SHOWN).key == MOVES[0].key
    assert master_intent("/recap", MOVES, SHOWN).kind == "command"
