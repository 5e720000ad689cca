"""Gaps of a puzzle: what real players asked and no ruling answers, and what waits to be confirmed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from echoes.core.log.entries import Entry
from echoes.games.author_forms import Gap
from echoes.games.situation_puzzle.authoring.decisions import DROP, LONGEST, QUESTION, SAME
from echoes.games.situation_puzzle.authoring.harvest import Harvest, harvest
from echoes.games.situation_puzzle.authoring.unconfirmed_parts import group_rank, unconfirmed_parts
from echoes.games.situation_puzzle.authoring.waiting_words import WAITING_WORDS
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle

_LABEL_DOUBT, _ONE_VOTE_DOUBT = 0.3, 0.75


@dataclass(frozen=True)
class _OpenQuestion:
    """A question that nobody has ruled on.

    Attributes:
        kind: where it comes from: a key of `Harvest`, or `proposals`.
        same: the rulings that it may be another wording of; `of`: the wording of one.
        ruling: that was challenged.
    """

    kind: Literal["unanswered", "asked_back", "wordings", "challenged", "proposals"]
    text: str
    times: int = 0
    same: Sequence[int] = ()
    of: str = ""
    ruling: str = ""

    @property
    def can_be_settled(self) -> bool:
        """Return whether a ruling on its text settles it."""
        return self.kind in ("unanswered", "asked_back", "proposals")


def puzzle_gaps(puzzle: Puzzle, games: Iterable[Sequence[Entry]], language: str) -> list[Gap]:
    """Return questions of players that no ruling covers, and what waits in the puzzle itself.

    Args:
        puzzle: the current version.
        games: the logs of its games.
        language: of the labels.
    Returns:
        What is most in doubt first: disagreements, players' questions, parts, rulings that agree.
    """
    words = WAITING_WORDS.get(language, WAITING_WORDS["en"])
    known = _numbers(puzzle)
    found: dict[str, Gap] = {}
    for asked in _open_questions(puzzle, harvest(puzzle, games), known):
        if asked.can_be_settled and _plain(puzzle, asked.text) in known:
            continue  # it has been ruled on since
        gap = _asked_gap(puzzle, words, asked)
        before = found.get(asked.text)
        if before is None or before.times < gap.times:
            found[asked.text] = gap
    for ruling in puzzle.rulings:
        if ruling.unconfirmed:
            found.setdefault(ruling.texts[0], _ruling_gap(puzzle, words, ruling))
    gaps = [*found.values(), *unconfirmed_parts(puzzle, words)]
    ranks = group_rank(words)
    return sorted(gaps, key=lambda gap: (ranks[gap.group], -gap.times, -gap.doubt))


def _asked_gap(puzzle: Puzzle, words: Mapping[str, str], asked: _OpenQuestion) -> Gap:
    """Return the gap of a question that nobody has ruled on."""
    alike = [
        (f"{SAME}{number}", words["same"].format(of=puzzle.rulings[number - 1].texts[0]))
        for number in asked.same
    ]
    is_proposed = asked.kind == "proposals"
    return Gap(
        text=asked.text,
        times=asked.times,
        note=words[asked.kind].format(of=asked.of, ruling=words.get(asked.ruling, "")),
        choices=[*alike, *ruling_choices(words), *([(DROP, words["drop"])] if is_proposed else [])],
        links=fact_links(puzzle),
        key=f"{QUESTION}{asked.text}",
        group=words["group_proposals" if is_proposed else "group_players"],
        doubt=1.0,
    )


def _ruling_gap(puzzle: Puzzle, words: Mapping[str, str], ruling: AuthoredRuling) -> Gap:
    """Return the gap of a ruling that nobody has confirmed: a label, or what a model ruled."""
    told = [words[vote] for vote in ruling.votes]
    agree = len({*told}) == 1
    if not told:
        label = ruling.label or words[ruling.ruling]
        note, group, doubt = words["unconfirmed"].format(label=label), "labels", _LABEL_DOUBT
    elif not agree:
        note, group, doubt = words["disagree"].format(votes=words["then"].join(told)), "disagreements", 1.0
    else:
        how = "agree" if len(told) > 1 else "once"
        note = words[how].format(ruling=told[0])
        doubt = ruling.doubt if len(told) > 1 else max(ruling.doubt, _ONE_VOTE_DOUBT)
        group = "rulings"
    return Gap(
        text=ruling.texts[0],
        times=0,
        note=note,
        choices=[*ruling_choices(words), (DROP, words["drop"])],
        links=fact_links(puzzle),
        suggested=ruling.ruling if agree or not told else "",
        key=f"{QUESTION}{ruling.texts[0]}",
        group=words[f"group_{group}"],
        details=ruling.texts[1:],
        linked=ruling.facts,
        doubt=doubt,
    )


def ruling_choices(words: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the four rulings, each with its label."""
    return [(word, words[word]) for word in get_args(RulingWord)]


def fact_links(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Return the facts that a YES may establish, each with its statement."""
    return [(fact.id, fact.statement) for fact in puzzle.facts]


def _open_questions(puzzle: Puzzle, harvested: Harvest, known: Mapping[str, int]) -> Iterator[_OpenQuestion]:
    """Yield the questions that nobody has ruled on."""
    for one in harvested["unanswered"]:
        yield _OpenQuestion("unanswered", one["text"][:LONGEST], one["times"])
    for left in harvested["asked_back"]:
        numbers = [known.get(_plain(puzzle, text)) for text in left["options"]]
        same = tuple(dict.fromkeys(number for number in numbers if number))
        yield _OpenQuestion("asked_back", left["text"][:LONGEST], left["times"], same)
    for worded in harvested["wordings"]:
        same = (worded["ruling"],)
        yield _OpenQuestion("wordings", worded["text"][:LONGEST], worded["times"], same, of=worded["of"])
    for one in harvested["challenged"]:
        yield _OpenQuestion("challenged", one["text"][:LONGEST], one["times"], ruling=one["ruling"])
    for text in puzzle.proposals:
        yield _OpenQuestion("proposals", text[:LONGEST])


def _numbers(puzzle: Puzzle) -> dict[str, int]:
    """Return the number of the ruling of each wording, from 1."""
    return {
        _plain(puzzle, text): number for number, one in enumerate(puzzle.rulings, 1) for text in one.texts
    }


def _plain(puzzle: Puzzle, text: str) -> str:
    return reader_of(puzzle).normalize(text)
