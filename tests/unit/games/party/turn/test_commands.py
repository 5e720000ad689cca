"""Commands at the table: what somebody stops, leaves out or veils stays so, and nobody is told who asked."""

from collections.abc import Sequence
from typing import cast

import pytest
from tests.unit.games.party.table import BUNDLED, MODULES, Table, read_by

from echoes.core.log.entries import Entry, number_turns
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.protocols import EventFilter
from echoes.games.context_window import Part
from echoes.games.conversation.shell import say
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.events import (
    ContentStopped,
    LinesDrawn,
    MovesOffered,
    PartyReplied,
    Said,
    TurnPassed,
    Whispered,
)
from echoes.games.party.game import Party
from echoes.games.party.phrases import table_phrase
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.boundaries import boundary_words
from echoes.games.party.rules.casting import at_table
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.settings import PartySettings
from echoes.games.party.state import PartyState, seat_to_act
from echoes.games.party.turn.commands import PartyTurn, run_table_command
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.making import answer_making, begin_making
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.passing import offer_at_table
from echoes.games.party.turn.window import seat_window
from echoes.games.resources import Limits


class Log:
    """A history of entries."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    async def entries(self) -> Sequence[Entry]:
        return self._entries

    async def newest(self, wanted: EventFilter) -> Sequence[Entry]:
        return [entry for entry in self._entries if wanted(entry.event)]


async def command(table: Table, message: str, entries: Sequence[Entry] = (), seat: str = "ilse") -> PartyTurn:
    agents = PartyAgents({}, ReplyJournal(), PartySettings(), table.module.language)
    context = PartyContext("s", table.module, agents.journal, Log(entries), Limits(), agents)
    play = PartyPlay(at_table(table.module, table.state), table.state, seat)
    return await run_table_command(context, play, read_by(play, message, (), []))


@pytest.mark.parametrize(
    ("language", "own"), [("en", ("/say", "/check")), ("zh", ("/说", "/检定"))], ids=["en", "zh"]
)
async def test_whoever_leads_is_helped_with_commands_of_their_own(language: str, own: Sequence[str]):
    table = Table(MODULES[language])
    leads, plays = [
        event.text
        for seat in ("master", "ilse")
        for entry in (await command(table, "/help", seat=seat)).get("outbox", [])
        if isinstance(event := entry.event, PartyReplied)
    ]
    assert all(one in leads and one not in plays for one in own)


@pytest.mark.parametrize(
    ("language", "message"), [("en", "/auto later"), ("en", "/next please"), ("zh", "/自动 一会儿")]
)
async def test_whoever_asks_for_turns_without_a_number_is_told_how(language: str, message: str):
    [told] = (await command(Table(MODULES[language]), message)).get("outbox", [])
    assert isinstance(told.event, PartyReplied)
    assert told.event.text == table_phrase(language, "auto_usage")


@pytest.mark.parametrize("language", MODULES)
async def test_nobody_whispers_to_the_master_of_a_table_that_nobody_leads(language: str):
    table = Table(MODULES[language])
    message = f"/w {table_phrase(language, 'master')} hello"
    [told] = (await command(table, message)).get("outbox", [])
    assert isinstance(told.event, PartyReplied)
    assert told.event.text == table_phrase(language, "whisper_unheard")
    every = {**table.state["lead"], "every": True}
    for led in ({"master": True}, {"lead": every}):
        state = table.state
        table.state = cast("PartyState", {**state, **led})
        [heard] = (await command(table, message)).get("outbox", [])
        assert isinstance(heard.event, Whispered) and heard.event.audience == ("ilse", "master")
        table.state = state


async def test_what_is_stopped_is_taken_back_and_never_offered_again():
    table = Table()
    before = table.state
    entries = number_turns(table.move("try:crowd").entries(), 0)
    turn = await command(table, "/x", entries)
    assert turn.get("undo") == 1
    said, _, offered = turn.get("outbox", [])
    assert isinstance(offered.event, MovesOffered)
    assert "try:crowd" not in [option.key for option in offered.event.options]
    assert isinstance(said.event, ContentStopped) and not said.event.audience
    assert "ilse" not in said.event.model_dump_json()
    after = table_after(before, said)
    for seat in ("ilse", "pip"):
        assert "try:crowd" not in [move.key for move in moves_of_seat(table.module, after, seat)]
    kept = Party(Limits(), {}).kept(after)
    assert kept and kept.notes[0].stopped == ("try:square.crowd",)


async def test_a_line_leaves_out_what_touches_it_but_not_what_the_story_needs():
    for module in MODULES.values():
        table = Table(module)
        [listed] = (await command(table, "/lines")).get("outbox", [])
        assert all(text in listed.event.model_dump_json() for text in module.lines.values())
        needed, free = ([*module.lines].index(line) + 1 for line in ("confinement", "debts"))
        [refused] = (await command(table, f"/lines {needed}")).get("outbox", [])
        assert table_after(table.state, refused)["lines"] == []
        [drawn] = (await command(table, f"/lines {free}")).get("outbox", [])
        assert isinstance(drawn.event, LinesDrawn) and not drawn.event.audience
        place = next(key for key, scene in module.scenes.items() if "ansel" in scene.present)
        table.state["at"] = dict.fromkeys(module.party, place)
        for state, offered in ((table.state, True), (table_after(table.state, drawn), False)):
            keys = [move.key for move in moves_of_seat(module, state, "ilse")]
            assert ("talk:ansel.debts" in keys) is offered


async def test_an_undo_says_whose_turns_it_takes_back():
    for language, module in MODULES.items():
        table = Table(module)
        names = [table.module.party[seat].name for seat in table.module.party]
        moved = [*table.move("wait:").entries(), *table.move("wait:").entries()]
        entries = number_turns(moved, 0)
        both, *_ = (await command(table, "/undo 2", entries)).get("outbox", [])
        last, *_ = (await command(table, "/undo 1", entries)).get("outbox", [])
        told = [name for name in names if name in both.event.model_dump_json()]
        assert len(told) == 2, language
        assert [name in last.event.model_dump_json() for name in told].count(True) == 1


async def test_an_undo_without_a_number_goes_back_to_the_last_turn_of_ones_own():
    """Else whoever plays with companions would take back theirs, which they make again at once."""
    table = Table()
    made = [*table.move("wait:").entries(), *table.move("wait:").entries(), *table.move("wait:").entries()]
    entries = number_turns(made, 0)
    first, second = [*table.module.party][:2]
    assert (await command(table, "/undo", entries, first)).get("undo") == 3
    assert (await command(table, "/undo", entries, second)).get("undo") == 2
    assert (await command(table, "/undo 1", entries, first)).get("undo") == 1


@pytest.mark.parametrize(("message", "told"), [("/undo abc", "undo_usage"), ("/undo 0", "undo_usage"),
                                                ("/undo -1", "undo_usage"), ("/undo", "undo_nothing")])  # fmt: skip
async def test_an_undo_takes_back_nobody_elses_turn_by_mistake(message: str, told: str):
    """What is no number counts nothing, and a seat that has not acted has nothing to take back."""
    table = Table()
    entries = number_turns([*table.move("wait:").entries()], 0)
    turn = await command(table, message, entries, [*table.module.party][1])
    [entry] = turn.get("outbox", [])
    assert not turn.get("undo") and entry.event.text == say("en", told)  # type: ignore[union-attr]


async def test_who_suggests_something_where_nobody_leads_is_told_so():
    table = Table()
    suggested, told = (await command(table, "/suggest a storm")).get("outbox", [])
    assert not suggested.event.audience and told.event.audience == ("ilse",)
    table.state = {**table.state, "master": True}
    assert len((await command(table, "/suggest a storm")).get("outbox", [])) == 1


@pytest.mark.parametrize("message", ["/whisper Tobit Not a word.", "/suggest Let it rain."])
async def test_words_that_take_no_turn_leave_the_moves_open(message: str):
    table = Table()
    [seat] = seat_to_act(table.module, table.state)
    offered = Entry(offer_at_table(table.module, table.state, seat))
    said = (await command(table, message, seat=seat)).get("outbox", [])
    heard = Entry(Said(by="tobit", name="Brother Tobit", text="Go on."))
    assert said and Party(Limits(), {}).open_choice(table.state, [offered, *said, heard]) == offered.event


async def test_after_an_undo_the_seat_whose_turn_it_is_again_is_offered_what_it_can_do():
    """But for what the table left out meanwhile, which no undo brings back."""
    module = MODULES["en"]
    for veiled in ([], [*module.lines]):
        table = Table(module)
        [first], before = seat_to_act(module, table.state), {**table.state, "lines": veiled}
        entries = number_turns(table.move("wait:").entries(), 0)
        assert seat_to_act(module, table.state) != [first]
        table.state = {**table.state, "lines": veiled}
        _, passed, offered = (await command(table, "/undo", entries)).get("outbox", [])
        assert isinstance(passed.event, TurnPassed) and passed.event.seat == first
        assert isinstance(offered.event, MovesOffered) and offered.event.audience == (first,)
        assert offered.event == offer_at_table(module, before, first)  # type: ignore[arg-type]


async def test_after_an_undo_who_was_made_meanwhile_is_gone_from_what_is_shown():
    table, module = Table(), MODULES["en"]
    [first] = seat_to_act(module, table.state)
    begin_making(play := PartyPlay(module, table.state, first))
    for answer in ("2", "Mira Stone", "The rest as it suits"):
        answer_making(play, module, answer)
    entries = number_turns(table.move("wait:").entries(), 0)
    table.state = {**table.state, "casting": play.state["casting"]}
    _, passed, offered = (await command(table, "/undo", entries)).get("outbox", [])
    assert isinstance(passed.event, TurnPassed) and passed.event.name == module.party[first].name
    assert "Mira" not in offered.event.model_dump_json()


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_what_is_veiled_holds_and_is_told_in_one_sentence(lang: str):
    """The talk has its effects and none of its words, and nobody is told who asked."""
    module = MODULES[lang]
    table, topic = Table(module), module.people["ansel"].topics["debts"]
    [drawn] = (await command(table, f"/veils {[*module.lines].index('debts') + 1}")).get("outbox", [])
    assert isinstance(drawn.event, LinesDrawn) and drawn.event.veils == ["debts"] and not drawn.event.audience
    table.state = table_after(table.state, drawn)
    table.state["at"] = dict.fromkeys(module.party, "landing")
    liked = table.state["attitudes"]["ansel"]
    [listed] = (await command(table, "/veils")).get("outbox", [])
    assert table_phrase(lang, "line_veiled") in listed.event.model_dump_json()
    said = [one.event.text for one in table.move("talk:ansel.debts").entries() if isinstance(one.event, Said)]
    assert table_phrase(lang, "veiled_talk", label=topic.label) in said and topic.says not in said
    assert table.state["attitudes"]["ansel"] > liked
    kept = Party(Limits(), {}).kept(table.state)
    assert kept and kept.notes[0].veils == ("debts",), "an undo leaves it veiled"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_veiled_fight_is_over_in_a_sentence(lang: str):
    module = BUNDLED["low_water", lang]
    table = Table(module)
    table.state = {**table.state, "veils": ["fighting"], "at": dict.fromkeys(module.party, "crypt")}
    entries = table.move("try:rush").entries()
    assert table.state["fight"] is None
    ends = {table_phrase(lang, f"veiled_{end}") for end in ("won", "lost", "fled", "talked", "broken_off")}
    said = [one.event.text for one in entries if isinstance(one.event, Said)]
    assert len(ends & {*said}) == 1
    assert module.encounters["boats"].begins not in said


def test_models_are_told_what_is_left_out_and_what_is_veiled():
    table = Table()
    assert boundary_words(table.module, table.state) == ""
    table.state = {**table.state, "lines": ["debts"], "veils": ["confinement"]}
    words = boundary_words(table.module, table.state)
    assert all(table.module.lines[line] in words for line in ("debts", "confinement"))
    window = seat_window(table.module, table.state, [], "pip", 8000)
    assert words in window.items(Part.SCENARIO)
