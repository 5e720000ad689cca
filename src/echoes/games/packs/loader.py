"""Reading of packs: mechanics once, texts for each language, laid over each other by the same ids.

A pack is a folder. Its main file, such as `score.yaml`, holds the mechanics; parts of them may stand in files
and folders of their own, whose names are their keys (`places.yaml`, `cast/mara.yaml`). Each folder named
after a language (`en`, `zh`) holds the texts, in as many YAML files as the author likes. A scenario that was
taken in is one JSON file.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

import yaml
from pydantic import JsonValue, ValidationError

from echoes.core.bilingual import LANGUAGES
from echoes.core.files import is_file
from echoes.core.json_values import is_array, is_object
from echoes.core.protocols import JsonObject
from echoes.core.yaml_text import load_yaml
from echoes.games.authoring import files_named
from echoes.games.packs.faults import FieldPath, faults_of_content, faults_of_form, listed, places_in
from echoes.games.packs.parts import PackT
from echoes.games.scenario import FileReport

MOST_BYTES = 500_000
MOST_FILES = 16
_DEEPEST = 16


@dataclass(frozen=True)
class PackFormat(Generic[PackT]):
    """The form of one kind of game's packs.

    Attributes:
        main: the name of the main file.
        model: the scenario in one language.
        errors_of: returns what keeps a scenario from being played, a line each.
        parts: files and folders beside the main file that hold parts of the mechanics, by their keys.
    """

    main: str
    model: type[PackT]
    errors_of: Callable[[PackT], Sequence[str]]
    parts: tuple[str, ...] = ()

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
        texts = [text for language in LANGUAGES for text in sorted((path.parent / language).glob("*.yaml"))]
        return [path, *(part for _, part in self._parts(path.parent)), *texts]

    def read(self, path: Path) -> list[FileReport]:
        """Read a pack, or a scenario that was taken in; errors are reported with file, field and reason.

        Args:
            path: of the main file, of its folder, or of a JSON file.
        """
        path = path / self.main if path.is_dir() else path
        name = f"{path.parent.name}/{path.name}" if path.name == self.main else path.name
        try:
            if path.suffix == ".json":
                return self._made(name, _json(path), [])
            mechanics = self._mechanics(path)
        except ValueError as error:
            return [FileReport(str(path), error=f"{name}: {error}")]
        languages = [language for language in LANGUAGES if (path.parent / language).is_dir()]
        if not languages:
            return [FileReport(str(path), error=f"{name}: no folder with texts (en or zh) stands beside it")]
        read = [self._in_language(path, mechanics, language) for language in languages]
        return [report for reports in read for report in reports]

    def _parts(self, folder: Path) -> Iterator[tuple[list[str], Path]]:
        """Yield the files that hold parts of the mechanics, each after the keys under which they stand."""
        for part in self.parts:
            if (alone := folder / f"{part}.yaml").is_file():
                yield [part], alone
            yield from (([part, path.stem], path) for path in sorted((folder / part).glob("*.yaml")))

    def _mechanics(self, path: Path) -> JsonObject:
        merged = _yaml(path)
        parts = [*self._parts(path.parent)]
        if len(parts) > MOST_FILES:
            raise ValueError(f"has more than {MOST_FILES} files")
        for keys, part in parts:
            data: JsonObject = _yaml(part)
            for key in reversed(keys):
                data = {key: data}
            merged = _laid_over(merged, data, part.name, 0)
        return merged

    def _in_language(self, main: Path, mechanics: JsonObject, language: str) -> list[FileReport]:
        folder = main.parent
        name = f"{folder.name}/{language}"
        merged = mechanics
        try:
            files = sorted((folder / language).glob("*.yaml"))
            if len(files) > MOST_FILES:
                raise ValueError(f"has more than {MOST_FILES} files")
            for path in files:
                merged = _laid_over(merged, _yaml(path), path.name, 0)
        except ValueError as error:
            return [FileReport(name, error=f"{name}: {error}")]
        parts = [(tuple(keys), part) for keys, part in self._parts(folder)]
        texts: list[tuple[FieldPath, Path]] = [((), path) for path in files]
        return self._made(name, {**merged, "language": language}, [*texts, *parts, ((), main)])

    def _made(self, name: str, data: JsonValue, files: Sequence[tuple[FieldPath, Path]]) -> list[FileReport]:
        """Return the scenario, or all that is wrong with it, a report each."""
        try:
            scenario = self.model.model_validate(data)
        except ValidationError as error:
            faults = faults_of_form(error, self.model, places_in(files))
            return [FileReport(name, error=f"{name}: {fault}") for fault in listed(faults)]
        except RecursionError:
            return [FileReport(name, error=f"{name}: is nested too deep")]
        if errors := self.errors_of(scenario):
            faults = faults_of_content(errors, data, places_in(files))
            return [FileReport(name, error=f"{name}: {fault}") for fault in listed(faults)]
        return [FileReport(name, scenario=scenario)]


def _laid_over(below: JsonObject, above: JsonObject, file: str, depth: int) -> JsonObject:
    """Lay texts over mechanics, key by key; neither may say again what the other says."""
    if depth > _DEEPEST:
        raise ValueError(f"{file} is nested too deep")
    merged = dict(below)
    for key, value in above.items():
        was = merged.get(key)
        if is_object(was) and is_object(value):
            merged[key] = _laid_over(was, value, file, depth + 1)
        elif was is not None:
            raise ValueError(f"{file} says '{key}' again")
        else:
            merged[key] = value
    return merged


def _yaml(path: Path) -> JsonObject:
    try:
        data: JsonValue = load_yaml(_text(path), aliases=False)
    except yaml.YAMLError as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        raise ValueError(f"{path.name} is not YAML{where}") from None
    except RecursionError:
        raise ValueError(f"{path.name} is nested too deep") from None
    except ValueError as error:
        raise ValueError(f"{path.name} {error}") from None
    if not is_object(data) or not all(isinstance(key, str) for key in _keys(data, 0)):
        raise ValueError(f"{path.name} holds no keys, or keys that are no words")
    return data


def _keys(data: JsonValue, depth: int) -> Iterator[object]:
    """Yield all keys of nested mappings; numbers are allowed where they count segments."""
    if depth > _DEEPEST:
        raise ValueError("nested too deep")
    if is_object(data):
        yield from map(_as_word, data)
        for value in data.values():
            yield from _keys(value, depth + 1)
    elif is_array(data):
        for value in data:
            yield from _keys(value, depth + 1)


def _as_word(key: object) -> object:
    """Return a whole number as a word, and any other key as it is: YAML has more of them than JSON."""
    return str(key) if type(key) is int else key


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
