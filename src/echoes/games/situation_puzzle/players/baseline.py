"""A player without a model: general questions, what the referee offers in reply, and a final answer.

It knows no more than the statement and what it is told: it asks what lies behind most strange stories, keeps
every question that the referee offers, and goes on where the answers brought the game forward. It is always
there, costs nothing and plays the same every time: a lower bound for every other player, and a load for the
engine.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from echoes.core.log.events import ClarificationAsked, CommandResult, Event, Option
from echoes.games.player import Move, PlayerSeat
from echoes.games.situation_puzzle.events import (
    HintGiven,
    PuzzleClarificationAsked,
    QuestionRuled,
    statement_of,
)
from echoes.games.situation_puzzle.players.claims import as_claim
from echoes.games.situation_puzzle.players.openings import ABOUT, OPENINGS
from echoes.games.situation_puzzle.players.registry import PlayerSettings
from echoes.games.situation_puzzle.puzzle.cloze import ClozeForm
from echoes.games.situation_puzzle.turn.message_parser import selection_message
from echoes.language.readers import reader_for

_LONGEST_ANSWER = 12
"""Claims in the final answer."""
_NAMED = re.compile(r"\b(?:the|a|an|his|her|its|their)\s+([a-z]{3,})\b", re.IGNORECASE)
_MOST_THINGS = 12
_LONGEST_WORD = 4

_HEAT = {"YES": 0.4, "YES AND NO": 0.2, "NO": -0.2, "IRRELEVANT": -0.5}
"""The change in how promising the ideas of a question are, by its ruling."""
_PER_STEP = 12.0
"""The same for a whole game's progress."""
_NEW = 0.6
"""How promising a question is for an idea that has not come up."""
_PLANNED = 0.45
"""How promising a question of one's own is beside those that the referee has offered."""
_WORTH_A_TURN = 0.4
"""How promising one of those that are offered must be to be picked; saying that none is meant is free."""
_PATIENCE = 4
"""Rulings without a step forward after which it asks for a hint."""
_FEWEST_IDEAS = 2
"""Ideas in a part of a hint that is worth a question."""
_HINTED = 0.8
"""How promising an idea is that a hint has named."""


