"""Lint finds what an author forgot: what can't be reached, found, learnt, raised or made."""

from typing import Any

import pytest
from tests.unit.games.party.table import BUNDLED, MODULES

from echoes.games.party.pack.lint import module_findings, translation_findings
from echoes.games.party.pack.schema import Module


def changed(*path: str | int, value: Any) -> Module:
    """Return the bundled module with one field of another value; None takes it out."""
    data = inner = MODULES["en"].to_json()
    for key in path[:-1]:
        inner = inner[key]  # pyright: ignore
    if value is None:
        del inner[path[-1]]  # pyright: ignore
    else:
        inner[path[-1]] = value  # pyright: ignore
    return Module.model_validate(data)


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_nothing_is_found_in_what_ships(name: tuple[str, str]):
    assert module_findings(BUNDLED[name]) == []


ATTIC = {"title": "Attic", "read": "Dust."}
LOST = {"title": "Lost", "text": "It was all in vain.", "success": False, "score": 0}
NOBODY_KNOWS = {"title": "A secret", "text": "Nobody knows it."}


@pytest.mark.parametrize(
    ("path", "value", "finding"),
    [
        (("scenes", "attic"), ATTIC, "scenes.attic: can't be reached"),
        (("scenes", "loft", "exits"), {}, "scenes.loft: is a dead end"),
        (("endings", "lost"), LOST, "endings.lost: nothing leads to it"),
        (("endings", "lit", "success"), False, ""),
        (("party", "ilse", "lines"), {"flees": ["Off!"]}, "party.ilse.lines.flees: nothing reads it"),
        (("party", "ilse", "lines"), {"loses": ["Ow."]}, "party.ilse.lines.loses: nothing reads it"),
        (
            ("party", "ilse", "lines"),
            {"secret": ["So.", "And so."]},
            "party.ilse.lines.secret: nothing reads more",
        ),
        (("secrets", "unknown"), NOBODY_KNOWS, "secrets.unknown: nobody can learn it"),
        (("secrets", "fare", "told_when"), None, "secrets.fare.told_when: is missing"),
        (("clues", "moon"), {"title": "Moon", "text": "It is full."}, "clues.moon: nobody can find it"),
        (("items", "lamp"), {"label": "a lamp", "text": "Out."}, "items.lamp: nobody can get it"),
        (
            ("scenes", "square", "exits", "loft", "when"),
            {"flag": "moon"},
            "scenes.square.exits.loft.when: waits for the flag 'moon'",
        ),
        (
            ("people", "keeper", "topics", "door", "effects", "flags"),
            ["moon"],
            "flag 'moon': is raised, and nothing asks for it",
        ),
        (("clocks", "rumour", "marks"), {}, "clocks.rumour: is hidden, and has no marks"),
        (("people", "keeper", "topics", "truth", "check", "dc"), 27, "nobody in the party can reach 27"),
        (("accusation", "enough"), 12, "accusation.enough: there are only"),
        (("accusation", "suspects", "hale", "right"), False, "none of them is the right one"),
        (("scripts", "pip"), None, "scripts.pip: is missing; others have one"),
    ],
)
def test_what_an_author_forgot_is_named(path: tuple[str | int, ...], value: Any, finding: str):
    found = module_findings(changed(*path, value=value))
    assert any(finding in one for one in found) if finding else found == []


def test_a_text_that_one_language_lacks_is_named_for_that_language():
    lacking = changed("scenes", "loft", "again", value="")
    assert translation_findings(lacking, MODULES["zh"]) == ["scenes.loft.again: has no text in 'en'"]
    assert translation_findings(MODULES["zh"], lacking) == []
    assert all(
        translation_findings(BUNDLED[name, one], BUNDLED[name, other]) == []
        for name in ("eleven_lanterns", "low_water")
        for one, other in (("en", "zh"), ("zh", "en"))
    )
