"""Pages that tell puzzles under headings, labels, or folded-away parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.importing.readers import read_text
from echoes.games.situation_puzzle.importing.values import RefusedRecord
from echoes.games.situation_puzzle.puzzle.field_names import field_named

BELL = {"title": "Bell", "statement": "It rang.", "answer": "He was deaf."}


@pytest.mark.parametrize(
    "page",
    [
        "# Bell\n## Story\nIt rang.\n## Answer\nHe was deaf.",
        "Title: Bell\n**Story:** It rang.\n- Answer: He was deaf.",
        "# Bell\nIt rang.\n<details><summary>Show me</summary>\nHe was deaf.\n</details>",
        "<h1>Bell</h1><p>It rang.</p><details><summary>Answer</summary><p>He was deaf.</p></details>",
        "《Bell》\n汤面 It rang.\n汤底\nHe was deaf.",
        "【title】Bell\n【汤面】It rang.\n【汤底】He was deaf.",
        "---\ntitle: Bell\n---\nStory: It rang.\nAnswer: He was deaf.",
        "import X from 'y'\n# Bell\n{/* no */}\nStory: It rang.\n```\nAnswer: He was deaf.\n```",
        "<style>p {}</style># Bell\nStory: It rang.<!-- no -->\nAnswer: He was deaf.",
    ],
)
def test_one_puzzle_is_told_in_many_ways(page: str):
    assert read_text(page) == [BELL]


def test_a_rule_or_the_next_opening_ends_a_puzzle():
    page = "Story: a\nAnswer: b\n---\nStory: c\nAnswer: d\nStory: e\nAnswer: f"
    assert [(one["statement"], one["answer"]) for one in read_text(page)] == [
        ("a", "b"),
        ("c", "d"),
        ("e", "f"),
    ]


def test_a_rule_within_a_story_is_no_end():
    assert read_text("Story: a\n***\nb\nAnswer: c") == [{"statement": "a\nb", "answer": "c"}]


def test_the_front_of_a_page_counts_for_each_puzzle_but_for_title_and_id():
    page = "---\ntitle: Riddles\nauthor: Ann\n---\n# A\nStory: a\nAnswer: b\n# B\nStory: c\nAnswer: d"
    assert [(one["title"], one["author"]) for one in read_text(page)] == [("A", "Ann"), ("B", "Ann")]


@pytest.mark.parametrize(
    ("page", "stories"),
    [
        ("---\nStory: a\nAnswer: b\n---\nStory: c\nAnswer: d", ["a", "c"]),
        ("---\nStory: a: b\nAnswer: c\n---\nStory: d\nAnswer: e", ["a: b", "d"]),
        ("---\nStory: a\nAnswer: b\n---\n", ["a"]),
        ("---\nStory: a\n---\nAnswer: b", ["a"]),
        ("---\nOnce.\n---\nStory: a\nAnswer: b", ["a"]),
    ],
)
def test_a_page_may_begin_with_a_rule_like_any_other(page: str, stories: list[str]):
    """Three dashes open what stands at the front of a page, and separate puzzles as well."""
    found = read_text(page)
    assert [one.get("statement", one.get("Story")) for one in found] == stories
    assert all("answer" in one or "Answer" in one for one in found)


def test_words_around_a_puzzle_are_kept_apart():
    [found] = read_text(
        "# Bell\nOnce told.\n## Story\nIt rang.\n<details>\n## Answer\nDeaf.\n</details>\nThanks."
    )
    assert (found["preface"], found["afterword"], found["answer"]) == ("Once told.", "Thanks.", "Deaf.")


def test_a_title_in_brackets_may_have_a_number():
    [found] = read_text("12、《钟》\n汤面：响了。\n汤底：他聋了。")
    assert (found["id"], found["title"]) == ("12", "钟")


def test_entities_are_characters_and_other_tags_are_nothing():
    assert read_text("Story: a &lt;b&gt; <b>c</b><br>d\nAnswer: e")[0]["statement"] == "a <b> c\nd"


@given(
    st.lists(
        st.sampled_from(
            ["# A", "Story: x", "Answer: y", "---", "<details>", "</details>", "汤底", "z", "```"]
        ),
        max_size=9,
    )
)
def test_any_page_gives_texts_alone_and_no_puzzle_without_any(lines: list[str]):
    for one in read_text("\n".join(lines)):
        if isinstance(one, RefusedRecord):
            assert 1 <= one.line <= len(lines)
            continue
        assert {"answer", "statement"} & {field_named(name) for name in one}
        assert all(isinstance(value, str) for value in one.values())
