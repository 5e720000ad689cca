"""Characters as events hold them: as everybody knows them, as they were made, and as they are kept."""

from pydantic import BaseModel

from echoes.games.party.rules.abilities import Ability, Skill


class CharacterAtTable(BaseModel, frozen=True):
    """A character as everybody at the table knows it."""

    seat: str
    name: str
    calling: str
    looks: str


class MadeCharacter(BaseModel, frozen=True):
    """A character as it was chosen; all numbers of its sheet follow from that (see `rules.callings`).

    Attributes:
        calling: one of the rules' callings.
        scores: of its abilities.
        trait, want, secret: in its player's words; the secret is for that seat alone.
    """

    name: str
    people: str
    calling: str
    scores: dict[Ability, int]
    skills: tuple[Skill, ...]
    trait: str = ""
    want: str = ""
    secret: str = ""


class KeptCharacter(BaseModel, frozen=True):
    """A character of an earlier adventure: of which module, and what it remembers of that."""

    character: MadeCharacter
    module: str = ""
    remembered: str = ""
