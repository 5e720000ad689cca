"""The base of every part of a puzzle, and the texts that parts consist of."""

import re
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from echoes.core.text.plain_text import clean

CleanText = Annotated[str, BeforeValidator(lambda value: clean(value) if isinstance(value, str) else value)]
NonEmptyText = Annotated[CleanText, Field(min_length=1)]


class PuzzlePart(BaseModel):
    """A part of a puzzle; unknown keys were reported and dropped before it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text."""
    sentences = (part.strip() for part in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", text))
    return [one for one in sentences if one]
