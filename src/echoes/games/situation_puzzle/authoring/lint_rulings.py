"""Lint of the authored rulings: gaps, contradictions, and wordings that could be shown."""

from collections import Counter

from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding, finding
from echoes.games.situation_puzzle.puzzle.question_map import ENOUGH_IN_A_PLACE, ENOUGH_IN_ALL, QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.disclosure import DisclosurePolicy
from echoes.games.situation_puzzle.referees.rules.inference import Inference, NaturalLogic
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Wording
from echoes.games.situation_puzzle.referees.rules.ranking import wording_index_of

_FEWEST = {"YES": 30, "NO": 30, "YES AND NO": 5, "IRRELEVANT": 10}
"""The fewest of each ruling in a dense puzzle."""


def lint_map(puzzle: Puzzle) -> list[PuzzleFinding]:
    """Return the holes on the map of the question space."""
    count = len(puzzle.rulings)
    if not count:
        return []
    found: list[PuzzleFinding] = []
    if count < ENOUGH_IN_ALL:
        rulings = "ruling" if count == 1 else "rulings"
        found.append(finding("few_rulings", count=count, rulings=rulings, enough=ENOUGH_IN_ALL))
    given = Counter(ruling.ruling for ruling in puzzle.rulings)
    if few := {word: given[word] for word, least in _FEWEST.items() if given[word] < least}:
        found.append(finding("few_of_a_kind", few=few))
    places = Counter(ruling.about for ruling in puzzle.rulings)
    if unknown := sorted({*places} - {*QUESTION_MAP, ""}):
        found.append(finding("unknown_place", place=unknown[0], known=[*QUESTION_MAP]))
    if places[""] == count:
        return [*found, finding("no_places")]
    holes = {place: places[place] for place in QUESTION_MAP if places[place] < ENOUGH_IN_A_PLACE}
    return [*found, *([finding("holes", holes=holes)] if holes else [])]


def lint_contradictions(sentences: KnownSentences) -> list[PuzzleFinding]:
    """Rulings that contradict each other, or what facts, answer and statement say."""
    puzzle = sentences.puzzle
    if not puzzle.rulings:
        return []  # reading the story would take long, and for nothing
    logic = NaturalLogic(sentences.premises)
    found: dict[tuple[int, int | None], PuzzleFinding] = _worded_alike(sentences)
    for wording in sentences.wordings:
        if wording.clause is None or wording.clause.logical_form is None:
            continue
        ruling = puzzle.rulings[wording.number].ruling
        others = [
            one
            for one in logic.related(wording.clause.logical_form)
            if one.premise.authored != wording.number
        ]
        # Rulings that say the same decide; one that only follows may have its exceptions.
        others = [one for one in others if one.relation == "same"] or others
        for one in others:
            if one.ruling != ruling and not _by_a_better(sentences, wording, one):
                pair = _pair(wording.number, one.premise.authored)
                found.setdefault(pair, _clash(puzzle, wording, one))
    return list(found.values())


def _worded_alike(sentences: KnownSentences) -> dict[tuple[int, int | None], PuzzleFinding]:
    """Rulings that differ though a wording of theirs is word for word the same."""
    first: dict[str, Wording] = {}
    found: dict[tuple[int, int | None], PuzzleFinding] = {}
    rulings = sentences.puzzle.rulings
    for wording in sentences.wordings:
        other = first.setdefault(sentences.reader.normalize(wording.text), wording)
        if rulings[other.number].ruling != rulings[wording.number].ruling:
            texts = other.number, other.text, wording.number, wording.text
            found.setdefault(_pair(other.number, wording.number), _differently(*texts))
    return found


def lint_offers(puzzle: Puzzle) -> list[str]:
    """Return the wordings that could be offered to a player who has read the statement only."""
    sentences = KnownSentences(puzzle, reader_of(puzzle))
    showing = DisclosurePolicy(sentences, wording_index_of(sentences))
    return [
        f"ruling {wording.number + 1}{guarded}: {wording.text}"
        for wording in sentences.wordings
        for guarded in ["" if puzzle.rulings[wording.number].open else " (guarded)"]
        if showing.may_show(wording, frozenset())
    ]


def _pair(one: int, other: int | None) -> tuple[int, int | None]:
    return (one, None) if other is None else (min(one, other), max(one, other))


def _by_a_better(sentences: KnownSentences, wording: Wording, one: Inference) -> bool:
    """Return whether one is YES AND NO or IRRELEVANT and the other only follows from it: both may stand."""
    mixed = {sentences.puzzle.rulings[wording.number].ruling, one.premise.ruling} & {
        "YES AND NO",
        "IRRELEVANT",
    }
    return bool(mixed) and one.relation in ("follows", "narrows")


def _clash(puzzle: Puzzle, wording: Wording, one: Inference) -> PuzzleFinding:
    if one.premise.authored is None:
        number = wording.number + 1
        ruling = puzzle.rulings[wording.number].ruling
        told = {"first": number, "ruling": ruling, "text": wording.text, "other": one.premise.text}
        return finding("contradicts_puzzle", f"rulings[{number}]", **told)
    texts = wording.number, wording.text, one.premise.authored, one.premise.text
    return _differently(*texts, kind="contradict" if one.relation != "same" else "ruled_differently")


def _differently(
    one: int, text: str, other: int, other_text: str, kind: str = "ruled_differently"
) -> PuzzleFinding:
    first, second = sorted((one + 1, other + 1))
    place = f"rulings[{first}]"
    return finding(kind, place, first=first, second=second, text=text, other=other_text)
