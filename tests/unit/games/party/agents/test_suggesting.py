"""The check of adventures that a model suggests: number, length, language, and nothing that nobody has seen."""

import pytest
from tests.unit.games.party.table import MODULES

from echoes.games.party.agents.forms import SuggestedAdventure
from echoes.games.party.agents.suggesting import problem_with_adventures

SYSTEM = "You suggest adventures to a character in a tabletop adventure, in a closed form."
GOOD = {
    "en": [
        ("The late boat", "A boat comes down the river with nobody in it."),
        ("A borrowed drum", "Somebody at the landing has lost a drum, and will not say to whom."),
    ],
    "zh": [
        ("迟来的船", "一条船顺着河漂下来，上面一个人也没有。"),
        ("借来的鼓", "码头上有人丢了一面鼓，却不肯说借给了谁。"),
    ],
}


def listed(*pairs: tuple[str, str]) -> list[SuggestedAdventure]:
    return [SuggestedAdventure(title=title, hook=hook) for title, hook in pairs]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_list_that_keeps_the_rules_is_taken(language: str):
    assert problem_with_adventures(listed(*GOOD[language]), MODULES[language], "", SYSTEM) == ""


@pytest.mark.parametrize(
    ("pairs", "problem"),
    [
        ([], "count"),
        (GOOD["en"][:1], "count"),
        (GOOD["en"] * 3, "count"),
        ([GOOD["en"][0], GOOD["en"][0]], "count"),
        ([GOOD["en"][0], ("", "A door stands open.")], "long"),
        ([GOOD["en"][0], ("x" * 61, "A door stands open.")], "long"),
        ([GOOD["en"][0], ("A door", "open " * 60)], "long"),
        ([GOOD["en"][0], GOOD["zh"][1]], "language"),
        ([GOOD["en"][0], (GOOD["zh"][1][0], "A door stands open.")], "language"),
        ([GOOD["en"][0], ("Roll 1d20", "A door stands open.")], "dice"),
        ([GOOD["en"][0], ("{1}", "A door stands open.")], "prose"),
        ([GOOD["en"][0], (SYSTEM[:50], "A door stands open.")], "prompt"),
        ([GOOD["en"][0], ("A door", "Roll 1d20 and beat 15 to open the door.")], "dice"),
        ([GOOD["en"][0], ("A door", SYSTEM)], "prompt"),
    ],
)
def test_a_list_that_breaks_a_rule_is_named_by_it(pairs: list[tuple[str, str]], problem: str):
    assert problem_with_adventures(listed(*pairs), MODULES["en"], "", SYSTEM) == problem


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_and_what_was_not_shown_must_not_be_named(language: str):
    module = MODULES[language]
    person, secret = next(iter(module.people.values())), next(iter(module.secrets.values()))
    for name in (person.name, secret.title):
        pairs = listed(GOOD[language][0], (name, GOOD[language][1][1]))
        assert problem_with_adventures(pairs, module, "", SYSTEM) == "unseen"
        assert problem_with_adventures(pairs, module, f"… {name} …", SYSTEM) == ""
