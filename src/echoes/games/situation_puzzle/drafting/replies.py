"""Reply schemas of a draft; whatever does not fit them is asked for once more and then left."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from echoes.core.files.json_values import is_array
from echoes.core.text.plain_text import clean
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.labels import ruling_label
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.referees.llm.schemas import Confidence, WholeNumbers


def _cleaned(value: object) -> object:
    return clean(value) if isinstance(value, str) else value


def _without_blanks(value: object) -> object:
    """Leave out blank texts, which keep no other text out."""
    return [one for one in value if not isinstance(one, str) or clean(one)] if is_array(value) else value


_Story = Annotated[str, BeforeValidator(_cleaned), Field(min_length=1, max_length=20_000)]
_Text = Annotated[str, Field(min_length=1, max_length=2000)]
_Sentence = Annotated[str, Field(min_length=1, max_length=300)]
_Translated = Annotated[_Text, BeforeValidator(_cleaned)]
_Sentences = Annotated[list[_Sentence], BeforeValidator(_without_blanks)]


class FactReply(BaseModel):
    """One fact of the solution."""

    statement: _Sentence
    core: bool


class FactsReply(BaseModel):
    """The facts of the solution."""

    facts: Annotated[list[FactReply], Field(min_length=1, max_length=20)]


class WordingsReply(BaseModel):
    """A fact in other words."""

    wordings: Annotated[_Sentences, Field(min_length=1, max_length=30)]


class HintReply(BaseModel):
    """One hint, with the ids of the facts that it states."""

    text: _Text
    facts: list[str] = []


class HintsReply(BaseModel):
    """The hints, the gentlest first."""

    hints: Annotated[list[HintReply], Field(min_length=1, max_length=10)]


class GapReply(BaseModel):
    """One gap of a cloze, with the ids of the facts that its right choice tells."""

    id: str
    right: _Sentence
    wrong: Annotated[_Sentences, Field(min_length=1, max_length=8)]
    facts: list[str]


class ClozeReply(BaseModel):
    """The solution as a text with gaps."""

    text: _Text
    gaps: Annotated[list[GapReply], Field(min_length=2, max_length=12)]


class MemberReply(BaseModel):
    """Somebody in the story."""

    name: _Sentence
    aliases: _Sentences


class CastReply(BaseModel):
    """Everybody in the story."""

    cast: Annotated[list[MemberReply], Field(max_length=30)]


class SynonymsGroupReply(BaseModel):
    """Words that mean the same in this story."""

    words: Annotated[_Sentences, Field(min_length=1, max_length=20)]
    broader: _Sentences = []


class SynonymsReply(BaseModel):
    """Groups of words that mean the same."""

    groups: Annotated[list[SynonymsGroupReply], Field(max_length=60)]


class QuestionReply(BaseModel):
    """One question in several wordings, and its place on the map."""

    texts: Annotated[_Sentences, Field(min_length=1, max_length=8)]
    about: str = ""

    @property
    def place(self) -> str:
        """Its place, empty if it names none that is on the map."""
        named = self.about.strip().lower()
        return named if named in QUESTION_MAP else ""


class QuestionsReply(BaseModel):
    """Questions."""

    questions: Annotated[list[QuestionReply], Field(min_length=1, max_length=40)]


class JudgedReply(BaseModel):
    """A ruling on a question of the list; `different` are wordings that do not mean the same as the first."""

    n: int
    ruling: Annotated[RulingWord, BeforeValidator(lambda value: ruling_label(value) or value)]
    facts: list[str] = []
    steps: list[str] = []
    confidence: Confidence = 1.0
    different: WholeNumbers = []


class JudgementReply(BaseModel):
    """Rulings on a list of questions."""

    rulings: Annotated[list[JudgedReply], Field(min_length=1, max_length=60)]


class StoryReply(BaseModel):
    """The part of a puzzle that players read at the start, in another language."""

    title: _Translated
    statement: _Story
    public_facts: list[_Translated] = []


class SolutionReply(BaseModel):
    """The solution in another language, with facts and hints in their order."""

    answer: _Story
    facts: list[_Translated]
    hints: list[_Translated]


class TranslatedClozeReply(BaseModel):
    """A text with gaps in another language, with the choices of each gap in their order."""

    text: _Translated
    gaps: list[list[_Sentence]]


class TranslatedReply(BaseModel):
    """The wordings of one entry in another language."""

    n: int
    texts: Annotated[_Sentences, Field(min_length=1, max_length=30)]


class TranslationReply(BaseModel):
    """Entries of a list in another language."""

    entries: Annotated[list[TranslatedReply], Field(min_length=1, max_length=60)]
