"""Questions that people ask of every puzzle, by their place on the question map."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from echoes.core.files.yaml_text import load_yaml
from echoes.core.text.bilingual import LANGUAGES

_FILE = TypeAdapter(dict[str, list[str]])


@dataclass(frozen=True)
class CommonQuestion:
    """A question that fits any puzzle, and gives nothing away of any.

    Attributes:
        texts: wordings of it, the most likely one first.
        about: its place on the question map.
    """

    texts: tuple[str, ...]
    about: str


@cache
def common_questions(language: str) -> tuple[CommonQuestion, ...]:
    """Return the questions in a language; of each place, and among places, those asked first come first."""
    places = _FILE.validate_python(load_yaml(Path(__file__).with_suffix(".yaml").read_text("utf-8")))
    at = LANGUAGES.index(language)
    return tuple(
        CommonQuestion(tuple(text.strip() for text in question.split(" || ")[at].split(" | ")), place)
        for place, questions in places.items()
        for question in questions
    )


@cache
def common_wordings(language: str) -> Mapping[str, CommonQuestion]:
    """Return the questions in a language by each of their wordings."""
    return {text: question for question in common_questions(language) for text in question.texts}
