"""A module with other characters in its seats: their sheets follow from the rules, its texts call them by name."""

import re

import pytest
from tests.unit.games.party.table import BUNDLED

from echoes.games.party.events import MadeCharacter
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.abilities import modifier
from echoes.games.party.rules.callings import CALLINGS, suitable_scores
from echoes.games.party.rules.casting import cast_module, made_sheet
from echoes.games.party.rules.creation import suitable_character, with_answer

MIRA = MadeCharacter(
    name="Xylia Quorn",
    people="hill folk",
    calling="healer",
    scores=suitable_scores("healer"),
    skills=("medicine", "insight"),
    trait="Hums.",
    secret="Stole a bell.",
)


@pytest.mark.parametrize("calling", CALLINGS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_numbers_of_a_sheet_follow_from_calling_and_level(calling: str, language: str):
    sheet = made_sheet(with_answer(suitable_character(language, ["x"], []), "calling", calling), 3, language)
    die, tough = CALLINGS[calling].die, modifier(sheet.abilities.constitution)
    assert sheet.hit_points == die + tough + 2 * (die // 2 + 1 + tough)
    assert sheet.saves == CALLINGS[calling].saves
    assert len(sheet.weapons) == 1 and bool(sheet.slots) == bool(sheet.spells) == CALLINGS[calling].heals


@pytest.mark.parametrize(("module", "language"), BUNDLED)
def test_texts_call_a_character_by_its_own_name_and_everybody_else_by_theirs(module: str, language: str):
    written = BUNDLED[module, language]
    for seat, sheet in written.party.items():
        played = cast_module(written, {seat: MIRA})
        names = {sheet.name, *sheet.name.split(), sheet.name.removesuffix("修士")} - {"Brother"}
        texts = played.model_dump_json(exclude={"party"})
        pattern = r"\b(?:%s)\b" if language == "en" else "%s"
        assert not re.findall(pattern % "|".join(map(re.escape, names)), texts)
        assert "Xylia" in texts
        assert played.party[seat].name == MIRA.name
        others = [one for one in written.party if one != seat]
        assert [played.party[one] for one in others] == [written.party[one] for one in others]
        assert [one.name for one in played.people.values()] == [one.name for one in written.people.values()]


@pytest.mark.parametrize(("module", "language"), BUNDLED)
def test_a_module_stays_valid_and_keeps_its_ids(module: str, language: str):
    written = BUNDLED[module, language]
    played = cast_module(written, {next(iter(written.party)): MIRA})
    again = Module.model_validate(played.model_dump(mode="json"))
    assert [*again.scenes] == [*written.scenes] and [*again.secrets] == [*written.secrets]


def test_a_title_that_stands_before_another_name_is_nobodys():
    written = BUNDLED["eleven_lanterns", "en"]
    other = written.model_copy(update={"statement": "x", "quests": {
        "one": next(iter(written.quests.values())).model_copy(update={"text": "Brother Anselm met Brother Tobit."})
    }})  # fmt: skip
    assert cast_module(other, {"tobit": MIRA}).quests["one"].text == "Brother Anselm met Xylia Quorn."
