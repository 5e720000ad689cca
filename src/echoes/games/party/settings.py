"""Settings of tables, from `config/agents.yaml`."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Tokens = Annotated[int, Field(ge=1000)]
_SMALL = {"master": 8_000, "narrator": 2_500, "character": 4_000}
"""What a model with a short memory can hold."""


class SeatTokens(BaseModel):
    """The size of what each is shown, in tokens; the narrator speaks for the master.

    The word `small` stands for sizes that fit a model with a short memory.

    Attributes:
        seats: of single characters, by seat; `character` is that of all others.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    master: Tokens = 32_000
    narrator: Tokens = 6_000
    character: Tokens = 8_000
    seats: dict[str, Tokens] = Field(default_factory=dict[str, int])

    @model_validator(mode="before")
    @classmethod
    def _named(cls, given: object) -> object:
        return _SMALL if given == "small" else given

    def of(self, seat: str) -> int:
        """Return the size of what the player of a character is shown."""
        return self.seats.get(seat, self.character)


class SeatReplyTokens(BaseModel):
    """The most tokens of each reply."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    master: int = Field(default=200, ge=20)
    narrator: int = Field(default=300, ge=20)
    character: int = Field(default=200, ge=20)
    summarizer: int = Field(default=900, ge=20)


class MasterSettings(BaseModel):
    """Settings of a model that leads a table; None for no bound.

    Attributes:
        every: turns of the table after which it has a word of its own, at the end of the round.
        calls, tokens: of its models in one session.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    every: int = Field(default=16, ge=1)
    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)


class CompanionSettings(BaseModel):
    """Settings of companions that are models; None for no bound.

    Attributes:
        by: `model` lets the player's model choose for seats that nobody holds; `rules` asks none.
        speak_every: turns of a companion after which it may say something of its own; 0 for never.
        calls, tokens: of one seat, as long as its player sits there.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: Literal["rules", "model"] = "model"
    speak_every: int = Field(default=6, ge=0)
    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)


class PartySettings(BaseModel):
    """Settings of tables.

    Attributes:
        by: `model` lets models lead, where there is one for the narrator; `rules` asks none.
        fallback: who plays on while a model fails: `embedded`, the rules and the author's words, or `none`:
            its character holds, and for whoever leads the table pauses.
        pause_s: seconds between the first two tries of a model that fails; twice as many before the third.
        turns: the hard bound of an AI player's game.
        idle_s: seconds of silence after which a person's seat is played by its AI; none for never.
        context_tokens: the size of what each seat is shown.
        reply_tokens: the most tokens of each reply.
        seed: of the dice, for tests; empty for a new one in each session.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: Literal["rules", "model"] = "model"
    fallback: Literal["none", "embedded"] = "none"
    pause_s: float = Field(default=1.0, ge=0)
    turns: int = Field(default=200, ge=1)
    idle_s: float | None = Field(default=180.0, gt=0)
    context_tokens: SeatTokens = SeatTokens()
    reply_tokens: SeatReplyTokens = SeatReplyTokens()
    master: MasterSettings = MasterSettings()
    companions: CompanionSettings = CompanionSettings()
    seed: str = ""
