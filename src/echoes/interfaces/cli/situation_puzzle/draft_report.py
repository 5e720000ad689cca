"""The report of `echoes puzzles draft`: cost before, result after."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from echoes.core.text.plain_text import pluralize
from echoes.games.draft_steps import DraftSteps
from echoes.games.drafts import DraftEstimate
from echoes.games.lint_findings import LintFinding
from echoes.games.situation_puzzle.drafting.draft import PuzzleDraft
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle
from echoes.interfaces.cli.output import json_line

_FEW = 12


class DraftReport:
    """The report of a draft, to a person or a program.

    Args:
        puzzle: which one.
        steps: of the draft.
        budget: in tokens.
        price: of the estimate, in the currency of models.prices; None where no price is set.
        as_json: whether a program reads it.
    """

    def __init__(
        self, puzzle: Puzzle, steps: DraftSteps, budget: int, price: float | None, as_json: bool
    ) -> None:
        self._puzzle, self._steps, self._budget = puzzle, steps, budget
        self._price, self._as_json = price, as_json

    def tell_cost(self, cost: DraftEstimate) -> None:
        """Tell the estimate, the budget, and what is done."""
        usage, spent = cost.usage, self._steps.kept_usage
        if self._as_json:
            json_line(
                {
                    "id": self._puzzle.id,
                    "language": self._puzzle.language,
                    "status": "estimate",
                    "calls": cost.calls,
                    "prompt_tokens": usage.prompt_tokens,
                    "completion_tokens": usage.completion_tokens,
                    "price": None if self._price is None else round(self._price, 4),
                    "budget": self._budget,
                    "done": self._steps.kept,
                    "spent": spent.prompt_tokens + spent.completion_tokens,
                }
            )
            return
        total = usage.prompt_tokens + usage.completion_tokens
        money = "no price is set in models.prices" if self._price is None else f"about {self._price:.2f}"
        print(
            f"{self._puzzle.id} ({self._puzzle.language}): about {pluralize(cost.calls, 'request')}, "
            f"{total:,} tokens ({usage.prompt_tokens:,} read, {usage.completion_tokens:,} written), {money}; "
            f"at most {self._budget:,} tokens"
        )
        if self._steps.kept:
            used = spent.prompt_tokens + spent.completion_tokens
            print(f"Already done: {pluralize(self._steps.kept, 'step')}, for {used:,} tokens")

    def tell_result(
        self, made: Puzzle, result: PuzzleDraft, findings: Sequence[LintFinding], path: Path | None = None
    ) -> None:
        """Tell what was drafted, what was left, and what lint says of it.

        Args:
            made: the puzzle with the draft.
            result: the draft.
            findings: of lint on the puzzle.
            path: of the file that it was written into; None where it is a new version.
        """
        counts = _counts(result)
        if self._as_json:
            told = [f"{one.severity}: {one.message}" for one in findings]
            row = {"id": made.id, "language": made.language, "status": "drafted", **counts}
            left = {"left": [*result.left], "untranslated": result.untranslated}
            json_line({**row, **left, "findings": told, "usage": self._steps.spent.model_dump()})
            return
        self._print_result(counts, result)
        severities = Counter(one.severity for one in findings)
        if findings:
            listed = ", ".join(pluralize(count, severity) for severity, count in severities.items())
            which = str(path) if path else f"{made.id} --lang {made.language}"
            print(f"lint: {listed}; `echoes puzzles lint {which}` lists them")
        if path:
            print(f"Written: {path}; take it in (echoes ingest), then confirm it (echoes puzzles confirm)")
        else:
            print(f"All of it waits for you: echoes puzzles confirm {made.id} --lang {made.language}")

    def _print_result(self, counts: Mapping[str, int], result: PuzzleDraft) -> None:
        """Tell a person what was drafted, at what cost, and what was left."""
        print(", ".join(f"{name.replace('_', ' ')}: {count}" for name, count in counts.items()))
        spent = self._steps.spent
        tokens = spent.prompt_tokens + spent.completion_tokens
        print(f"{pluralize(spent.model_calls, 'call')}, {tokens:,} tokens in all")
        for name in result.left[:_FEW]:
            print(f"  left: {name} (no usable reply)")
        if result.left:
            more = max(0, len(result.left) - _FEW)
            print(f"  {f'and {more} more; ' if more else ''}--retry asks for these again")
        if result.untranslated:
            print(
                f"No translation: it is kept only whole, and {result.untranslated} had no usable one. "
                "What was translated is kept for the next run"
            )

    def tell_translation(self, made: Puzzle, path: Path | None) -> None:
        """Return the place of the puzzle in its other language.

        Args:
            made: the translation.
            path: of the file that it was written into; None where it is kept withdrawn.
        """
        row = {"id": made.id, "language": made.language, "rulings": len(made.rulings)}
        if self._as_json:
            json_line({**row, "status": "written" if path else "withdrawn"})
        elif path:
            print(f"Written: {path}, the same in '{made.language}'")
        else:
            print(
                f"In '{made.language}' it is kept where no player sees it: confirm it with --lang "
                f"{made.language}, then echoes puzzles republish {made.id} --lang {made.language}"
            )


def _counts(result: PuzzleDraft) -> dict[str, int]:
    """Return the number of drafted parts of each kind."""
    looks = Counter(map(_looks, result.rulings))
    return {
        "facts": len(result.facts),
        "wordings": sum(map(len, result.wordings.values())),
        "hints": len(result.hints),
        "cloze": int(result.cloze is not None),
        "cast": len(result.cast),
        "synonyms": len(result.synonyms),
        "rulings": len(result.rulings),
        "agreed": looks["agreed"],
        "disagreed": looks["disagreed"],
        "ruled_once": looks["ruled_once"],
        "unruled": len(result.unruled),
    }


def _looks(ruling: AuthoredRuling) -> str:
    """Return the results of the judge's looks at a question."""
    if len(ruling.votes) < 2:
        return "ruled_once"
    return "agreed" if len({*ruling.votes}) == 1 else "disagreed"
