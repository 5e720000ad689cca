"""Characters take what they remember to another adventure, and not to the same one again."""

import pytest
from tests.unit.games.party.table import MODULES, Table

from echoes.core.log.entries import Entry
from echoes.core.log.records import GameFacts
from echoes.games.party.ending import give_up_table
from echoes.games.party.events import (
    CharacterAtTable,
    CharacterJoined,
    CharacterMade,
    KeptCharacter,
    MadeCharacter,
    PartyEnded,
    PartyStartTrace,
    PartyTrace,
)
from echoes.games.party.memory.carrying import (
    carried_memories,
    characters_to_keep,
    kept_characters,
    kept_memories,
)
from echoes.games.party.opening import table_opening
from echoes.games.party.rules.creation import suitable_character
from echoes.games.party.rules.play import PartyPlay


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_character_remembers_goes_along(language: str):
    module = MODULES[language]
    table = Table(module)
    for _ in range(6):
        table.move(table.offered()[0])
    play = PartyPlay(module, table.state, "ilse")
    give_up_table(play)
    opening = Entry(*table_opening(module, "party", PartyStartTrace(seed="seed")))
    facts = GameFacts.model_validate(kept_memories([opening, *play.entries()]).model_dump())
    assert carried_memories(module, facts) == {}, "nobody remembers what is to be played again"
    sequel = module.model_copy(update={"id": "twelve_lanterns"})
    carried = carried_memories(sequel, facts)
    assert carried == {
        seat: one["summary"] for seat, one in play.state["memory"]["seats"].items() if seat in carried
    }
    assert carried["ilse"]
    assert carried_memories(sequel, None) == {}


def facts_of(module: str, *characters: tuple[str, str, str]) -> GameFacts:
    """Return the facts of a game with the characters that were kept: name, last module, and memory."""
    kept = [KeptCharacter(character=made(who), module=m, remembered=r) for who, m, r in characters]
    return GameFacts.model_validate({"module": module, "characters": [one.model_dump() for one in kept]})


def test_who_was_made_in_any_adventure_is_kept_as_last_played():
    """Also where another began before it ended, and ended after it."""
    games = [
        facts_of("one", ("Bo", "one", "of one")),
        facts_of("two", ("Mira", "two", "of two"), ("Bo", "one", "of one")),
        facts_of("three", ("Bo", "three", "of three")),
        facts_of("four", ("Tam", "four", "of four"), ("Mira", "none", "of before")),
    ]
    found = kept_characters(MODULES["en"], games)
    assert [(one.character.name, one.remembered) for one in found] == [
        ("Tam", "of four"), ("Bo", "of three"), ("Mira", "of two")
    ]  # fmt: skip
    again = kept_characters(MODULES["en"].model_copy(update={"id": "two"}), games)
    assert [one.remembered for one in again] == ["of four", "of three", ""]


def test_at_most_six_are_kept_and_a_record_that_cannot_be_read_hides_no_other():
    games = [facts_of("one", *((f"No. {n} Bo", "one", "") for n in range(5)))]
    games += [GameFacts.model_validate({"module": "two", "characters": "none"})]
    games += [facts_of("three", *((f"No. {n} Tam", "three", "") for n in range(4)))]
    found = [one.character.name for one in kept_characters(MODULES["en"], games)]
    assert found == [*(f"No. {n} Tam" for n in range(4)), "No. 0 Bo", "No. 1 Bo"]


def made(name: str) -> MadeCharacter:
    return suitable_character("en", ["hill folk"], []).model_copy(update={"name": name})


def finished(*joined: tuple[str, str], keeps: bool = True) -> list[Entry]:
    """Return a finished game in which characters were made, each for a seat by a name."""
    table, entries = Table(), [Entry(*table_opening(MODULES["en"], "party", PartyStartTrace(seed="seed")))]
    for seat, name in joined:
        shown = CharacterAtTable(seat=seat, name=name, calling="guard", looks="")
        entries += [
            Entry(CharacterMade(seat=seat, character=made(name), slots={}, keeps=keeps or seat == "ilse")),
            Entry(CharacterJoined(seat=seat, character=shown, hit_points=9, coins=1, instead_of="x")),
        ]
    for _ in range(6):
        table.move(table.offered()[0])
    give_up_table(play := PartyPlay(table.module, table.state, "ilse"))
    return [*entries, *play.entries()]


@pytest.mark.parametrize("keeps", [True, False])
def test_nobody_remembers_what_another_of_the_same_name_lived_through(keeps: bool):
    entries = finished(("ilse", "Mira"), ("tobit", "Mira"), keeps=keeps)
    [ended] = [one.traced(PartyTrace).notes for one in entries if isinstance(one.event, PartyEnded)]
    summaries = {seat: text for note in ended for seat, text in note.summaries.items()}
    [kept] = characters_to_keep(entries)
    assert kept.remembered == summaries["ilse"] != summaries["tobit"]
    assert "Mira" not in kept_memories(entries).remembered
