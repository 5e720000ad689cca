"""Free words of somebody who plays: they walk, look and follow as people say it, and waste no turn."""

import pytest
from tests.unit.games.party.table import BUNDLED, Table, read_by
from tests.words import is_right_or_asked

from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState
from echoes.games.party.turn.intents import PartyIntent
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.party_move import PartyMove
from echoes.games.party.turn.respond import make_table_move


class Reader:
    """A table at which the whole party is in one place and knows of some things.

    Args:
        module, language: that is played.
        scene: where everybody is; been: where they have been as well.
        flags: what they know of.
    """

    def __init__(
        self, module: str, language: str, scene: str, been: tuple[str, ...] = (), flags: tuple[str, ...] = ()
    ) -> None:
        table = Table(BUNDLED[module, language])
        self.module, party = table.module, [*table.module.party]
        self.state: PartyState = {
            **table.state,
            "at": dict.fromkeys(party, scene),
            "been": {seat: [*been, scene] for seat in party},
            "flags": dict.fromkeys(flags, party),
        }
        self.seat = party[0]

    def read(self, message: str) -> PartyIntent:
        moves = moves_of_seat(self.module, self.state, self.seat)
        return read_by(PartyPlay(self.module, self.state, self.seat), message, (), moves)


@pytest.mark.parametrize(("language", "message"), [("en", "back"), ("en", "leave"), ("en", "let's go back"),
                                                   ("zh", "离开"), ("zh", "回去")])  # fmt: skip
def test_who_leaves_where_only_one_way_leads_takes_it(language: str, message: str):
    assert Reader("eleven_lanterns", language, "house").read(message).key == "go:square"
    assert Reader("eleven_lanterns", language, "square").read(message).kind == "ask", "of several which"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "go to the mill"),
        ("en", "I walk out to Reth's mill"),
        ("zh", "去磨坊"),
        ("zh", "出去，去磨坊找芮大娘"),
    ],
)
def test_who_wants_to_go_farther_is_shown_how_one_sets_out(language: str, message: str):
    found = Reader("eleven_lanterns", language, "house", been=("square",)).read(message)
    assert is_right_or_asked(found.key, found.keys, "go:square")
    found = Reader("eleven_lanterns", language, "house").read(message)
    assert found.why != "leads_by", "who was never there"


@pytest.mark.parametrize(("language", "message"), [("en", "go to the mill"), ("zh", "去磨坊")])
def test_who_names_a_place_farther_on_is_told_that_the_way_leads_by_another(language: str, message: str):
    found = Reader("eleven_lanterns", language, "house", been=("square",)).read(message)
    assert (found.kind, found.why) == ("ask", "leads_by")


@pytest.mark.parametrize(("language", "message"), [("en", "go in along the channel"), ("zh", "顺水道进去")])
def test_a_way_that_is_not_found_is_not_searched_for_unasked(language: str, message: str):
    found = Reader("low_water", language, "reeds").read(message)
    assert (found.kind, found.why) == ("ask", "no_such_way")
    assert all(key.startswith("go:") for key in found.keys)
    assert Reader("low_water", language, "reeds", flags=("channel_found",)).read(message).key == "go:channel"


@pytest.mark.parametrize(("language", "message"), [("en", "Go to the shrine"), ("zh", "去河神祠")])
def test_who_walks_away_from_a_gathering_is_told_that_nobody_can(language: str, message: str):
    assert Reader("low_water", language, "green", flags=("gathered",)).read(message).kind == "stuck"


@pytest.mark.parametrize(("language", "message"), [("en", "I accuse Thea"), ("zh", "我指认邱师傅")])
def test_to_accuse_is_to_vote_where_there_is_a_vote(language: str, message: str):
    flags = ("gathered", "gears_seen")
    found = Reader("low_water", language, "green", flags=flags).read(message)
    assert is_right_or_asked(found.key, found.keys, "accuse:quill")
    assert Reader("low_water", language, "weir", flags=flags).read(message).key != "accuse:quill"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "examine the keeper's wound"),
        ("en", "look closely at the old man's head"),
        ("zh", "看看老人头上的伤"),
    ],
)
def test_a_look_is_for_a_thing_rather_than_words_with_its_owner(language: str, message: str):
    found = Reader("eleven_lanterns", language, "house").read(message)
    assert is_right_or_asked(found.key, found.keys, "try:tend")


