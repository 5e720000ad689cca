"""Adventures that a model suggests at a table: checked, asked for once more, left out with a word."""

from typing import Any

import pytest
from tests.flows.test_tables_with_models import begun, mates, speak, table
from tests.tablemates import Tablemates

from echoes.app import open_engine
from echoes.core.log.events import Event
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.events import PartyReplied, Suggested
from echoes.testing import Say

__all__ = ["mates", "table"]
LISTS: dict[str, Any] = {
    "en": {
        "adventures": [
            {"title": "The late boat", "hook": "A boat drifts down with nobody in it."},
            {"title": "A borrowed drum", "hook": "Somebody has lost a drum, and will not say to whom."},
        ]
    },
    "zh": {
        "adventures": [
            {"title": "迟来的船", "hook": "一条船顺着河漂下来，上面一个人也没有。"},
            {"title": "借来的鼓", "hook": "有人丢了一面鼓，却不肯说借给了谁。"},
        ]
    },
}


def said(events: list[Event]) -> str:
    [one] = [event for event in events if isinstance(event, PartyReplied)]
    return one.text


@pytest.mark.parametrize(("lang", "command"), [("en", "/ideas"), ("zh", "/点子")])
async def test_a_list_is_suggested_from_what_the_seat_has_seen_and_to_it_alone(
    table: GameEngine, mates: Tablemates, lang: str, command: str
):
    mates.told["ideas"] = LISTS[lang]
    session = await begun(table, lang)
    seat = await table.next_seat(session)
    text = said(await speak(table, session, command))
    assert all(f"  {n}  {one['title']}" in text for n, one in enumerate(LISTS[lang]["adventures"], 1))
    module: Any = (await table.open_session(session)).scenario
    shown = mates.shown("ideas")
    assert not [secret for secret in module.secrets.values() if secret.text in shown]
    title = LISTS[lang]["adventures"][0]["title"]
    others = [PUBLIC, *(one for one in module.party if one != seat)]
    entries = read_entries(table, session)
    assert not any(title in str(entry.event) for one in others for entry in seen_by(entries, one))
    events = await speak(table, session, f"/suggest {title}")
    assert [event.text for event in events if isinstance(event, Suggested)] == [title]
    assert await table.next_seat(session) == seat, "it takes no turn"
    assert (await replay(table, session)).differences == []


async def test_a_list_that_breaks_a_rule_is_asked_for_once_more_and_told_why(
    table: GameEngine, mates: Tablemates
):
    replies = iter([{"adventures": LISTS["en"]["adventures"][:1]}, LISTS["en"]])
    mates.told["ideas"] = lambda asked: next(replies)
    session = await begun(table)
    assert "The late boat" in said(await speak(table, session, "/ideas"))
    assert "too few" in mates.shown("ideas")
    assert mates.tasks() == ["ideas", "ideas"]
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize(
    "reply",
    ["no form at all", Say(status=500), {"adventures": []}, LISTS["zh"],
     {"adventures": [{"title": "Mags Fallow's salt", "hook": "Salt comes ashore at night."},
                     {"title": "A door", "hook": "A door stands open."}]}],
    ids=["malformed", "refused", "none", "another language", "names of secrets"],
)  # fmt: skip
async def test_what_can_not_be_used_is_left_out_with_a_word(table: GameEngine, mates: Tablemates, reply: Any):
    mates.told["ideas"] = reply
    session = await begun(table)
    text = said(await speak(table, session, "/ideas"))
    assert text.startswith("The model has no adventures") and "Mags" not in text
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize(
    ("lang", "command", "word"), [("en", "/ideas", "takes a model"), ("zh", "/点子", "没有模型")]
)
async def test_without_a_model_it_is_said_that_it_takes_one(lang: str, command: str, word: str):
    async with open_engine() as engine:
        session = await begun(engine, lang)
        assert word in said(await speak(engine, session, command))
