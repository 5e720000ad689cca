"""Phrases of a kind of game in its languages, from a YAML file; what authors write is not among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter

from echoes.core.files.json_values import is_array, is_object
from echoes.core.files.yaml_text import load_yaml


@dataclass(frozen=True)
class LanguagePhrases:
    """The phrases of one language, by their keys.

    Attributes:
        texts: single phrases.
        names: groups of names, such as `moods`.
        lists: such as the words by which a player may mean a move.
        list_groups: groups of such lists.
        rows: such as a pattern with the replies to it.
    """

    texts: Mapping[str, str]
    names: Mapping[str, Mapping[str, str]]
    lists: Mapping[str, Sequence[str]]
    list_groups: Mapping[str, Mapping[str, Sequence[str]]]
    rows: Mapping[str, Sequence[Sequence[str]]]


_PHRASES = TypeAdapter(LanguagePhrases)


class PhraseBook:
    """The phrases of a file: texts, lists, and groups of either by key, for each language.

    Args:
        path: of the file, which is read when it is first needed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _languages(self) -> dict[str, LanguagePhrases]:
        data = load_yaml(self._path.read_text("utf-8"))
        return {language: _sorted_by_form(phrases) for language, phrases in data.items()}

    def of_language(self, language: str) -> LanguagePhrases:
        """Return the phrases of a language; the English ones for one that is not there."""
        return self._languages.get(language, self._languages["en"])

    def phrase(self, language: str, key: str, **values: object) -> str:
        """Return a phrase with its values filled in."""
        text = self.of_language(language).texts[key]
        return text.format(**values) if values else text

    def name_of(self, language: str, group: str, key: str) -> str:
        """Return the name of one of a group, such as `moods`; the key itself where it has none."""
        return self.of_language(language).names[group].get(key, key)


def _sorted_by_form(phrases: Mapping[str, object]) -> LanguagePhrases:
    """Sort phrases by their form; what is empty is of each form that it may have."""
    groups = [(key, value) for key, value in phrases.items() if is_object(value)]
    lists = [(key, value) for key, value in phrases.items() if is_array(value)]
    return _PHRASES.validate_python(
        {
            "texts": {key: value for key, value in phrases.items() if isinstance(value, str)},
            "names": {key: group for key, group in groups if not any(map(is_array, group.values()))},
            "lists": {key: one for key, one in lists if not any(map(is_array, one))},
            "list_groups": {key: group for key, group in groups if all(map(is_array, group.values()))},
            "rows": {key: one for key, one in lists if all(map(is_array, one))},
        }
    )
