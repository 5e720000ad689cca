"""Parts of a puzzle that wait for its author: facts, wordings, the cloze, hints, cast and synonyms."""

from collections.abc import Iterator, Mapping

from echoes.games.author_forms import SURE_BELOW, Gap
from echoes.games.situation_puzzle.authoring.decisions import CORE, DROP, FACT, KEEP, WORDINGS, part_name
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.schema import Fact, Puzzle

_GROUPS = (
    *("disagreements", "players", "facts", "wordings", "cloze", "hints", "cast", "synonyms"),
    *("proposals", "labels", "rulings"),
)
_LITTLE_DOUBT = 0.3


def group_rank(words: Mapping[str, str]) -> dict[str, int]:
    """Return the place of each group, by its heading: what is most in doubt first."""
    return {words[f"group_{name}"]: rank for rank, name in enumerate(_GROUPS)}


def unconfirmed_parts(puzzle: Puzzle, words: Mapping[str, str]) -> Iterator[Gap]:
    """Yield what waits, apart from rulings.

    Args:
        puzzle: with its unconfirmed parts.
        words: in the author's language.
    """
    right = [(KEEP, words["keep"]), (DROP, words["drop"])]
    for fact in puzzle.facts:
        if fact.unconfirmed:
            yield _fact(fact, words)
        if fact.unconfirmed_wordings:
            said, name = fact.unconfirmed_wordings, f"{WORDINGS}{fact.id}"
            yield _part(words, "wordings", fact.statement, words["wordings_of"], right, name, said)
    if puzzle.cloze and puzzle.cloze.unconfirmed:
        yield _cloze(puzzle.cloze, words, right)
    for number, hint in enumerate(puzzle.hints, 1):
        if hint.unconfirmed:
            note, group = words["hint"].format(number=number), words["group_hints"]
            yield Gap(hint.text, 0, note, right, (), KEEP, part_name(hint), group, doubt=SURE_BELOW)
    for member in puzzle.cast:
        if member.unconfirmed:
            said = (", ".join(member.aliases),)
            yield _part(words, "cast", member.name, words["cast"], right, part_name(member), said)
    for group in puzzle.synonyms:
        if group.unconfirmed:
            said = (words["broader"].format(words=", ".join(group.broader)),) if group.broader else ()
            told = ", ".join(group.words)
            yield _part(words, "synonyms", told, words["synonyms"], right, part_name(group), said)


def _fact(fact: Fact, words: Mapping[str, str]) -> Gap:
    """Return the gap of a fact; an author looks at each, for a solution is judged by them."""
    return Gap(
        text=fact.statement,
        times=0,
        note=words["fact"],
        choices=[(CORE, words["core"]), (KEEP, words["true"]), (DROP, words["drop"])],
        suggested=CORE if fact.core else KEEP,
        key=f"{FACT}{fact.id}",
        group=words["group_facts"],
        details=fact.wordings,
        doubt=SURE_BELOW,
    )


def _cloze(cloze: Cloze, words: Mapping[str, str], choices: list[tuple[str, str]]) -> Gap:
    """Return the gap of a cloze, filled as it proposes; an author looks at each wrong choice."""
    told = tuple(
        words["in_place"].format(right=gap.right_text, wrong=" / ".join(gap.wrong_texts))
        for gap in cloze.gaps
    )
    filled, group = cloze.filled(cloze.key), words["group_cloze"]
    return Gap(filled, 0, words["cloze"], choices, (), KEEP, part_name(cloze), group, told, doubt=SURE_BELOW)


def _part(
    words: Mapping[str, str],
    group: str,
    text: str,
    note: str,
    choices: list[tuple[str, str]],
    name: str,
    details: tuple[str, ...],
) -> Gap:
    heading = words[f"group_{group}"]
    return Gap(text, 0, note, choices, (), KEEP, name, heading, details, doubt=_LITTLE_DOUBT)
