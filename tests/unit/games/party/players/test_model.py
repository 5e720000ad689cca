"""Companions that are models: they choose among what is offered, and rules choose where they do not."""

from collections.abc import Sequence
from typing import Any, Literal

import pytest
from tests.unit.games.party.table import MODULES

from echoes.core.errors import ModelFailed
from echoes.core.log.events import Event
from echoes.core.operation.usage import Usage
from echoes.games.context_window import Part, Section, Window
from echoes.games.party.agents.calls import patiently_asked
from echoes.games.party.agents.forms import CompanionChoice
from echoes.games.party.events import MovesOffered
from echoes.games.party.events.session import PartyStartTrace
from echoes.games.party.opening import table_opening
from echoes.games.party.players.model import ModelCompanion
from echoes.games.party.settings import PartySettings
from echoes.games.player import PlayerSeat
from echoes.games.world.events import MoveOption
from echoes.models.providers.scripted import ScriptedClient

OFFER = MovesOffered(
    seat="pip",
    prompt="What do you do?",
    options=[
        MoveOption(n=n, key=key, text=key) for n, key in enumerate(("try:crowd", "go:loft", "wait:"), 1)
    ],
)
AWAY = ModelFailed("unreachable", "nobody is there")
SECRET, HEARD = "The duke is my father.", "It rains."


def companion(
    *replies: Any, fallback: Literal["none", "embedded"] = "none", **settings: Any
) -> tuple[ModelCompanion, ScriptedClient]:
    started, _ = table_opening(MODULES["en"], "party", PartyStartTrace(seed="seed"))

    async def look() -> Window:
        sections = (Section(Part.SUMMARY, (SECRET,), "pip"), Section(Part.EVIDENCE, (HEARD,), "pip"))
        return Window(sections, 0, {})

    model = ScriptedClient([*replies])
    seat = PlayerSeat(started, look, llm=model, seat="pip")
    own = PartySettings(companions=settings, fallback=fallback, pause_s=0)
    return ModelCompanion(seat, own), model


async def moves(player: ModelCompanion, count: int = 1, events: Sequence[Event] = (OFFER,)) -> list[str]:
    made: list[str] = []
    for _ in range(count):
        move = await player.move(events, 1)
        assert move is not None
        made.append(move.text)
    return made


async def test_a_model_chooses_by_number():
    player, _ = companion({"number": 2})
    assert await moves(player) == ["2"]


async def test_a_number_that_is_not_offered_leaves_the_choice_to_the_rules():
    player, _ = companion({"number": 9})
    [made] = await moves(player)
    assert made in ("1", "2", "3")


async def test_words_are_said_first_and_the_move_follows():
    player, model = companion({"number": 2, "speaks": True}, "Mind the wet stones.", speak_every=1)
    assert await moves(player, 2) == ["“Mind the wet stones.”", "2"]
    assert len(model.asked) == 2


async def test_what_others_hear_comes_from_a_call_that_sees_only_what_they_know():
    player, model = companion({"number": 2, "speaks": True}, "Mind the wet stones.", speak_every=1)
    await moves(player)
    chosen, voiced = (prompt for _, prompt in model.asked)
    assert SECRET in chosen
    assert SECRET not in voiced and HEARD in voiced


async def test_words_for_somebody_else_are_not_said():
    player, _ = companion({"number": 2, "speaks": True}, "Ilse says that she agrees.", speak_every=1)
    assert await moves(player) == ["2"]


async def test_a_companion_does_not_talk_all_the_time():
    choice = {"number": 2, "speaks": True}
    player, model = companion(choice, choice, choice, "Mind the wet stones.", speak_every=3)
    assert await moves(player, 4) == ["2", "2", "“Mind the wet stones.”", "2"]
    silent, model = companion(choice, choice, speak_every=0)
    assert await moves(silent, 2) == ["2", "2"] and len(model.asked) == 2


async def test_a_character_holds_while_its_model_fails():
    player, _ = companion(AWAY, AWAY, {"number": 2})
    assert await moves(player, 3) == ["/hold no reply", "/hold no reply", "2"]


async def test_a_model_that_may_reply_yet_is_asked_three_times_with_growing_pauses(
    monkeypatch: pytest.MonkeyPatch,
):
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("echoes.games.party.agents.calls.asyncio.sleep", sleep)
    late = ModelFailed("timeout", "it is late", spent=Usage(model_calls=1))
    ask = ScriptedClient([late, late, {"number": 2}, late, late, late, AWAY])

    async def asked() -> tuple[CompanionChoice, Usage]:
        return await patiently_asked(lambda: ask.generate_structured("", "", CompanionChoice), 1.5)

    reply, usage = await asked()
    assert (reply.number, usage.model_calls, pauses) == (2, 3, [1.5, 3.0])
    with pytest.raises(ModelFailed) as failure:
        await asked()
    assert failure.value.spent == Usage(model_calls=3)
    with pytest.raises(ModelFailed):
        await asked()
    assert len(ask.asked) == 7, "one that the client has tried again is not asked once more"


async def test_where_rules_take_over_the_table_is_told_once_that_a_model_is_away():
    player, _ = companion(AWAY, AWAY, {"number": 2}, fallback="embedded")
    first, second, third, fourth = await moves(player, 4)
    assert first == "/away" and second in ("1", "2", "3") and third in ("1", "2", "3")
    assert fourth == "2", "it is back"


async def test_where_a_budget_is_spent_the_rules_go_on():
    spent = ModelFailed("budget", "the budget is spent")
    player, _ = companion({"number": 2}, spent, spent)
    first, second, *others = await moves(player, 4)
    assert (first, second) == ("2", "/away") and {*others} <= {"1", "2", "3"}
