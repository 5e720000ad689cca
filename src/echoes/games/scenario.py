"""Scenarios of any game, and reports on the files that hold them."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from echoes.core.files.writing import is_file
from echoes.core.protocols import JsonObject
from echoes.core.text.bilingual import LANGUAGES


class Scenario(Protocol):
    """A scenario, which one session plays: a puzzle, a story, a heist.

    Attributes:
        id: the same in all languages.
        language: `en` or `zh`.
        content_hash: changes with any edit.
    """

    @property
    def id(self) -> str:
        """The id, the same in all languages."""
        ...

    @property
    def title(self) -> str:
        """The title."""
        ...

    @property
    def language(self) -> str:
        """`en` or `zh`."""
        ...

    @property
    def content_hash(self) -> str:
        """A hash that changes with any edit."""
        ...

    def to_json(self) -> JsonObject:
        """The canonical form, from which `GameType.load` makes it again."""
        ...


def content_hash_of(canonical: object) -> str:
    """Return the hash of a scenario's canonical form: 16 hexadecimal digits that change with any edit."""
    text = json.dumps(canonical, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def files_named(folder: Path, named: str) -> list[Path]:
    """Return the files of a folder that are named after a scenario, one for each language.

    Args:
        folder: that is searched.
        named: the id of the scenario; a path names none.
    """
    if Path(named).name != named:
        return []
    paths = [folder / f"{named}_{language}.json" for language in LANGUAGES]
    return [path for path in paths if is_file(path)]


ScenarioT = TypeVar("ScenarioT", bound=Scenario)


@dataclass(frozen=True)
class Duplicate:
    """A scenario that another one tells once more.

    Attributes:
        id, language, title: of that one.
        similarity: of the two, in per cent; 100 for the same words.
    """

    id: str
    language: str
    title: str
    similarity: int


@dataclass
class FileReport:
    """The result of reading one record of a file.

    Attributes:
        scenario: what was made of it, if it could be.
        error: why it could not be, naming file, field and reason.
        notes: unmapped fields, decisions taken, lint findings.
        duplicate: the scenario that it tells once more; it is taken in all the same where `wanted`.
        left_out: whether its own file says that it is not to be taken in.
        record: what it was made of, as JSON, where that is not the canonical form.
        is_addition: whether the scenario is the one that is there, with something added to it.
    """

    source: str
    scenario: Scenario | None = None
    error: str | None = None
    notes: list[str] = field(default_factory=list[str])
    duplicate: Duplicate | None = None
    wanted: bool = False
    left_out: bool = False
    record: str = ""
    is_addition: bool = False


@dataclass(frozen=True)
class FileMapping:
    """The way in which a file of other people was read.

    Attributes:
        source: the file.
        format, encoding: as they were found out.
        records: how many it holds.
        cases: how many of them are labelled cases of other files' stories.
        columns: the field that each column was mapped to, None for no field, and how often.
        notes: what holds for all of the file.
        error: why it was not read.
        skipped: whether it was found in a folder, and holds nothing to take in.
    """

    source: str
    format: str = ""
    encoding: str = ""
    records: int = 0
    cases: int = 0
    columns: dict[str, tuple[str | None, int]] = field(default_factory=dict[str, tuple[str | None, int]])
    notes: list[str] = field(default_factory=list[str])
    error: str | None = None
    skipped: bool = False


@dataclass(frozen=True)
class ImportOptions:
    """The wishes of whoever imports.

    Attributes:
        columns: the column that stands for a field, whatever its name, by field.
        join: whether records of one id or title in two languages are one puzzle, though no file says so.
        replace: whether another story of the same id is written over.
        keep_duplicates: whether stories that are there in the same words are taken in once more.
        skip_similar: whether stories that are there in other words are left out.
        omitted: the columns that stand for nothing, whatever their names.
    """

    columns: Mapping[str, str] = field(default_factory=dict[str, str])
    join: bool = False
    replace: bool = False
    keep_duplicates: bool = False
    skip_similar: bool = False
    omitted: Sequence[str] = ()


class Library(Protocol):
    """The scenarios that are there already."""

    def stored(self, scenario_id: str, language: str) -> Scenario | None:
        """Return the scenario of an id and language."""
        ...

    def scenarios(self) -> Iterable[Scenario]:
        """Return all of them."""
        ...


@dataclass
class ImportBatch:
    """An import under way.

    Attributes:
        mappings: how each file was read.
        count: how many reports follow.
        reports: one for each record, made when it is asked for, so that it knows what was stored before.
    """

    mappings: Sequence[FileMapping]
    count: int
    reports: Iterator[FileReport]
