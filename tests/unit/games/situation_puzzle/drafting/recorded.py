"""A model that replies to a draft as a fixture says; `note` there tells where these replies come from."""

import json
import re
from pathlib import Path
from typing import Any

from tests.support import BUNDLED, ROOT

from echoes.games.situation_puzzle.drafting.prompts import TASKS
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.llm.prompts import SECOND_LOOKS

FIXTURES = ROOT / "tests" / "fixtures" / "drafts"
_NUMBERED = re.compile(r"^(\d+)\. (.+?)(?: \(also: .*\))?$", re.MULTILINE)


class RecordedModel:
    """Replies from a file; what is not in it is no reply.

    Args:
        path: of the fixture.
    """

    def __init__(self, path: Path) -> None:
        self._kept: dict[str, Any] = json.loads(path.read_text("utf-8"))

    def puzzle(self) -> Puzzle:
        """The bundled puzzle, stripped to what its author would have in a spreadsheet."""
        name = f"{self._kept['puzzle']}_{self._kept['language']}.json"
        bundled = json.loads((BUNDLED / name).read_text("utf-8"))
        return Puzzle.model_validate(
            {key: bundled[key] for key in ("id", "language", "title", "statement", "answer")}
        )

    def __call__(self, system: str, prompt: str) -> Any:
        """Return the reply to a request."""
        for name, task in TASKS[self._kept["language"]].items():
            if name in ("facts", "hints", "cast", "synonyms") and prompt == task:
                return {"groups" if name == "synonyms" else name: self._kept[name]}
        if "Write the solution as three to six short sentences with gaps" in prompt:
            return self._kept["cloze"]
        facts = {one["statement"]: f"f{number}" for number, one in enumerate(self._kept["facts"], 1)}
        about = facts.get(prompt.rpartition("\n")[2].partition(": ")[2])
        if about:
            other = prompt.startswith("Write 8 other wordings")
            return (
                {"wordings": self._kept["wordings"][about]}
                if other
                else _questions(self._kept["near"][about])
            )
        places = {text: name for name, text in QUESTION_MAP.items()}
        place = next((name for text, name in places.items() if f"on this: {text}." in prompt), None)
        return _questions(self._kept["questions"][place]) if place else self._judged(prompt)

    def _judged(self, prompt: str) -> dict[str, Any]:
        look = int(SECOND_LOOKS[self._kept["language"]][1] in prompt)
        rulings: list[dict[str, Any]] = []
        for number, text in _NUMBERED.findall(prompt):
            kept = self._kept["rulings"][text]
            told = {key: value for key, value in kept.items() if key != "votes"}
            rulings.append({"n": int(number), "ruling": kept["votes"][look], **told, "confidence": 0.9})
        return {"rulings": rulings}


def _questions(kept: list[list[str]]) -> dict[str, Any]:
    return {"questions": [{"texts": texts, "about": ""} for texts in kept]}
