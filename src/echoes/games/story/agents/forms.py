"""The closed forms in which agents reply; whatever does not fit is dropped by code."""

from typing import Literal

from pydantic import BaseModel, Field


class ReadMessage(BaseModel):
    """The move that a message means; `free` for one that means none."""

    act: Literal["ask", "tell", "show", "greet", "go", "look", "take", "do", "wait", "free"]
    character: str = ""
    topic: str = ""


class LineChoice(BaseModel):
    """The line that a character says now, by its number, and how."""

    line: int
    manner: Literal["open", "guarded", "evasive", "warm", "curt", "uneasy", "dry"] = "open"


class FactUpdate(BaseModel):
    """A fact that changed."""

    old: str
    new: str


class MemoryUpdate(BaseModel):
    """Changes to a character's memory."""

    add: list[str] = Field(default_factory=list[str])
    remove: list[str] = Field(default_factory=list[str])
    update: list[FactUpdate] = Field(default_factory=list[FactUpdate])
    summary: str = ""


class ProgressCheck(BaseModel):
    """The progress of a chapter."""

    chapter_complete: bool
    reason: str = ""
    new_beats: list[str] = Field(default_factory=list[str])
