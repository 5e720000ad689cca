"""Summaries by rules: under their headings, within their bound, and with no gap."""

import pytest

from echoes.games.party import events as happened
from echoes.games.party.memory.summaries import (
    KEPT_LINES,
    MOST_WORDS,
    count_words,
    empty_seat_memory,
    memory_after,
    memory_summed_up,
    merged_summary,
)

PARTY = {"ann": "Ann", "ben": "Ben"}


def item(label: str, got: bool = True, seat: str = "ann") -> happened.ItemMoved:
    return happened.ItemMoved(item="x", seat=seat, name="Ann", label=label, text="", got=got)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Inventory: a rope\nQuests: The ferry ✓\nPlot: Who lit it\nPlaces: The weir\nPeople: Dace"),
        ("zh", "随身：a rope\n任务：The ferry ✓\n情节：Who lit it\n地点：The weir\n人物：Dace"),
    ],
)
def test_what_counts_stands_under_its_heading_and_dialogue_dice_and_blows_do_not(
    language: str, expected: str
):
    memory = empty_seat_memory()
    for event in (
        item("a rope"),
        item("a lamp"),
        item("a lamp", got=False),
        item("a crown", seat="ben"),
        happened.QuestMoved(quest="q", title="The ferry", text="", done=False),
        happened.QuestMoved(quest="q", title="The ferry", text="", done=True),
        happened.PartySecretLearned(secret="s", seats=["ann"], title="Who lit it", text="A long story."),
        happened.PartyArrived(scene="w", seats=["ann"], names=["Ann"], title="The weir", text="Wet."),
        happened.Said(by="dace", name="Dace", text="Not a word of this stays."),
        happened.Attacked(
            by="ann", name="Ann", target="x", target_name="a runner", weapon="an oar", formula="1d20",
            faces=[9], counts=[True], total=9, hits=True, critical=False, damage=3,
        ),
    ):  # fmt: skip
        memory = memory_after(memory, event, "ann", PARTY)
    assert merged_summary(language, "", memory["noted"]) == expected
    again = merged_summary(language, expected, {"inventory": ["-a rope", "an oar"]})
    assert again == expected.replace("a rope", "an oar")


def test_own_words_stay_and_a_summary_is_bounded():
    text = merged_summary(
        "en", "I trust nobody but Ben.", {"plot": [f"a fact numbered {n} of many words" for n in range(400)]}
    )
    for _ in range(40):
        text = merged_summary(
            "en",
            text,
            {
                key: [f"{key} {n} and some more words" for n in range(20)]
                for key in ("plot", "people", "places")
            },
        )
        assert count_words(text) < MOST_WORDS
    assert text.startswith("I trust nobody but Ben.")
    assert count_words(merged_summary("zh", "长" * 5000, {})) < MOST_WORDS


def test_every_line_is_in_the_summary_or_in_the_tail():
    memory = empty_seat_memory()
    for number in range(40):
        memory = memory_after(memory, happened.Said(text=f"line {number}"), "ann", PARTY)
        if number % 7 == 6:
            memory = memory_summed_up(memory, f"up to {memory['heard'] - KEPT_LINES}")
            assert memory["heard"] - memory["upto"] == KEPT_LINES
            assert memory["tail"] == sum(memory["newest"])
    assert memory["summary"] == f"up to {memory['upto']}"
    assert memory["heard"] == 40
