"""Lint of stories: a topic on which everybody has an answer has one at any time."""

import pytest
from tests.unit.games.story.playing import story_in

from echoes.games.conditions import Condition
from echoes.games.story.pack.lint import story_findings
from echoes.games.story.pack.parts import SpokenLine
from echoes.games.story.pack.schema import StoryPack

SAID = {"knows": "tove_cut"}
AT_TIMES = ["cast.tove: at times no line about knot: all have conditions"]


def with_lines_about_the_knot(*conditions: dict[str, object] | None) -> StoryPack:
    story = story_in("en", "last_ferry")
    tove = story.cast["tove"]
    lines = {
        key: line for key, line in tove.lines.items() if "knot" not in line.about or "ask" not in line.acts
    }
    for n, when in enumerate(conditions):
        condition = Condition.model_validate(when) if when else None
        lines[f"knot_{n}"] = SpokenLine(about=("knot",), when=condition, text=f"‘Knot number {n}.’")
    cast = {**story.cast, "tove": tove.model_copy(update={"lines": lines})}
    return story.model_copy(update={"cast": cast})


@pytest.mark.parametrize(
    "conditions",
    [
        [{"not": SAID}],
        [SAID],
        [{"not": SAID}, {"all": [SAID, {"trust": "tove.1"}]}],
        [{"not": SAID}, {"knows": "seal_cut"}],
    ],
)
def test_a_topic_with_conditions_that_may_all_fail_is_named(conditions: list[dict[str, object]]):
    assert story_findings(with_lines_about_the_knot(*conditions)) == AT_TIMES


@pytest.mark.parametrize(
    "conditions",
    [
        [None],
        [{"not": SAID}, None],
        [{"not": SAID}, SAID],
        [SAID, {"trust": "tove.1"}, {"not": SAID}],
    ],
)
def test_a_line_without_a_condition_or_one_and_its_opposite_are_enough(
    conditions: list[dict[str, object] | None],
):
    assert story_findings(with_lines_about_the_knot(*conditions)) == []


def findings_with(line: SpokenLine) -> list[str]:
    story = story_in("en", "last_ferry")
    tove = story.cast["tove"]
    lines = {key: one for key, one in tove.lines.items() if "letter" not in key} | {"own": line}
    cast = {**story.cast, "tove": tove.model_copy(update={"lines": lines})}
    found = story_findings(story.model_copy(update={"cast": cast}))
    return [one for one in found if "cast.tove.lines.own" in one]


KNOWN, UNKNOWN = (
    {"knows": "seal_cut"},
    {"not": {"all": [{"knows": "seal_cut"}, {"any": [{"knows": "player.seal_cut"}]}]}},
)


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ({"about": ["seal_cut"], "when": KNOWN}, False),
        ({"about": ["seal_cut"], "when": UNKNOWN}, True),
        ({"about": ["seal_cut", "knife"], "when": UNKNOWN}, False),
        ({"about": ["seal_cut"], "acts": ["initiative"]}, True),
        ({"about": ["seal_cut"], "acts": ["show"]}, True),
        ({"about": ["knife"], "acts": ["tell"]}, True),
        ({"about": ["knife"], "acts": ["show"]}, False),
        ({"about": ["unload"], "acts": ["react"]}, False),
        ({"acts": ["greet"], "when": UNKNOWN}, False),
    ],
)
def test_a_line_that_nobody_can_come_to_is_named(line: dict[str, object], is_found: bool):
    """Who speaks of a secret knows it; secrets are told, things are shown."""
    said = SpokenLine.model_validate({"text": "‘Well.’", **line})
    assert bool(findings_with(said)) == is_found
