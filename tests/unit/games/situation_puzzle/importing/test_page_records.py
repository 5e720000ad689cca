"""However a page tells several puzzles, each comes out by itself or is refused with its line: none holds two."""

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.importing.readers import read_text
from echoes.games.situation_puzzle.importing.values import RefusedRecord

Told = Sequence[tuple[str, str, str]]
"""Title, story and answer of each puzzle."""


def each(form: str, between: str = "\n") -> Callable[[Told], str]:
    """Return a writer of one puzzle after the other; `{n}` is its number."""
    return lambda told: between.join(form.format(n=n, t=t, s=s, a=a) for n, (t, s, a) in enumerate(told, 1))


def grouped(before: str, story: str, between: str, answer: str) -> Callable[[Told], str]:
    """Return a writer of all stories, then all answers."""
    return lambda told: (
        before
        + "".join(story.format(n=n, t=t, s=s) for n, (t, s, _) in enumerate(told, 1))
        + between
        + "".join(answer.format(n=n, t=t, a=a) for n, (t, _, a) in enumerate(told, 1))
    )


FORMS: dict[str, Callable[[Told], str]] = {
    "headings": each("# {t}\n\n## Story\n{s}\n\n## Answer\n{a}\n"),
    "headings of a wiki": each("== {t} ==\nStory: {s}\nAnswer: {a}\n"),
    "underlined titles": each("{t}\n----\n\n{s}\n\nAnswer: {a}\n\n"),
    "numbered in one line": each("{n}) Story: {s} Answer: {a}"),
    "numbered headings": each("## Puzzle {n}\n{s}\n\n## Solution {n}\n{a}\n"),
    "labels": each("Title: {t}\nStory: {s}\nAnswer: {a}\n"),
    "labels without titles": each("**Story:** {s}\n**Answer:** {a}\n\n"),
    "numbered labels": each("Q{n}: {s}\nA{n}: {a}\n"),
    "letters": each("Q: {s}\nA: {a}\n\n"),
    "Chinese labels": each("汤面{n}：{s}\n汤底{n}：{a}\n"),
    "Chinese labels in one line": each("【汤面】{s}【汤底】{a}"),
    "Chinese numbers": each("第{n}题\n汤面：{s}\n汤底：{a}\n"),
    "Chinese titles": each("{n}、《{t}》\n汤面 {s}\n汤底 {a}\n"),
    "rules": each("{s}\n\nAnswer: {a}\n", "\n---\n\n"),
    "a list": each("{n}. {s}\n\n   **Answer:** {a}\n"),
    "a close list": each("{n}) {s}\nSolution: {a}"),
    "paragraphs": each("{s}\n\nAnswer: {a}\n\n"),
    "folded answers": each("{s}\n\n<details><summary>Show</summary>\n\n{a}\n\n</details>\n\n"),
    "all folded": each(
        "<details><summary>B{n} - Puzzle</summary>\n{s}\n</details>\n"
        "<details><summary>B{n} - Key</summary>\n{a}\n</details>\n"
    ),
    "folded twice": each("<details><summary>{t}</summary>{s}\n<details><summary>Answer</summary>{a}</details></details>\n"),
    "a list in HTML": each("<li>{s} <details><summary>?</summary>{a}</details></li>"),
    "spoilers": each("{s}\n\n>!{a}!<\n\n"),
    "spoilers of a chat": each("{s} ||{a}||\n"),
    "a table": lambda told: "| title | story | answer |\n|---|---|---|\n" + each("| {t} | {s} | {a} |")(told),
    "a table in HTML": lambda told: "<table><tr><th>Story</th><th>Answer</th></tr>"
    + each("<tr><td>{s}</td><td>{a}</td></tr>")(told) + "</table>",
    "answers at the end": grouped("## Puzzles\n", "{n}. {s}\n", "\n## Answers\n", "{n}. {a}\n"),
    "answers at the end by title": grouped("# Puzzles\n", "## {t}\n{s}\n", "# Answers\n", "## {t}\n{a}\n"),
    "answers at the end by number": grouped("", "汤面{n}：{s}\n", "\n", "汤底{n}：{a}\n"),
    "bold titles": each("**{t}**\n\nStory: {s}\n\nAnswer: {a}\n"),
    "quoted": each("> **Story:** {s}\n>\n> **Answer:** {a}\n\n"),
}  # fmt: skip
WORDS = "ash bay cup dew elm fog gum hut ivy jar kit log mud nut oak pin rug sea tar urn".split()