@pytest.mark.parametrize(("language", "message"), [("en", "visit Osk"), ("zh", "去看看受伤的老欧")])
def test_who_is_not_here_is_where_one_has_met_them(language: str, message: str):
    found = Reader("eleven_lanterns", language, "square", been=("house",)).read(message)
    assert (found.kind, found.key, found.keys) == ("ask", "keeper", ("go:house",))


def test_a_question_is_about_whom_it_names_and_not_about_whom_it_is_put_to():
    assert Reader("low_water", "en", "weir").read("Ask Thea where Bram is").key == "talk:quill.bram"
    assert Reader("low_water", "en", "heron").read("ask Sorrel about Dace").key == "talk:sorrel.dace"


@pytest.mark.parametrize(
    ("language", "message"), [("en", "I tell Tobit about the fare"), ("zh", "告诉托比黄昏的船客")]
)
def test_a_secret_for_one_companion_is_asked_back_as_all_hear_it(language: str, message: str):
    found = Reader("eleven_lanterns", language, "square").read(message)
    assert (found.kind, found.keys) == ("ask", ("tell:fare",))


@pytest.mark.parametrize(("language", "follow"), [("en", "I follow Ilse"), ("zh", "跟着伊莎")])
def test_a_companion_is_followed_where_it_was_seen_going(language: str, follow: str):
    table = Table(BUNDLED["eleven_lanterns", language])
    table.move("go:loft")  # Ilse
    play = PartyPlay(table.module, table.state, "tobit")
    assert read_by(play, follow).key == "go:loft"
    table.move("go:mill")  # Tobit
    play = PartyPlay(table.module, table.state, "tobit")
    farther = read_by(play, follow)
    assert farther.key == "go:square", "the first step of the way there"


@pytest.mark.parametrize(("language", "follow"), [("en", "I follow Tobit"), ("zh", "跟着托比")])
def test_a_companion_who_is_here_need_not_be_followed(language: str, follow: str):
    found = Reader("eleven_lanterns", language, "square").read(follow)
    assert (found.kind, found.key) == ("here", "tobit")


