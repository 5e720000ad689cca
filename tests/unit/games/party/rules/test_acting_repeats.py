"""Nothing that a seat has heard is told it once more word for word, while others hear it for the first time."""

from typing import Any

from tests.unit.games.party.table import BUNDLED, Table

from echoes.games.party.events import Said, SecretTold
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.acting import perform_move
from echoes.games.party.rules.play import PartyPlay

MODULE = BUNDLED["low_water", "en"]


def heard(play: PartyPlay, seat: str) -> list[str]:
    """Return the words that a seat heard."""
    events = [one.event for one in play.entries() if isinstance(one.event, Said | SecretTold)]
    return [one.text for one in events if not one.audience or seat in one.audience]


def deed(state: Any, seat: str, key: str, module: Module = MODULE) -> PartyPlay:
    play = PartyPlay(module, state, seat)
    play.tell("It begins.", ())
    perform_move(play, key, "")
    return play


def test_an_answer_is_heard_by_those_who_have_not_heard_it():
    at = {"jory": "heron", "neve": "heron", "corin": "ford", "ash": "ford"}
    first = deed({**Table(MODULE).state, "at": at}, "jory", "talk:dace.quarrel")
    said = MODULE.people["dace"].topics["quarrel"].says
    assert said in heard(first, "neve")
    state: Any = {**first.state, "at": {**at, "ash": "heron"}}
    second = deed(state, "ash", "talk:dace.quarrel")
    [again] = [one for one in heard(second, "ash") if said in one]
    assert again != said and "once more" in again, "it does not come as if it were new"
    assert again not in heard(second, "neve")
    third = deed({**second.state, "at": {**at, "ash": "heron"}}, "ash", "talk:dace.quarrel")
    assert MODULE.people["dace"].topics["quarrel"].again in heard(third, "ash")


def test_what_was_found_is_told_to_whoever_has_not_seen_it():
    at = {"jory": "heron", "neve": "heron", "corin": "ford", "ash": "ford"}
    place, feature = next(
        (f"{scene}.{key}", one)
        for scene, spec in MODULE.scenes.items()
        for key, one in spec.features.items()
        if one.check is None and not one.quiet
    )
    scene, _, key = place.partition(".")
    first = deed({**Table(MODULE).state, "at": {**at, "jory": scene, "neve": scene}}, "jory", f"try:{key}")
    assert feature.success.text in heard(first, "neve")
    second = deed(first.state, "neve", f"try:{key}")
    assert feature.success.text in heard(second, "neve")
    assert feature.success.text not in heard(second, "jory")


def test_a_confession_is_made_once_and_then_only_told():
    at = {"jory": "heron", "neve": "heron", "corin": "ford", "ash": "ford"}
    secret = next(key for key, one in MODULE.secrets.items() if one.knows[:1] == ("jory",))
    first = deed({**Table(MODULE).state, "at": at}, "jory", f"tell:{secret}")
    [words] = MODULE.party["jory"].lines["secret"]
    assert words in heard(first, "neve")
    state: Any = {**first.state, "at": {**at, "ash": "heron"}}
    second = deed(state, "jory", f"tell:{secret}")
    assert words not in heard(second, "ash") and any("once more" in one for one in heard(second, "ash"))
    assert "jory" in second.state["knows"] and secret in second.state["knows"]["ash"]


def test_a_way_is_told_of_when_it_is_gone_for_the_first_time():
    way = next(key for key, one in MODULE.scenes["ford"].exits.items() if one.to == "heron")
    told = MODULE.scenes["ford"].exits[way].text
    at = dict.fromkeys(MODULE.party, "ford")
    first = deed({**Table(MODULE).state, "at": at}, "jory", f"go:{way}")
    assert told in heard(first, "jory")
    again: Any = {**first.state, "at": at}
    assert told not in heard(deed(again, "jory", f"go:{way}"), "jory")
    assert told in heard(deed(again, "neve", f"go:{way}"), "neve")
