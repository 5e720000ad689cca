"""Gaps of a puzzle: what real players asked and no ruling answers, and the author's decisions on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast, get_args

from echoes.core.entries import Entry
from echoes.core.errors import BadInput
from echoes.games.author_forms import Gap
from echoes.games.situation_puzzle.authoring.harvest import harvest
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle

_SAME = "same:"
"""Begins the decision that a text is another wording of the ruling of a number."""
_LONGEST = 500

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "YES": "Yes",
        "NO": "No",
        "YES AND NO": "Yes and no",
        "IRRELEVANT": "Irrelevant",
        "unanswered": "could not be ruled on",
        "asked_back": "was asked back, and no option was picked",
        "wordings": "was picked as “{of}”",
        "challenged": "was ruled {ruling}, and challenged",
        "proposals": "is a question of yours without a ruling",
        "unconfirmed": "is labelled “{label}”, and waits for you to confirm it",
        "same": "Same as: {of}",
    },
    "zh": {
        "YES": "是",
        "NO": "不是",
        "YES AND NO": "是也不是",
        "IRRELEVANT": "无关",
        "unanswered": "没能裁定",
        "asked_back": "反问了玩家，没有选中任何一个",
        "wordings": "玩家选的是“{of}”",
        "challenged": "裁定为“{ruling}”，被质疑",
        "proposals": "是你自己的问题，还没有裁定",
        "unconfirmed": "标注为“{label}”，等你确认",
        "same": "等于问：{of}",
    },
}


def puzzle_gaps(puzzle: Puzzle, games: Iterable[Sequence[Entry]], language: str) -> list[Gap]:
    """Return what players asked that the rulings do not cover, then what waits in the puzzle itself.

    Args:
        puzzle: the current version.
        games: the logs of its games.
        language: of the labels.
    """
    words = _WORDS.get(language, _WORDS["en"])
    known = _numbers(puzzle)
    facts = [(fact.id, fact.statement) for fact in puzzle.facts]
    rulings = [(word, words[word]) for word in get_args(RulingWord)]
    found: dict[str, Gap] = {}
    for key, row in _rows(puzzle, harvest(puzzle, games)):
        text = str(row["text"])[:_LONGEST]
        if key in ("unanswered", "asked_back", "proposals") and _plain(puzzle, text) in known:
            continue  # it has been ruled on since
        note = words[key].format(**{**row, "ruling": words.get(str(row.get("ruling")), "")})
        same = [
            (f"{_SAME}{number}", words["same"].format(of=puzzle.rulings[number - 1].texts[0]))
            for number in _same(puzzle, known, key, row)
        ]
        times = int(cast("int", row.get("times", 0)))
        suggested = str(row.get("suggested", ""))
        before = found.get(text)
        gap = Gap(text, times, note, [*same, *rulings], facts, suggested)
        if before is None or before.times < times:
            found[text] = gap
    return sorted(found.values(), key=lambda gap: -gap.times)


def _rows(puzzle: Puzzle, harvested: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what is open, each with its kind."""
    for key in ("unanswered", "asked_back", "wordings", "challenged"):
        for row in harvested[key]:
            yield key, row
    for text in puzzle.proposals:
        yield "proposals", {"text": text}
    for ruling in puzzle.rulings:
        if ruling.unconfirmed:
            label = ruling.label or ruling.ruling
            yield "unconfirmed", {"text": ruling.texts[0], "label": label, "suggested": ruling.ruling}


def _same(puzzle: Puzzle, known: Mapping[str, int], key: str, row: Mapping[str, Any]) -> list[int]:
    """Return the rulings that a text may be another wording of."""
    if key == "wordings":
        return [row["ruling"]]
    numbers = [known.get(_plain(puzzle, text)) for text in row.get("options", ())]
    return list(dict.fromkeys(number for number in numbers if number))


def fill_gap(puzzle: Puzzle, text: str, choice: str, links: Sequence[str]) -> Puzzle:
    """Return a puzzle with the author's ruling on a question.

    Args:
        puzzle: the current version.
        text: the question in the players' words.
        choice: a ruling, or the ruling of which this is another wording.
        links: the facts that a YES establishes.
    Raises:
        BadInput: there is no such ruling or fact, or the text is empty.
    """
    text = " ".join(text.split())[:_LONGEST]
    facts = tuple(fact.id for fact in puzzle.facts if fact.id in links)
    if not text or set(links) - set(facts):
        raise BadInput("a question and known facts are needed", "Open the page again.")
    rulings = list(puzzle.rulings)
    at = _numbers(puzzle).get(_plain(puzzle, text))
    if choice.startswith(_SAME):
        number = int(choice[len(_SAME) :]) if choice[len(_SAME) :].isdecimal() else 0
        if not 1 <= number <= len(rulings):
            raise BadInput("there is no such ruling", "Open the page again.")
        if at is None:
            one = rulings[number - 1]
            rulings[number - 1] = one.model_copy(update={"texts": (*one.texts, text)})
    elif choice in get_args(RulingWord):
        word = cast("RulingWord", choice)
        established = facts if word == "YES" else ()
        if at is None:
            rulings.append(AuthoredRuling(texts=(text,), ruling=word, facts=established))
        else:
            rulings[at - 1] = _decided(rulings[at - 1], word, established)
    else:
        raise BadInput(f"'{choice[:20]}' is no ruling", f"Known: {', '.join(get_args(RulingWord))}.")
    proposals = [one for one in puzzle.proposals if _plain(puzzle, one) != _plain(puzzle, text)]
    return Puzzle.model_validate(
        {**puzzle.to_json(), "rulings": [one.model_dump() for one in rulings], "proposals": proposals}
    )


def _decided(ruling: AuthoredRuling, word: RulingWord, facts: tuple[str, ...]) -> AuthoredRuling:
    """Return a ruling as its author decided it; what it established stays where nothing else is said."""
    kept = ruling.facts if word == "YES" == ruling.ruling and not facts else facts
    steps = ruling.steps if word == "YES" else ()
    changes = {"ruling": word, "facts": kept, "steps": steps, "unconfirmed": False, "label": ""}
    return ruling.model_copy(update=changes)


def _numbers(puzzle: Puzzle) -> dict[str, int]:
    """Return the number of the ruling of each wording, from 1."""
    return {
        _plain(puzzle, text): number for number, one in enumerate(puzzle.rulings, 1) for text in one.texts
    }


def _plain(puzzle: Puzzle, text: str) -> str:
    return reader_of(puzzle).normalize(text)
