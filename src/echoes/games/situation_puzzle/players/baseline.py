"""A player without a model: opening questions, questions built from the statement, and a final answer.

It knows nothing of the world. It is always there, costs nothing and plays the same every time: a lower bound
for every other player, and a load for the engine.
"""

import random
import re
from collections.abc import Sequence

from echoes.core.events import ClarificationAsked, CommandResult, Event
from echoes.games.player import Move, PlayerSeat
from echoes.games.situation_puzzle.events import QuestionRuled, statement_of
from echoes.games.situation_puzzle.players.claims import as_claim
from echoes.games.situation_puzzle.players.openings import ABOUT, OPENINGS
from echoes.games.situation_puzzle.players.registry import PlayerSettings
from echoes.games.situation_puzzle.turn.message_parser import selection_message

_SHARE_OF_OPENINGS = 0.6
_LONGEST_ANSWER = 12
"""Claims in the final answer."""
_NAMED = re.compile(r"\b(?:the|a|an|his|her|its|their)\s+([a-z]{3,})\b", re.IGNORECASE)
_MOST_THINGS = 12
_LONGEST_WORD = 4


class BaselinePlayer:
    """A player that asks about any puzzle's usual matters and about the things in the statement.

    Args:
        seat: what it is given; its model, if any, is not asked.
        settings: not used.
    """

    name = "baseline"
    asks_a_model = False

    def __init__(self, seat: PlayerSeat, settings: PlayerSettings) -> None:
        self._lang = seat.started.lang if seat.started.lang in OPENINGS else "en"
        self._statement = statement_of(seat.started)
        self._chance = random.Random(f"{seat.seed}:{seat.started.puzzle_id}:{seat.started.lang}")
        self._questions = self._planned()
        self._said: set[str] = set()
        self._true: list[str] = []
        self._asked: set[str] = set()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next question, a number in reply to a clarification, or the answer at the end."""
        for event in events:
            if isinstance(event, QuestionRuled):
                self._asked |= {event.text, event.asked or event.text}
                if event.ruling == "YES":
                    self._true.append(event.text)
        last = events[-1] if events else None
        if isinstance(last, ClarificationAsked):
            return Move(self._picked(last))
        stopped = isinstance(last, CommandResult)
        if turns_left > 1 and self._questions and not stopped:
            return Move(self._questions.pop(0))
        answer = self._answer()
        if answer in self._said:
            return None
        self._said.add(answer)
        return Move(f"/answer {answer}")

    def _planned(self) -> list[str]:
        """Return openings and questions about things, mixed by the seed."""
        things = _things(self._statement, self._lang)
        about = [form.format(thing) for thing in things for form in ABOUT[self._lang]]
        openings = list(OPENINGS[self._lang])
        self._chance.shuffle(openings)
        self._chance.shuffle(about)
        planned: list[str] = []
        while openings or about:
            first = self._chance.random() < _SHARE_OF_OPENINGS
            source = (openings if first else about) or openings or about
            planned.append(source.pop())
        return planned

    def _picked(self, asked: ClarificationAsked) -> str:
        """Choose among options: a question not ruled on yet, or for a final answer what is known to be true.

        Of its own findings on the board, choose all.
        """
        if asked.many:
            return selection_message(asked, [option.n for option in asked.options])
        if len(asked.options) == 1:
            return "1"
        if asked.text in self._said:
            return next((str(option.n) for option in asked.options if option.text in self._true), "0")
        new = [option.n for option in asked.options if option.text not in self._asked]
        return str(self._chance.choice(new)) if new else "0"

    def _answer(self) -> str:
        claims = dict.fromkeys(as_claim(question, self._lang) for question in self._true)
        told = list(claims)[-_LONGEST_ANSWER:]
        return (" " if self._lang == "en" else "").join(told) or self._statement


def _things(statement: str, lang: str) -> list[str]:
    """Return the things that a statement names, in its order."""
    if lang == "zh":
        import rjieba

        named = [word for word, tag in rjieba.tag(statement) if tag == "n" and len(word) <= _LONGEST_WORD]
    else:
        import lemminflect

        words: list[str] = [word.lower() for word in _NAMED.findall(statement)]
        kinds: dict[str, set[str]] = {
            word: {*lemminflect.getAllLemmas(word)}  # pyright: ignore[reportUnknownArgumentType]
            for word in words
        }
        named = [word for word, kind in kinds.items() if "NOUN" in kind and not kind & {"ADJ", "ADV"}]
    return list(dict.fromkeys(named))[:_MOST_THINGS]
