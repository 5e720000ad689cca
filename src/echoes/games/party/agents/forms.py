"""The closed forms in which models at a table decide.

No field of them is read by a player, but for suggested adventures, which come from a model that is shown no
more than whoever reads them.
"""

from typing import Literal

from pydantic import BaseModel

from echoes.games.party.rules.abilities import Skill

ActDifficulty = Literal["easy", "medium", "hard"]
FailureCost = Literal["nothing", "time", "harm"]
SpokenTone = Literal["plain", "warm", "wry", "grave", "tense", "guarded"]


class ActDecision(BaseModel):
    """A ruling on a character's own words.

    Attributes:
        move: the number of the listed move that they mean; 0 for none of them.
        skill: what is rolled for; `none` where it simply happens.
        cost: of a failure.
        tone: in which it is told.
    """

    move: int = 0
    skill: Skill | Literal["none"] = "none"
    difficulty: ActDifficulty = "medium"
    cost: FailureCost = "nothing"
    tone: SpokenTone = "plain"


class WordDecision(BaseModel):
    """The master's word at the end of a round: the number of what is listed, 0 for nothing; and the tone."""

    move: int = 0
    tone: SpokenTone = "plain"


class CompanionChoice(BaseModel):
    """A companion's choice: the number of an option, and whether it says something too, in which tone."""

    number: int
    speaks: bool = False
    tone: SpokenTone = "plain"


class SuggestedAdventure(BaseModel):
    """An adventure that the table could turn to; `hook`: how it begins."""

    title: str
    hook: str


class AdventureList(BaseModel):
    """Adventures that a model suggests."""

    adventures: list[SuggestedAdventure]
