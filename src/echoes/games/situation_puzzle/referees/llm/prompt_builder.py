"""Prompts of the model that referees: a long system part that stays the same, and the rest."""

import json
from functools import cached_property

from echoes.core.errors import BadSetting
from echoes.core.seats.roles import Role
from echoes.core.text.plain_text import prompt_delimiter
from echoes.games.context_window import Part, Section, Window, build_window, estimate_tokens
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import EvidenceSetting
from echoes.games.situation_puzzle.referees.llm.prompts import BRIEF, JUDGE, REFEREE, TITLES
from echoes.games.situation_puzzle.referees.types import PastRuling
from echoes.games.situation_puzzle.visibility import VISIBILITY

_SHARE_OF_SECRET = 0.6
"""The share of the budget that the whole solution may take; a longer one is retrieved in parts."""
_LONGEST_QUOTE = 200
_SHORTEST = 100
"""Tokens that must be left for the player's text."""


class PromptBuilder:
    """The builder of prompts on one puzzle.

    Args:
        puzzle: the puzzle with its secrets.
        budget: the size of the prompt, in tokens.
        evidence: the part of the solution that is shown, as in `RefereeSettings`.
        is_brief: whether rulings are asked for by the rules in brief.
    """

    def __init__(
        self, puzzle: Puzzle, budget: int, evidence: EvidenceSetting = "auto", is_brief: bool = False
    ) -> None:
        self._puzzle, self._budget, self._evidence = puzzle, budget, evidence
        self._rules = (BRIEF if is_brief else REFEREE)[puzzle.language]
        self._is_brief = is_brief

    def check(self) -> None:
        """Check that the puzzle fits into the budget.

        Raises:
            BadSetting: the budget does not hold it.
        """
        shown = (self._puzzle.title, self._puzzle.statement, *self._puzzle.public_facts, *self.facts)
        needed = self._budget - self._left + estimate_tokens("\n".join(shown)) + _SHORTEST
        if needed > self._budget:
            raise BadSetting(
                f"the referee needs about {needed} tokens for its rules and “{self._puzzle.title}”, and has "
                f"{self._budget}",
                "Raise agents.situation_puzzle.context_tokens.referee.",
            )

    @property
    def needs_retrieval(self) -> bool:
        """Return whether passages of the solution are to be retrieved for each question."""
        return len(self.solution) == len(self.facts) and self._evidence != "none"

    @cached_property
    def ruling_system_prompt(self) -> str:
        """The system prompt for rulings: rules, examples, puzzle."""
        return self._rules + "\n" + self._shown(self.solution)

    @cached_property
    def judging_system_prompt(self) -> str:
        """The system prompt for final answers."""
        return JUDGE[self._puzzle.language] + "\n" + self._shown(self.solution)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Return the facts, each with its id; none where a dossier comes without."""
        judged = self._puzzle.judged_facts if self._puzzle.has_facts else ()
        return tuple(f"{fact.id}: {fact.statement}" for fact in judged)

    @cached_property
    def solution(self) -> tuple[str, ...]:
        """Answer and facts; the facts alone where the solution is too long for the budget."""
        whole = (self._puzzle.answer, *self.facts)
        if self._evidence != "auto":
            return whole if self._evidence == "whole" else self.facts
        fits = estimate_tokens("\n".join(whole)) <= _SHARE_OF_SECRET * self._left
        return whole if fits else self.facts

    @cached_property
    def _left(self) -> int:
        """Return the tokens of the budget that rules and cast leave."""
        rules = max(self._rules, JUDGE[self._puzzle.language], key=len)
        return self._budget - estimate_tokens(f"{rules}\n{self._cast}")

    @cached_property
    def _cast(self) -> str:
        return "\n".join(f"{m.name}: {', '.join(m.aliases)}" for m in self._puzzle.cast if m.aliases)

    def _shown(self, solution: tuple[str, ...]) -> str:
        titles, puzzle = TITLES[self._puzzle.language], self._puzzle
        story = "\n".join((puzzle.title, puzzle.statement, *puzzle.public_facts))
        blocks = [f"{titles['story']}:\n{story}"]
        if len(solution) > len(self.facts):
            blocks.append(f"{titles['solution']}:\n{solution[0]}")
        blocks.append(f"{titles['facts']}:\n" + "\n".join(self.facts))
        return "\n\n".join([*blocks, *([f"{titles['cast']}:\n{self._cast}"] if self._cast else [])])

    def window(self, text: str, evidence: tuple[str, ...], earlier: tuple[PastRuling, ...]) -> Window:
        """Build the window that is shown with a player's text, within the budget.

        Raises:
            BadSetting: the budget does not hold the puzzle.
        """
        puzzle = self._puzzle
        sections = [
            Section(Part.SCENARIO, (puzzle.title, puzzle.statement, *puzzle.public_facts)),
            Section(Part.SECRET, self.solution),
            Section(Part.EVIDENCE, evidence, gives_way="last"),
            Section(Part.TURNS, tuple(f"{one.turn}: {_quoted(one.text)} — {one.ruling}" for one in earlier)),
            Section(Part.MESSAGE, (text,)),
        ]
        return build_window(Role.REFEREE, None, sections, VISIBILITY, self._left)

    def prompt(self, window: Window, look: str, is_answer: bool = False) -> str:
        """Build the user prompt; the player's text stands last, between delimiters of its own.

        Args:
            window: what is shown.
            look: an instruction before the text; empty for none.
            is_answer: whether the text is a final answer, and no question.
        """
        titles = TITLES[self._puzzle.language]
        player = titles["compare" if self._is_brief and not is_answer else "player"]
        message = window.text(Part.MESSAGE)
        mark = prompt_delimiter(message)
        blocks = [
            f"{titles[name]}:\n{text}"
            for name, part in (("established", Part.TURNS), ("evidence", Part.EVIDENCE))
            if (text := window.text(part))
        ]
        blocks += [look] if look else []
        return "\n\n".join([*blocks, f"{player.format(mark=mark)}:\n{mark}\n{message}\n{mark}"])


def _quoted(text: str) -> str:
    """Quote a player's text on one line, so that it can't be taken for anything outside the delimiters."""
    return json.dumps(" ".join(text.split())[:_LONGEST_QUOTE], ensure_ascii=False)
