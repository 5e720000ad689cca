"""Calls of the models at a table: closed forms, words that can be used, costs, and budgets that hold."""

from typing import Any

import pytest

from echoes.core.errors import ModelFailed
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.forms import WordDecision
from echoes.games.party.agents.windows import LEADER, SUMMARIZER, TELLER
from echoes.games.party.events import PartyTrace
from echoes.games.party.leading import no_lead
from echoes.games.party.settings import PartySettings
from echoes.models.providers.scripted import ScriptedClient

GOOD = "The reeds bend, and for a while nothing else moves."
AWAY = ModelFailed("unreachable", "nobody is there", "Start it.", spent=Usage(model_calls=1))
SYSTEM = "You are the voice of whoever leads, and you tell what those who listen can see and hear."


def agents(*replies: Any, **settings: Any) -> tuple[PartyAgents, ScriptedClient]:
    model = ScriptedClient([*replies])
    models: Any = {LEADER: model, TELLER: model, SUMMARIZER: model}
    return PartyAgents(models, ReplyJournal(), PartySettings(pause_s=0, **settings), "en"), model


async def told(*replies: Any) -> tuple[tuple[str, str], PartyAgents, ScriptedClient]:
    by, model = agents(*replies)
    return await by.tell("tell", SYSTEM, "prompt", ["Ilse Varn", "Ilse"]), by, model


async def test_a_decision_is_a_closed_form_and_what_is_none_is_no_decision():
    by, _ = agents({"move": 2, "tone": "wry"})
    assert await by.decide("word", SYSTEM, "prompt", WordDecision) == WordDecision(move=2, tone="wry")
    by, model = agents(*["I would rather not."] * 3)
    assert await by.decide("word", SYSTEM, "prompt", WordDecision) is None
    assert "word" in by.failures and by.kinds == {"word": "unreadable"}
    assert len(model.asked) == 3 and by.costs["word"].model_calls == 3, "it was asked three times"


async def test_good_words_are_taken_with_the_name_of_their_model():
    found, by, model = await told(GOOD)
    assert found == (GOOD, "scripted")
    assert len(model.asked) == 1 and by.failures == {}


@pytest.mark.parametrize(
    "bad", ["Ilse says that she agrees.", "You rolled a natural 20.", SYSTEM, '{"text": null}']
)
async def test_words_that_cannot_be_used_are_asked_for_once_more(bad: str):
    found, _, model = await told(bad, GOOD)
    assert found == (GOOD, "scripted")
    assert model.asked[1][1].endswith("prompt") and model.asked[1][1] != "prompt"


async def test_of_words_that_cannot_be_used_twice_the_rest_is_taken():
    mixed = f"{GOOD} Ilse says that she agrees."
    found, by, _ = await told(mixed, mixed)
    assert found[0] == GOOD
    found, by, _ = await told(SYSTEM, SYSTEM)
    assert found == ("", "") and by.failures == {"tell": "prompt"}


async def test_a_voice_that_fails_says_nothing_and_is_paid_for():
    found, by, model = await told(AWAY)
    assert found == ("", "") and "nobody is there" in by.failures["tell"]
    assert len(model.asked) == 1 and by.costs["tell"].model_calls == 1


async def test_words_are_cut_where_they_do_not_end():
    by, _ = agents("The reeds bend. " * 2000, reply_tokens={"narrator": 40})
    text, _ = await by.tell("tell", SYSTEM, "prompt", [])
    assert 0 < len(text) < 600


async def test_a_summary_that_is_none_is_left_out():
    by, _ = agents("Four people, and no ferryman.")
    assert await by.sum_up("summary", SYSTEM, "prompt") == "Four people, and no ferryman."
    by, _ = agents(SYSTEM)
    assert await by.sum_up("summary", SYSTEM, "prompt") == "" and "summary" in by.failures


@pytest.mark.parametrize(
    ("bounds", "calls", "tokens", "may"),
    [
        ({}, 9, 9, True),
        ({"calls": 10}, 9, 0, True),
        ({"calls": 9}, 9, 0, False),
        ({"tokens": 9}, 0, 9, False),
    ],
)
def test_the_budget_of_a_session_bounds_calls_and_tokens(
    bounds: dict[str, int], calls: int, tokens: int, may: bool
):
    by, _ = agents(master=bounds)
    assert by.may_ask({**no_lead(), "calls": calls, "tokens": tokens}) is may


async def test_costs_are_noted_once():
    class Noted:
        def __init__(self) -> None:
            self.noted: list[PartyTrace] = []

        def note_first(self, noted: PartyTrace) -> None:
            self.noted.append(noted)

    _, by, _ = await told(SYSTEM, SYSTEM)
    play: Any = Noted()
    by.note_costs_in(play)
    by.note_costs_in(play)
    [noted] = play.noted
    assert noted.usage.model_calls == 2 and noted.failures == {"tell": "prompt"}
