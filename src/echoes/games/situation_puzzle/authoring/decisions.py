"""An author's decisions on what waits in a puzzle: they make rulings, wordings and confirmed parts."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import get_args

from echoes.core.errors import BadInput
from echoes.games.author_forms import Decision
from echoes.games.situation_puzzle.authoring.common_questions import CommonQuestion, common_wordings
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.in_play import cloze_of_known
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import (
    AuthoredRuling,
    CastMember,
    Fact,
    Hint,
    Puzzle,
    Synonyms,
)

SAME = "same:"
"""Begins the decision that a text is another wording of the ruling of a number."""
CORE, KEEP, DROP = "core", "keep", "drop"
"""Decisions on a part: it is true and core, it is right, it is wrong."""
QUESTION, FACT, WORDINGS, HINT, CAST, SYNONYMS, CLOZE = (
    f"{kind}:" for kind in ("question", "fact", "wordings", "hint", "cast", "synonyms", "cloze")
)
"""The beginnings of names of gaps, by what waits."""
WRITTEN = "written:"
"""Begins the name of a question of the author's own, which no gap has: its wordings, a line each."""
LONGEST = 500
"""Characters of a question."""
_RULINGS: dict[str, RulingWord] = {word: word for word in get_args(RulingWord)}

_STALE = "Open the page again."
_STALE_ZH = "这一页已经过时了。请重新打开。"
_Part = Hint | CastMember | Synonyms | Cloze


def decide(puzzle: Puzzle, decisions: Sequence[Decision]) -> Puzzle:
    """Return a puzzle with an author's decisions; those on what another of them drops are skipped.

    Args:
        puzzle: the current version.
        decisions: on its gaps; numbers of rulings are those of this version.
    Raises:
        BadInput: there is no such gap, ruling or fact, or a text is empty.
    """
    edited = _EditedPuzzle(puzzle)
    for one in decisions:
        edited.take(one)
    return edited.whole()


def part_name(part: _Part) -> str:
    """Return the name of the gap that an unconfirmed part is."""
    if isinstance(part, Hint | Cloze):
        kind, told = (HINT, part.text) if isinstance(part, Hint) else (CLOZE, part.model_dump_json())
        return f"{kind}{hashlib.sha256(told.encode()).hexdigest()[:12]}"
    return f"{CAST}{part.name}" if isinstance(part, CastMember) else f"{SYNONYMS}{part.words[0]}"


