"""A voice is shown only what all who hear it have witnessed, whoever leads among them."""

from collections.abc import Sequence

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import ReplyJournal
from echoes.games.context_window import Part
from echoes.games.party.agents.calls import FormT, PartyAgents
from echoes.games.party.agents.master import rule_on_words
from echoes.games.party.agents.prompts import table_prompt
from echoes.games.party.events import Said, Whispered
from echoes.games.party.pack.schema import MASTER
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.settings import PartySettings
from echoes.games.party.turn.window import seat_window

SECRET, SPOKEN = "The duke is my father.", "The loft is cold."


def apart(language: str) -> tuple[Table, list[Entry]]:
    """Return a table at which two are in the loft, one of whom has whispered to the other, and its log."""
    table = Table(MODULES[language])
    table.state = {**table.state, "at": {**table.state["at"], "ilse": "loft", "pip": "loft"}}
    whisper = Whispered(
        seat="pip", to="ilse", name="Pip", to_name="Ilse", text=SECRET, audience=("pip", "ilse")
    )
    said = Said(by="pip", name="Pip", text=SPOKEN, audience=(MASTER, "ilse", "pip"))
    return table, [Entry(whisper), Entry(said)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_companion_chooses_with_a_whisper_and_speaks_without(language: str):
    table, entries = apart(language)
    window = seat_window(table.module, table.state, entries, "ilse", 8000)
    assert SECRET in window.text(Part.TURNS)
    assert SECRET not in window.text(Part.EVIDENCE) and SPOKEN in window.text(Part.EVIDENCE)


def test_a_companion_is_shown_what_it_witnessed_then_its_facts_summary_and_sheet():
    table, entries = apart("en")
    memory = table.state["memory"]["seats"]
    memory["ilse"] = {**memory["ilse"], "summary": "She came."}
    window = seat_window(table.module, table.state, entries, "ilse", 8000)
    parts = [section.part for section in window.sections]
    assert parts == [
        Part.SCENARIO, Part.TURNS, Part.PLAYER, Part.SUMMARY, Part.SECRET, Part.NOTES, Part.EVIDENCE,
    ]  # fmt: skip
    prompt = table_prompt(window, "en", but=(Part.EVIDENCE,))
    shown = [prompt.index(window.text(part)) for part in parts[:-1]]
    assert shown == sorted(shown)


class _Agents(PartyAgents):
    """Models that decide that words come about; `prompts` of the voice that tells it."""

    def __init__(self, language: str) -> None:
        super().__init__({}, ReplyJournal(), PartySettings(), language)
        self.prompts: list[str] = []

    async def decide(self, key: str, system: str, prompt: str, form: type[FormT]) -> FormT | None:
        return form()

    async def tell(self, key: str, system: str, prompt: str, names: Sequence[str]) -> tuple[str, str]:
        self.prompts.append(prompt)
        return "", ""


async def test_whoever_tells_to_two_of_a_party_is_not_shown_what_one_whispered():
    table, entries = apart("en")
    agents = _Agents("en")
    await rule_on_words(agents, PartyPlay(table.module, table.state, "ilse"), entries, "I hum", [])
    [prompt] = agents.prompts
    assert SPOKEN in prompt and SECRET not in prompt
