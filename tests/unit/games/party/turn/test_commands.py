"""Commands at the table: what somebody stops or leaves out is offered to nobody any more, and stays so."""

from collections.abc import Sequence

from tests.unit.games.party.table import MODULES, Table

from echoes.core.entries import Entry
from echoes.core.reply_journal import ReplyJournal
from echoes.core.session_history import EventFilter
from echoes.games.party.agents.calls import TableAgents
from echoes.games.party.events import ContentStopped, LinesDrawn
from echoes.games.party.game import Party
from echoes.games.party.reducer import table_after
from echoes.games.party.rules.play import TablePlay
from echoes.games.party.settings import PartySettings
from echoes.games.party.turn.commands import PartyTurn, run_table_command
from echoes.games.party.turn.context import PartyContext
from echoes.games.party.turn.interpret import table_intent
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.resources import Limits


class Log:
    """A history of entries."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    async def entries(self) -> Sequence[Entry]:
        return self._entries

    async def newest(self, wanted: EventFilter) -> Sequence[Entry]:
        return [entry for entry in self._entries if wanted(entry.event)]


async def command(table: Table, message: str, entries: Sequence[Entry] = ()) -> PartyTurn:
    agents = TableAgents({}, ReplyJournal(), PartySettings(), table.module.language)
    context = PartyContext("s", table.module, agents.journal, Log(entries), Limits(), agents)
    play = TablePlay(table.module, table.state, "ilse")
    return await run_table_command(context, play, table_intent(message, [], ()))


async def test_what_is_stopped_is_taken_back_and_never_offered_again():
    table = Table()
    before = table.state
    entries = table.move("try:crowd").entries()
    turn = await command(table, "/x", entries)
    assert turn.get("undo") == 1
    [said] = turn.get("outbox", [])
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
        entries = [*table.move("wait:").entries(), *table.move("wait:").entries()]
        [both] = (await command(table, "/undo 2", entries)).get("outbox", [])
        [last] = (await command(table, "/undo", entries)).get("outbox", [])
        told = [name for name in names if name in both.event.model_dump_json()]
        assert len(told) == 2, language
        assert [name in last.event.model_dump_json() for name in told].count(True) == 1
