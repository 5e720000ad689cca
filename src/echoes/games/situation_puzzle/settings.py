"""Settings of the situation puzzle, from `config/agents.yaml`: personas, narration, budgets."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.phrases import Phrases
from echoes.games.situation_puzzle.players.registry import PlayerSettings
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeSettings
from echoes.games.situation_puzzle.roles import PuzzleRole

Verbosity = Literal["brief", "usual", "full"]


class NarrationSettings(BaseModel):
    """Settings of the narration.

    Attributes:
        by: `templates`, or the narrator's `model` beside them.
        persona: a name of `personas`.
        verbosity: `brief` gives the ruling and no more, `full` adds a remark to each.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: Literal["templates", "model"] = "templates"
    persona: str = "host"
    verbosity: Verbosity = "usual"


class Persona(BaseModel):
    """The narrating persona.

    Attributes:
        tone: the tone for a narrator's model, by language.
        phrases: phrases of its own, by language.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    tone: dict[str, str]
    phrases: dict[str, JsonObject] = {}

    @model_validator(mode="after")
    def _both_languages(self) -> "Persona":
        if missing := {"en", "zh"} - set(self.tone):
            raise ValueError(f"tone: no words for '{min(missing)}'")
        return self


class AgentSettings(BaseModel):
    """The `agents` section.

    Attributes:
        referee: settings of the referee.
        player: settings of AI players.
        further_hints: the number of hints that a model may write when the author's are used up.
        context_tokens: the size of each role's prompt window, in tokens.
        narration: settings of the narration.
        personas: the personas by name.
        phrases: the game's phrases, by language.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    referee: RefereeSettings = RefereeSettings()
    player: PlayerSettings = PlayerSettings()
    further_hints: int = Field(default=2, ge=0)
    context_tokens: dict[PuzzleRole, Annotated[int, Field(ge=100)]]
    narration: NarrationSettings = NarrationSettings()
    personas: dict[str, Persona]
    phrases: dict[str, Phrases]

    @model_validator(mode="after")
    def _every_role(self) -> "AgentSettings":
        if missing := set(PuzzleRole) - set(self.context_tokens):
            raise ValueError(f"context_tokens: no budget for '{min(missing)}'")
        return self

    @model_validator(mode="after")
    def _every_persona(self) -> "AgentSettings":
        if missing := {"en", "zh"} - set(self.phrases):
            raise ValueError(f"phrases: none in '{min(missing)}'; take them over from the original file")
        if self.narration.persona not in self.personas:
            known = ", ".join(sorted(self.personas))
            raise ValueError(f"narration.persona: no '{self.narration.persona}'; known: {known}")
        for name, persona in self.personas.items():
            for lang, own in persona.phrases.items():
                where = f"personas.{name}.phrases.{lang}"
                if lang not in self.phrases:
                    raise ValueError(f"{where}: no such language")
                try:
                    _merged(self.phrases[lang], own)
                except ValidationError as error:
                    first = error.errors()[0]
                    raise ValueError(
                        f"{'.'.join([where, *map(str, first['loc'])])}: {first['msg']}"
                    ) from None
        return self

    @property
    def persona(self) -> Persona:
        """The narrating persona."""
        return self.personas[self.narration.persona]

    def in_play(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle with what counts: unconfirmed rulings only where the operator allows them."""
        remark = self.phrases_in(puzzle.language).unconfirmed_ruling
        return without_unconfirmed(puzzle, remark if self.referee.unconfirmed else None)

    def phrases_in(self, lang: str) -> Phrases:
        """Return the phrases in a language, with those of the persona over them."""
        return _merged(self.phrases[lang], self.persona.phrases.get(lang, {}))


def _merged(phrases: Phrases, own: JsonObject) -> Phrases:
    return Phrases.model_validate({**phrases.model_dump(), **own})