class BaselinePlayer:
    """A player that asks about any puzzle's usual matters, and follows what it is offered.

    Args:
        seat: what it is given; its model, if any, is not asked.
        settings: not used.
    """

    name = "baseline"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat, settings: PlayerSettings) -> None:
        self._lang = seat.started.lang if seat.started.lang in OPENINGS else "en"
        self._statement = statement_of(seat.started)
        self._reader = reader_for(self._lang)
        self._chance = random.Random(f"{seat.seed}:{seat.started.puzzle_id}:{seat.started.lang}")
        self._planned = self._plan()
        self._offered: dict[str, None] = {}
        self._heat: defaultdict[str, float] = defaultdict(float)
        self._known = self._reader.ideas(self._statement)
        self._progress, self._stall, self._hints = 0.0, 0, 1
        self._said: set[str] = set()
        self._true: list[str] = []
        self._asked: set[str] = set()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next question, a number in reply to a clarification, or the answer at the end."""
        for event in events:
            if isinstance(event, QuestionRuled):
                self._learn(event)
            elif isinstance(event, HintGiven):
                self._read(event)
            elif isinstance(event, CommandResult) and event.command == "hint":
                self._hints = 0  # there is none that would help
        last = events[-1] if events else None
        if isinstance(last, PuzzleClarificationAsked) and last.cloze:
            return Move(self._filled(last.cloze))
        if isinstance(last, ClarificationAsked):
            return Move(self._picked(last))
        stopped = isinstance(last, CommandResult) and last.command not in ("pick", "hint")
        if turns_left > 1 and not stopped:
            if self._stall >= _PATIENCE and self._hints:
                self._stall = 0
                return Move("/hint")
            if question := self._next():
                return Move(question)
        return next((Move(text) for text in self._answers() if self._is_new(text)), None)

    def _plan(self) -> list[str]:
        """Return openings and questions about things, mixed by the seed."""
        about = [
            form.format(thing) for thing in _things(self._statement, self._lang) for form in ABOUT[self._lang]
        ]
        planned = [*OPENINGS[self._lang], *about]
        self._chance.shuffle(planned)
        return planned

    def _learn(self, event: QuestionRuled) -> None:
        """Note how a question was ruled, and how far that brought the game."""
        self._asked |= {event.text, event.asked or event.text}
        self._offer(event.options)
        if event.ruling == "YES" and event.text not in self._true:
            self._true.append(event.text)
        ideas = self._reader.ideas(event.text)
        for idea in ideas:
            self._heat[idea] += _HEAT[event.ruling] + _PER_STEP * (event.progress - self._progress)
        self._known |= ideas
        self._stall = 0 if event.progress > self._progress else self._stall + 1
        self._progress = event.progress

    def _read(self, hint: HintGiven) -> None:
        """Ask next whether it is as a hint says, piece by piece, and about what it names."""
        self._hints = hint.remaining
        for idea in self._reader.ideas(hint.text) - self._known:
            self._heat[idea] += _HINTED
        self._known |= self._reader.ideas(hint.text)
        things = _things(hint.text, self._lang)
        self._planned += [form.format(thing) for thing in things for form in ABOUT[self._lang]]
        self._planned += reversed(self._pieces(hint.text))

    def _pieces(self, text: str) -> list[str]:
        """Return the parts of a text that say enough to be asked."""
        clauses = self._reader.clauses(text)
        parts = (piece.rstrip(".。 ") for one in clauses for piece in self._reader.segments(one.text))
        return [part for part in dict.fromkeys(parts) if len(self._reader.ideas(part)) >= _FEWEST_IDEAS]

    def _offer(self, options: Iterable[Option]) -> None:
        self._offered |= dict.fromkeys(option.text for option in options)

    def _next(self) -> str | None:
        """Return the most promising question that was offered, or one of those planned; None for none."""
        left = [text for text in self._offered if text not in self._asked]
        best = max(left, key=self._promise, default=None)
        if best and (not self._planned or self._promise(best) > _PLANNED):
            self._asked.add(best)
            return best
        return self._planned.pop() if self._planned else None

    def _promise(self, text: str) -> float:
        """Return the promise of a question: by ideas that led somewhere, and by new ones."""
        ideas = self._reader.ideas(text) - self._reader.plain_ideas
        if not ideas:
            return 0.0
        return sum(_NEW if idea not in self._known else self._heat[idea] for idea in ideas) / len(ideas)

    def _picked(self, asked: ClarificationAsked) -> str:
        """Choose among options: the most promising question that was not ruled on yet.

        Of its own findings on the board, choose all.
        """
        if asked.many:
            return selection_message(asked, [one.n for one in asked.options])
        if len(asked.options) == 1:
            return "1"
        self._offer(asked.options)
        new = [option for option in asked.options if option.text not in self._asked]
        best = max(new, key=lambda option: self._promise(option.text), default=None)
        return str(best.n) if best and self._promise(best.text) > _WORTH_A_TURN else "0"

    def _filled(self, cloze: ClozeForm) -> str:
        """Fill each gap with the choice whose ideas led furthest, or that is filled in already."""
        picks = [gap.pick or self._likeliest(gap.choices) for gap in cloze.gaps]
        return " ".join(map(str, picks))

    def _likeliest(self, choices: Sequence[str]) -> int:
        """Return the number of the choice whose ideas are warmest on the whole; the first of several."""
        heat = [
            round(
                1000 * sum(self._heat[idea] for idea in sorted(self._reader.ideas(one)) if idea in self._heat)
            )
            for one in choices
        ]
        return heat.index(max(heat)) + 1

    def _answers(self) -> list[str]:
        """Return the final answers to try: put together, where anything was found, then in words."""
        claims = dict.fromkeys(as_claim(question, self._lang) for question in self._true)
        told = (" " if self._lang == "en" else "").join([*claims][-_LONGEST_ANSWER:])
        return ["/answer", f"/answer {told}"] if told else [f"/answer {self._statement}"]

    def _is_new(self, text: str) -> bool:
        is_new = text not in self._said
        self._said.add(text)
        return is_new


def _things(statement: str, lang: str) -> list[str]:
    """Return the things that a statement names, in its order."""
    if lang == "zh":
        import rjieba

        named = [word for word, tag in rjieba.tag(statement) if tag == "n" and 1 < len(word) <= _LONGEST_WORD]
    else:
        import lemminflect

        words: list[str] = [word.lower() for word in _NAMED.findall(statement)]
        kinds: dict[str, set[str]] = {
            word: {*lemminflect.getAllLemmas(word)}  # pyright: ignore[reportUnknownArgumentType]
            for word in words
        }
        named = [word for word, kind in kinds.items() if "NOUN" in kind and not kind & {"ADJ", "ADV"}]
    return list(dict.fromkeys(named))[:_MOST_THINGS]