def puzzles(count: int, seed: int) -> Told:
    """Return puzzles whose texts are one line each and share no word."""
    words = random.Random(seed).sample(WORDS, 20)
    said = [f"{word} {n}x" for n in range(count) for word in words[:3]]
    return [(f"T{said[3 * n]}", f"S{said[3 * n + 1]}.", f"A{said[3 * n + 2]}.") for n in range(count)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_each_puzzle_of_a_page_is_one(form: str, count: int):
    told = puzzles(count, 1)
    found = [
        {str(key).casefold(): value for key, value in one.items()}
        for one in read_text(FORMS[form](told))
        if not isinstance(one, RefusedRecord)
    ]
    assert [(one.get("statement", one.get("story")), one["answer"]) for one in found] == [
        (s, a) for _, s, a in told
    ]


@given(
    st.lists(st.tuples(st.sampled_from(sorted(FORMS)), st.integers(1, 3)), min_size=1, max_size=4),
    st.integers(0, 99),
)
def test_on_a_page_of_any_forms_no_puzzle_holds_texts_of_two(parts: list[tuple[str, int]], seed: int):
    told = puzzles(sum(count for _, count in parts), seed)
    page, left = "", [*told]
    for form, count in parts:
        page += FORMS[form](left[:count]) + "\n\n"
        left = left[count:]
    pairs = {s: a for _, s, a in told}
    found = read_text(page)
    for one in found:
        if isinstance(one, RefusedRecord):
            assert 1 <= one.line <= page.count("\n") + 1
            continue
        fields = {str(key).casefold(): str(value) for key, value in one.items()}
        story, answer = fields.get("statement", fields.get("story")), fields.get("answer")
        if story is not None and answer is not None:
            assert pairs.get(story.strip()) == answer.strip()
    assert len(found) >= len(told) or any(isinstance(one, RefusedRecord) for one in found)


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("Story: a.\nAnswer: b.\nExplanation: c.", [1]),
        ("Story: a.\nStory: b.\nAnswer: c.", [1]),
        ("a.\n\nAnswer: b.\n\nc.\n\nd.\n\nAnswer: e.", [1]),
        ("汤底：b。\n汤面：a。\n汤底：d。\n汤面：c。", [1, 3]),
        ("1. a.\nAnswer:\n1. b.\n2. c.\n2. d.\nAnswer: e.", [1, 4]),
        ("<details>a.</details>\n<details>b.</details>", [1]),
    ],
)  # fmt: skip
def test_what_fits_together_in_two_ways_is_refused_with_what_was_taken_for_what(page: str, lines: list[int]):
    found = read_text(page)
    assert (
        [one.line for one in found if isinstance(one, RefusedRecord)]
        == lines
        == [one.line for one in found if isinstance(one, RefusedRecord)]
    )
    for one in found:
        assert (
            isinstance(one, RefusedRecord)
            and "answer (line" in one
            and "：“" not in one
            and "汤底（" not in one.zh.partition("（")[0]
        )


def test_a_heading_in_a_comment_takes_no_id_away():
    [found] = read_text("# from my drawer\nID: soup_7\nTitle: Cook\nStory: a.\nAnswer: b.")
    assert isinstance(found, dict) and (found["id"], found["title"]) == ("soup_7", "Cook")
    [found] = read_text("<!-- mine -->\n---\nid: soup_8\n---\na.\n<details>b.</details>")
    assert isinstance(found, dict) and found["id"] == "soup_8"
