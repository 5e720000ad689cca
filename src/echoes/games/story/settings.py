"""Settings of stories, from `config/agents.yaml`."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class ContextTokens(BaseModel):
    """The size of what each agent is shown, in tokens; hard."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    narrator: int = Field(default=6000, ge=500)
    character: int = Field(default=5000, ge=500)
    judgement: int = Field(default=5000, ge=500)
    interpreter: int = Field(default=5000, ge=500)
    memory: int = Field(default=4000, ge=500)
    check: int = Field(default=2000, ge=500)
    summarizer: int = Field(default=5000, ge=500)


class ReplyTokens(BaseModel):
    """The most tokens of each reply."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    narrator: int = Field(default=600, ge=20)
    character: int = Field(default=400, ge=20)
    judgement: int = Field(default=100, ge=20)
    interpreter: int = Field(default=100, ge=20)
    memory: int = Field(default=500, ge=20)
    check: int = Field(default=200, ge=20)
    summarizer: int = Field(default=300, ge=20)


class StorySettings(BaseModel):
    """Settings of stories.

    Attributes:
        by: `model` lets models narrate and speak, where there is one for the narrator; `rules` asks none.
        fallback: who plays on while the narrator's model fails: `embedded`, the author's words, or `none`.
        turns: the hard bound of an AI player's game.
        context_tokens: the size of what each agent is shown.
        reply_tokens: the most tokens of each reply.
        summary_tokens: the size of the turns since the last summary from which on they are summed up.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: Literal["rules", "model"] = "model"
    fallback: Literal["none", "embedded"] = "none"
    turns: int = Field(default=200, ge=1)
    context_tokens: ContextTokens = ContextTokens()
    reply_tokens: ReplyTokens = ReplyTokens()
    summary_tokens: int = Field(default=1500, ge=100)
