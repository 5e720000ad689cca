"""Reading of packs: mechanics once, texts for each language, laid over each other by the same ids.

A pack is a folder. Its main file, such as `score.yaml`, holds the mechanics; parts of them may stand in files
and folders of their own, whose names are their keys (`places.yaml`, `cast/mara.yaml`). Each folder named
after a language (`en`, `zh`) holds the texts, in as many YAML files as the author likes. Where the main file
says its `language`, all of it is in that language, and there are no such folders. What a pack leaves out is
put in from defaults. A scenario that was taken in is one JSON file.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic

import yaml
from pydantic import JsonValue, ValidationError

from echoes.core.files.json_values import is_array, is_object
from echoes.core.files.writing import is_file
from echoes.core.files.yaml_text import load_yaml
from echoes.core.protocols import JsonObject
from echoes.core.text.bilingual import LANGUAGES
from echoes.games.packs.defaults import put_defaults, read_defaults
from echoes.games.packs.faults import Fault, faults_of_form, listed, places_in
from echoes.games.packs.fields import FieldPath, PackValue, values_in
from echoes.games.packs.parts import PackT
from echoes.games.packs.references import Reference, faults_of_references
from echoes.games.scenario import FileReport, files_named

MOST_BYTES = 500_000
MOST_FILES = 16
_DEEPEST = 16


def _nothing(data: JsonObject) -> None:
    """Put in nothing."""


@dataclass
class _Read:
    """The content of files, laid over each other.

    Attributes:
        files: that were read, each after the keys under which its content stands.
        wrong: files that can't be read, and why, a line each.
        twice: fields that stand in several files.
    """

    data: JsonObject = field(default_factory=dict[str, JsonValue])
    files: list[tuple[FieldPath, Path]] = field(default_factory=list[tuple[FieldPath, Path]])
    wrong: list[str] = field(default_factory=list[str])
    twice: list[FieldPath] = field(default_factory=list[FieldPath])

    def faults(self) -> Iterator[Fault]:
        """Yield the fields that stand in several files."""
        for at in dict.fromkeys(self.twice):
            holding = [path for under, path in self.files if at in places_in([(under, path)])]
            files = [f"{path.parent.name}/{path.name}" for path in holding]
            yield Fault(at, f"stands in {' and in '.join(files)}")


@dataclass(frozen=True)
class PackFormat(Generic[PackT]):
    """The form of one kind of game's packs.

    Attributes:
        main: the name of the main file.
        model: the scenario in one language.
        parts: files and folders beside the main file that hold parts of the mechanics, by their keys.
        atoms: of conditions, with what each takes.
        folder: of `defaults.yaml`, and of the smallest pack in each language.
        complete: puts in what follows from the rest of a pack.
    """

    main: str
    model: type[PackT]
    parts: tuple[str, ...] = ()
    atoms: Mapping[str, Reference] = field(default_factory=dict[str, Reference])
    folder: Path | None = None
    complete: Callable[[JsonObject], None] = _nothing

    def defaults_in(self, language: str) -> JsonValue:
        """Return the defaults of all that packs may leave out, in a language."""
        return read_defaults(self.folder / "defaults.yaml", language) if self.folder else None

    def find(self, folder: Path, named: str = "") -> list[Path]:
        """Return the files of a folder that each hold a scenario: packs by their main file, and single files.

        Args:
            folder: that is searched, or a pack itself.
            named: only those of this id; all without it.
        """
        if named:
            pack = [folder / named / self.main] if Path(named).name == named else []
            return [*(path for path in pack if is_file(path)), *files_named(folder, named)]
        if (folder / self.main).is_file():
            return [folder / self.main]
        return [*sorted(folder.glob(f"*/{self.main}")), *sorted(folder.glob("*.json"))]

    def files_of(self, path: Path) -> list[Path]:
        """Return the files that a scenario is read from, the one that names it first."""
        if path.name != self.main:
            return [path]
        texts = [text for language in LANGUAGES for _, text in _texts(path.parent, language)]
        return [path, *(part for _, part in self._parts(path.parent)), *texts]

    def read(self, path: Path) -> list[FileReport]:
        """Read a pack, or a scenario that was taken in; all that is wrong is reported, a report each.

        Args:
            path: of the main file, of its folder, or of a JSON file.
        """
        path = path / self.main if path.is_dir() else path
        if path.suffix == ".json":
            try:
                return self._reports(path.name, _json(path), _Read())
            except ValueError as error:
                return [FileReport(str(path), error=f"{path.name}: {error}")]
        folder = path.parent
        mechanics = _read_all([((), path), *self._parts(folder)], _Read())
        languages = [language for language in LANGUAGES if _texts(folder, language)]
        if not languages and not mechanics.wrong and "language" not in mechanics.data:
            missing = f"no folder with texts (en or zh) stands beside {self.main}, and it says no `language`"
            return [FileReport(str(path), error=f"{folder.name}: {missing}")]
        if not languages:
            return self._reports(folder.name, mechanics.data, mechanics)
        reports: list[FileReport] = []
        told: set[str] = set()
        for language in languages:
            read = _read_all(_texts(folder, language), mechanics)
            if "language" in read.data:
                read.wrong.append("field 'language': is said by the folder with the texts")
            reports += self._reports(folder.name, {**read.data, "language": language}, read, language, told)
        return reports

    def _parts(self, folder: Path) -> Iterator[tuple[FieldPath, Path]]:
        """Yield the files that hold parts of the mechanics, each after the keys under which they stand."""
        for part in self.parts:
            if (alone := folder / f"{part}.yaml").is_file():
                yield (part,), alone
            yield from (((part, path.stem), path) for path in sorted((folder / part).glob("*.yaml")))

    def _reports(
        self, pack: str, data: JsonValue, read: _Read, language: str = "", told: set[str] | None = None
    ) -> list[FileReport]:
        """Return the scenario, or all that is wrong with it, a report each; nothing is `told` again."""
        name = f"{pack}/{language}" if language else pack
        scenario, faults = None, [*read.faults()]
        values: list[PackValue] = []
        try:
            data = self._whole(data, pack)
            values += values_in(self.model, data)
            scenario = self.model.model_validate(data)
        except ValidationError as error:
            faults += faults_of_form(error, values, language)
        except RecursionError:
            return [FileReport(name, error=f"{name}: is nested too deep")]
        if read.wrong:  # what is missing, or is named, may stand in a file that can't be read
            faults = [one for one in faults if not one.reason.startswith("is missing")]
        else:
            faults += faults_of_references(values, self.atoms)
        if scenario and not faults and not read.wrong:
            return [FileReport(name, scenario=scenario)]
        places, told = places_in(read.files), set[str]() if told is None else told
        faults.sort(key=lambda fault: fault.place(places))
        found = [one for one in (*read.wrong, *(one.said(places) for one in faults)) if one not in told]
        told.update(found)
        return [FileReport(name, error=f"{name}: {one}") for one in listed(found)]

    def _whole(self, data: JsonValue, folder: str) -> JsonValue:
        """Return a pack with all that it leaves out."""
        data = deepcopy(data)
        if is_object(data):
            data.setdefault("id", folder)
            put_defaults(data, self.defaults_in(str(data.get("language"))))
            self.complete(data)
        return data


def _texts(folder: Path, language: str) -> list[tuple[FieldPath, Path]]:
    return [((), path) for path in sorted((folder / language).glob("*.yaml"))]


def _read_all(files: Sequence[tuple[FieldPath, Path]], below: _Read) -> _Read:
    """Read files, and lay them over what was read before."""
    read = _Read(below.data, [*below.files], [*below.wrong], [*below.twice])
    if len(files) > MOST_FILES:
        read.wrong.append(f"has more than {MOST_FILES} files")
        return read
    for under, path in files:
        try:
            data: JsonObject = _yaml(path)
        except ValueError as error:
            read.wrong.append(f"{path.name} {error}")
            continue
        read.files.insert(0, (under, path))
        for key in reversed(under):
            data = {key: data}
        read.data = _laid_over(read.data, data, (), read.twice)
    return read


def _laid_over(below: JsonObject, above: JsonObject, at: FieldPath, twice: list[FieldPath]) -> JsonObject:
    """Lay a file over others, key by key; what stands already is noted."""
    merged = dict(below)
    for key, value in above.items():
        was = merged.get(key)
        if is_object(was) and is_object(value):
            merged[key] = _laid_over(was, value, (*at, key), twice)
        elif was is not None:
            twice.append((*at, key))
        else:
            merged[key] = value
    return merged


def _yaml(path: Path) -> JsonObject:
    try:
        data: JsonValue = load_yaml(_text(path), aliases=False)
        wrong = next((key for key in _keys(data, 0) if type(key) not in (str, int)), None)
    except yaml.YAMLError as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        raise ValueError(f"is not YAML{where}") from None
    except RecursionError:
        raise ValueError("is nested too deep") from None
    if not is_object(data):
        raise ValueError("holds no keys")
    if wrong is not None:
        raise ValueError(f"holds keys that are no words: quote '{wrong}'")
    return data


def _keys(data: JsonValue, depth: int) -> Iterator[object]:
    """Yield all keys of nested mappings; YAML has more kinds of them than JSON."""
    if depth > _DEEPEST:
        raise RecursionError("nested too deep")
    if is_object(data):
        yield from data
        for value in data.values():
            yield from _keys(value, depth + 1)
    elif is_array(data):
        for value in data:
            yield from _keys(value, depth + 1)


def _json(path: Path) -> JsonValue:
    try:
        return json.loads(_text(path), parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON (line {error.lineno}, column {error.colno}: {error.msg})") from None
    except RecursionError:
        raise ValueError("is nested too deep") from None


def _refuse(name: str) -> None:
    raise ValueError(f"holds {name}, which is no value of JSON")


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"is larger than {MOST_BYTES // 1000} kB")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise ValueError(f"can't be read ({error.strerror})") from None
