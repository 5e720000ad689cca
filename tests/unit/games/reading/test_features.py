"""The features of a move and a message: whole hundredths, of the persons, the act and the words of both."""

import pytest

from echoes.games.reading.features import features_of
from echoes.games.reading.lexicon import Lexicon
from echoes.games.reading.move import Circumstances, WordedMove

NAMES = {"marta": ("Marta",), "otto": ("Otto",)}
ASK = WordedMove("ask:marta:flood", "Ask Marta about the flood", ("the flood", "high water"), "ask", "marta")
LAMP = WordedMove("do:lamp", "Light the lamp", ("kindle the lantern",))
HERE = Circumstances(frozenset(NAMES), "otto", ("do:lamp",))


def features(message: str) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    lexicon = Lexicon("en", NAMES)
    moves, rows, none = features_of(lexicon, lexicon.read(message), (ASK, LAMP), (400, 300), HERE)
    return {move.key: row for move, row in zip(moves, rows, strict=True)}, none


@pytest.mark.parametrize(
    "message", ["Marta, what about the flood?", "light", "", "zzz", "Otto kindles nothing!"]
)
def test_every_feature_is_a_whole_number_of_hundredths(message: str):
    rows, none = features(message)
    for value in (value for row in (*rows.values(), none) for value in row.values()):
        assert value == round(value, 2)


def test_what_is_said_of_a_move_and_what_is_left_over():
    rows, none = features("I light the lamp")
    lamp, ask = rows["do:lamp"], rows["ask:marta:flood"]
    assert lamp["cue"] == 1.0 and lamp["said"] == 1.0 and lamp["rest"] == 0.0 and lamp["shown"] == 1.0
    assert ask["cue"] == 0.0 and ask["rest"] > 0 and ask["fit_gap"] == -1.0
    assert none["none_fit"] == 1.0 and none["none_known"] == 1.0


def test_near_words_count_for_less_than_the_same():
    rows, _ = features("light the lanterns")
    assert 0 < rows["do:lamp"]["soft_cue"] <= 1.0


def test_who_is_named_and_who_else():
    rows, _ = features("Otto, what about the flood?")
    assert rows["ask:marta:flood"]["who_other"] == 1.0 and rows["ask:marta:flood"]["who_named"] == 0.0
    rows, _ = features("Marta, what about the flood?")
    assert rows["ask:marta:flood"]["who_named"] == 1.0 and "asked_ask" in rows["ask:marta:flood"]


@pytest.mark.parametrize(
    ("message", "feature"),
    [
        ("I don't light the lamp", "denied_deed"),
        ("should I light the lamp", "mused_deed"),
        ("she lights the lamp", "of_others_deed"),
        ('I shout "light the lamp" at them', "quoted_deed"),
    ],
)
def test_how_the_speaker_stands_to_a_deed(message: str, feature: str):
    assert features(message)[0]["do:lamp"][feature] == 1.0
    assert feature not in features("I light the lamp")[0]["do:lamp"]


def test_only_the_likeliest_of_many_moves_are_looked_at():
    lexicon = Lexicon("en", {})
    moves = [WordedMove(f"do:{n}", f"Open door number {n}") for n in range(60)]
    kept, rows, _ = features_of(lexicon, lexicon.read("light the lamp"), [*moves, LAMP], [0] * 61, HERE)
    assert LAMP in kept and len(kept) == len(rows) < 40


def test_whom_a_move_concerns_is_said_by_name():
    lexicon = Lexicon("en", NAMES)
    ask = WordedMove("ask:marta:otto", "Ask Marta about him", ("him",), "ask", "marta", ("otto",))
    own = WordedMove("ask:marta:marta", "Ask Marta about herself", ("Marta",), "ask", "marta", ("marta",))
    said = lexicon.read("Marta, who is Otto?")
    _, (of_otto, of_her), _ = features_of(lexicon, said, (ask, own), (0, 0), HERE)
    assert of_otto["cue"] == 1.0 and of_otto["people_in"] == 1.0
    assert of_her["self_unmeant"] == 1.0 and of_her["cue"] == 0.0
    _, (_, of_her), _ = features_of(
        lexicon, lexicon.read("Marta, tell me about yourself"), (ask, own), (0, 0), HERE
    )
    assert of_her["self_meant"] == 1.0


def test_a_name_alone_is_no_deed():
    lexicon = Lexicon("en", NAMES)
    deed = WordedMove("do:toast", "Drink with Otto", ("to Otto",))
    _, (row,), _ = features_of(lexicon, lexicon.read("kill Otto"), (deed,), (0,), HERE)
    assert row["cue"] < 1.0