class _EditedPuzzle:
    """A puzzle while decisions are taken on it; what is dropped leaves a hole, so that numbers hold."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._normalize = reader_of(puzzle).normalize
        self._rulings: list[AuthoredRuling | None] = [*puzzle.rulings]
        self._facts: dict[str, Fact | None] = {fact.id: fact for fact in puzzle.facts}
        self._proposals = {self._normalize(text): text for text in puzzle.proposals}
        self._parts: list[_Part | None] = [*puzzle.hints, *puzzle.cast, *puzzle.synonyms, puzzle.cloze]
        waiting = [(at, part) for at, part in enumerate(self._parts) if part and part.unconfirmed]
        self._places = {part_name(part): at for at, part in reversed(waiting)}
        self._numbers = {
            self._normalize(text): index for index, one in enumerate(puzzle.rulings) for text in one.texts
        }

    @cached_property
    def _common(self) -> dict[str, CommonQuestion]:
        return {self._normalize(text): one for text, one in common_wordings(self._puzzle.language).items()}

    def take(self, decision: Decision) -> None:
        """Take one decision."""
        name, choice = decision.name, decision.choice
        if name.startswith(FACT):
            self._take_fact(name.removeprefix(FACT), choice)
        elif name.startswith(WORDINGS):
            self._take_wordings(name.removeprefix(WORDINGS), choice)
        elif name.startswith((HINT, CAST, SYNONYMS, CLOZE)):
            self._take_part(name, choice)
        elif name.startswith(WRITTEN):
            self._take_written(name.removeprefix(WRITTEN), decision)
        else:
            self._take_question(name.removeprefix(QUESTION), choice, decision.links)

    def whole(self) -> Puzzle:
        """Return the puzzle; no part of it names a fact that was dropped, and no gap tells nothing."""

        def known(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(name for name in names if self._facts.get(name))

        rulings = [
            one.model_copy(update={"facts": known(one.facts), "steps": known(one.steps)})
            for one in self._rulings
            if one
        ]
        hints = [part for part in self._parts if isinstance(part, Hint)]
        parts = {
            "facts": filter(None, self._facts.values()),
            "rulings": rulings,
            "hints": [
                one.model_copy(update={"facts": known(one.facts), "steps": known(one.steps)}) for one in hints
            ],
            "cast": [part for part in self._parts if isinstance(part, CastMember)],
            "synonyms": [part for part in self._parts if isinstance(part, Synonyms)],
        }
        changed = {name: [one.model_dump() for one in found] for name, found in parts.items()}
        cloze = next((part for part in self._parts if isinstance(part, Cloze)), None)
        if cloze and self._facts:
            cloze = cloze_of_known(cloze, [name for name, fact in self._facts.items() if fact])
        return Puzzle.model_validate(
            {
                **self._puzzle.to_json(),
                **changed,
                "cloze": cloze.model_dump() if cloze else None,
                "proposals": [*self._proposals.values()],
            }
        )

    def _take_fact(self, name: str, choice: str) -> None:
        if name not in self._facts or choice not in (CORE, KEEP, DROP):
            raise BadInput(
                f"there is no such fact or decision: '{name[:20]}' {choice[:20]}", _STALE, _STALE_ZH
            )
        if fact := self._facts[name]:
            confirmed = fact.model_copy(update={"core": choice == CORE, "unconfirmed": False})
            self._facts[name] = None if choice == DROP else confirmed

    def _take_wordings(self, name: str, choice: str) -> None:
        if name not in self._facts or choice not in (KEEP, DROP):
            raise BadInput(
                f"there is no such fact or decision: '{name[:20]}' {choice[:20]}", _STALE, _STALE_ZH
            )
        fact = self._facts[name]
        if fact is None:
            return
        kept = fact.unconfirmed_wordings if choice == KEEP else ()
        wordings = tuple(dict.fromkeys((*fact.wordings, *kept)))
        self._facts[name] = fact.model_copy(update={"wordings": wordings, "unconfirmed_wordings": ()})

    def _take_part(self, name: str, choice: str) -> None:
        at = self._places.get(name)
        if at is None or choice not in (KEEP, DROP):
            raise BadInput(
                f"there is no such part or decision: '{name[:40]}' {choice[:20]}", _STALE, _STALE_ZH
            )
        if part := self._parts[at]:
            self._parts[at] = part.model_copy(update={"unconfirmed": False}) if choice == KEEP else None

    def _take_question(self, text: str, choice: str, links: Sequence[str] | None) -> None:
        text = " ".join(text.split())[:LONGEST]
        facts = None if links is None else tuple(name for name in self._facts if name in links)
        if not text or set(links or ()) - self._facts.keys():
            raise BadInput("a question and known facts are needed", _STALE, _STALE_ZH)
        plain = self._normalize(text)
        at = self._numbers.get(plain)
        if choice.startswith(SAME):
            if not self._add_wording(choice.removeprefix(SAME), text, at):
                return
        elif choice == DROP:
            if at is not None:
                self._rulings[at] = None
        elif word := _RULINGS.get(choice):
            self._rule(text, word, facts, at)
        else:
            raise BadInput(f"'{choice[:20]}' is no ruling", f"Known: {', '.join(_RULINGS)}.", _STALE_ZH)
        self._proposals.pop(plain, None)

    def _take_written(self, lines: str, decision: Decision) -> None:
        first, *others = [line.strip()[:LONGEST] for line in lines.split("\n") if line.strip()] or [""]
        self._take_question(first, decision.choice, decision.links)
        at = self._numbers[self._normalize(first)]
        if decision.place in QUESTION_MAP and (ruling := self._rulings[at]):
            self._rulings[at] = ruling.model_copy(update={"about": decision.place})
        number = str(at + 1)
        for other in others:
            if self._normalize(other) not in self._numbers:
                self._add_wording(number, other, None)

    def _add_wording(self, number: str, text: str, at: int | None) -> bool:
        """Add a wording to a ruling; return whether the ruling is still there."""
        index = int(number) - 1 if number.isdecimal() else -1
        if not 0 <= index < len(self._rulings):
            raise BadInput("there is no such ruling", _STALE, _STALE_ZH)
        one = self._rulings[index]
        if one is not None and (at is None or self._rulings[at] is None):
            self._rulings[index] = one.model_copy(update={"texts": (*one.texts, text)})
            self._numbers[self._normalize(text)] = index
        return one is not None

    def _add(self, text: str, word: RulingWord, facts: tuple[str, ...]) -> None:
        """Add a ruling: with the other wordings of a question that all ask, and those of a fact claimed."""
        plain = self._normalize(text)
        common = self._common.get(plain)
        claimed = [one for one in self._facts.values() if one and self._normalize(one.statement) == plain]
        texts = {plain: text}
        for other in (*(common.texts if common else ()), *(text for one in claimed for text in one.wordings)):
            if (said := self._normalize(other)) not in self._numbers:
                texts.setdefault(said, other)
        self._numbers |= dict.fromkeys(texts, len(self._rulings))
        about, wordings = common.about if common else "", tuple(texts.values())
        self._rulings.append(
            AuthoredRuling(texts=wordings, ruling=word, facts=facts, about=about, open=bool(common))
        )

    def _rule(self, text: str, word: RulingWord, facts: tuple[str, ...] | None, at: int | None) -> None:
        before = self._rulings[at] if at is not None else None
        established = (facts or ()) if word == "YES" else ()
        if at is None or before is None:
            self._add(text, word, established)
            return
        kept = before.facts if facts is None and word == before.ruling else established
        changes = {
            "ruling": word,
            "facts": kept,
            "steps": before.steps if word == "YES" else (),
            "open": before.open and not (before.unconfirmed and kept),
            **{name: AuthoredRuling.model_fields[name].default for name in _WAITING},
        }
        self._rulings[at] = before.model_copy(update=changes)


_WAITING = ("unconfirmed", "label", "votes", "doubt", "from_solution")
"""The fields of a ruling that waits."""