def test_a_companion_who_is_sent_somewhere_is_spoken_to_and_not_followed():
    found = Reader("eleven_lanterns", "en", "square").read("Pip, go back")
    assert (found.kind, found.key) == ("companion", "pip")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I go with Tobit and look at the lanterns"),
        ("en", "let's go with Tobit to talk to the watchman"),
        ("en", "Tobit, come with me to the market"),
        ("zh", "我跟着托比去看灯笼"),
    ],
)
def test_what_is_done_beside_a_companion_is_not_lost(language: str, message: str):
    assert Reader("eleven_lanterns", language, "square").read(message).kind != "here"


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Mags, let him go"), ("zh", "马嫂，你要怎样才肯放人？")]
)
def test_words_to_whom_one_fights_may_end_it(language: str, message: str):
    reader = Reader("low_water", language, "crypt")
    play = PartyPlay(reader.module, reader.state, "jory")
    make_table_move(play, "try:rush", "")
    moves = moves_of_seat(reader.module, play.state, "jory")
    found = read_by(PartyPlay(reader.module, play.state, "jory"), message, (), moves)
    assert (found.kind, found.keys) == ("ask", ("parley:",))


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "follow Neve"), ("en", "visit Sorrel"), ("zh", "去找沈娘子"), ("zh", "跟着宁素")],
)
def test_nobody_walks_away_to_others_while_they_fight(language: str, message: str):
    reader = Reader("low_water", language, "crypt", been=("heron", "reeds"))
    party = [*reader.module.party]
    at = {**reader.state["at"], party[-1]: "reeds"}
    play = PartyPlay(reader.module, {**reader.state, "at": at, "flags": {"grille_open": party}}, party[0])
    make_table_move(play, "try:rush", "")
    moves = moves_of_seat(reader.module, play.state, party[0])
    found = read_by(PartyPlay(reader.module, play.state, party[0]), message, (), moves)
    assert {found.key, *found.keys} - {move.key for move in moves} <= {"", *party, *reader.module.people}


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("zh", "我不投黑尔"),
        ("zh", "肯定不是安索"),
        ("zh", "除了黑尔都行"),
        ("zh", "守灯人是无辜的"),
        ("zh", "港务长还是芮大娘"),
        ("zh", "不是芮大娘，是安索"),
        ("en", "it wasn't the harbourmaster"),
        ("en", "anybody but the harbourmaster"),
        ("en", "Hale or Reth"),
        ("en", "the keeper is innocent"),
    ],
)
def test_a_vote_is_never_taken_from_words_that_deny_it_or_leave_it_open(language: str, message: str):
    reader = Reader("eleven_lanterns", language, "square")
    suspects = [who for who in reader.module.people if reader.module.accusation]
    moves = [PartyMove(f"accuse:{who}", reader.module.people[who].name, (reader.module.people[who].name,))
             for who in suspects]  # fmt: skip
    play = PartyPlay(reader.module, reader.state, reader.seat)
    assert read_by(play, message, (), moves).kind != "move"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "go up to the loft or go down to the landing"),
        ("zh", "除了河屋都行"),
        ("zh", "皮普去河屋"),
        ("zh", "我认为是港务长干的"),
        ("zh", "港务长不是好人"),
    ],
)
def test_what_leaves_open_which_or_is_said_of_others_takes_no_turn(language: str, message: str):
    assert Reader("eleven_lanterns", language, "square").read(message).kind != "move"


@pytest.mark.parametrize(
    ("module", "language", "scene", "message", "move"),
    [
        ("low_water", "en", "ford", "read the riverbed", "try:bed"),
        ("eleven_lanterns", "zh", "square", "去河边", "go:landing"),
        ("eleven_lanterns", "zh", "toll", "去河边", "go:landing"),
        ("eleven_lanterns", "en", "square", "go to the river", "go:landing"),
    ],
)
def test_the_river_is_where_everybody_calls_it(
    module: str, language: str, scene: str, message: str, move: str
):
    assert Reader(module, language, scene).read(message).key == move


@pytest.mark.parametrize(
    ("module", "language", "scene", "message"),
    [
        *(
            ("eleven_lanterns", "en", scene, message)
            for scene in ("square", "toll")
            for message in ("I want water", "talk about the water", "ask about the river")
        ),
        *(
            ("eleven_lanterns", "zh", scene, each)
            for scene in ("square", "toll")
            for each in ("河边有什么", "问河边的事")
        ),
        ("low_water", "en", "ford", "talk about the riverbed"),
        ("low_water", "zh", "heron", "问河边的事"),
    ],
)
def test_who_only_speaks_of_the_river_does_not_go_there(module: str, language: str, scene: str, message: str):
    assert Reader(module, language, scene).read(message).kind != "move"


def test_who_listens_to_the_river_does_not_go_there():
    assert Reader("eleven_lanterns", "en", "square").read("listen to the river").key != "go:landing"


@pytest.mark.parametrize(
    ("module", "language", "scene", "message"),
    [
        *(("low_water", "en", "ford", f"{verb} about the river") for verb in ("ask", "talk", "inquire")),
        ("low_water", "en", "ford", "ask about the weir"),
        *(("low_water", "zh", "ford", each) for each in ("问问河床", "打听河床", "谁去了水闸", "河床怎么了")),
        *(
            ("eleven_lanterns", "zh", "square", each)
            for each in ("谁去河边了", "什么人去河边了", "问问谁去河边了", "他去河边了", "为什么去河边")
        ),
    ],
)
def test_what_is_asked_or_said_of_others_moves_nobody(module: str, language: str, scene: str, message: str):
    assert Reader(module, language, scene).read(message).kind != "move"
