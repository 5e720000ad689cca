"""A second, tiny game type, as a foreign package would bring it: guess a number."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langgraph.graph import END, START, StateGraph

from echoes.core.documents import Document
from echoes.core.roles import DEFAULT_ACCESS, Role, Tier
from echoes.core.session import Phase
from echoes.games.base import FileReport, GameType, TurnState, number_turns
from echoes.games.table import Table


@dataclass(frozen=True)
class Number:
    """A number to be guessed."""

    id: str
    secret: int
    title: str = "Higher or lower"
    language: str = "en"

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(str(self.secret).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "secret": self.secret}


class HigherLower(GameType):
    """Each guess is ruled YES, or answered by a command result."""

    name = "higher_lower"
    folder = "numbers"
    access = DEFAULT_ACCESS
    roles = (Role.PLAYER,)

    def read_file(self, path: Path) -> list[FileReport]:
        return [FileReport(str(path), self.load(json.loads(path.read_text())))]

    def load(self, data: dict[str, Any]) -> Number:
        return Number(str(data["id"]), int(data["secret"]))

    def documents(self, scenario: Number) -> list[Document]:
        return [
            Document("rule", "Guess a number.", Tier.PUBLIC, "rule"),
            Document("number", str(scenario.secret), Tier.SECRET, "number"),
        ]

    def opening(self, scenario: Number, referee: str, recalled: Any, models: Any) -> dict[str, Any]:
        return {
            "event": "session_started", "puzzle_id": scenario.id, "title": scenario.title, "statement": "Guess!",
            "lang": "en", "puzzle_hash": scenario.content_hash, "referee": referee, "game_type": self.name,
        }  # fmt: skip

    def initial_state(self, scenario: Number) -> dict[str, Any]:
        return {"guesses": 0, "phase": Phase.PLAYING.value}

    def evolve(self, state: dict[str, Any], draft: dict[str, Any]) -> dict[str, Any]:
        guessed = draft["event"] == "question_ruled"
        phase = Phase.COMPLETED.value if draft["event"] == "session_ended" else state["phase"]
        return {"guesses": state["guesses"] + guessed, "phase": phase}

    def build_graph(self) -> Any:
        graph: Any = StateGraph(TurnState, context_schema=dict)
        graph.add_node("advance_phase", self._guess)
        graph.add_edge(START, "advance_phase")
        graph.add_edge("advance_phase", END)
        return graph

    def context(self, table: Table) -> dict[str, Any]:
        return {"number": table.scenario, "public": table.retrievers[Role.PLAYER]}

    async def _guess(self, state: TurnState, runtime: Any) -> TurnState:
        number: Number = runtime.context["number"]
        game: Any = state.get("game", {})
        message = state.get("message", "")
        if message.startswith("/undo"):
            drafts: list[Any] = [{"event": "command_result", "command": "undo", "text": "undone"}]
            return {"outbox": number_turns(drafts, state["turn"]), "undo": 1, "entries": state["entries"] + 1}
        right = int(message) == number.secret
        drafts = [
            {"event": "question_ruled", "text": message, "ruling": "YES" if right else "NO",
             "remark": "" if right else "higher" if int(message) < number.secret else "lower",
             "source": "rule", "charged": True, "progress": float(right)},
        ]  # fmt: skip
        if right:
            drafts.append(
                {"event": "session_ended", "status": "COMPLETED", "score": 100, "questions": 1, "hints": 0}
            )
        numbered = number_turns(drafts, state["turn"])
        for draft in numbered:
            game = self.evolve(game, draft)
        return {"outbox": numbered, "game": game, "entries": state["entries"] + len(numbered), "message": ""}
