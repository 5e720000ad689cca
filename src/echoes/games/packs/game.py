"""The common part of the kinds of game that are played from packs: files, schema, and texts for lists."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from echoes.core.errors import BadInput
from echoes.core.log.records import ScenarioInfo
from echoes.core.protocols import JsonObject
from echoes.games.base import GameType
from echoes.games.packs.loader import PackFormat
from echoes.games.packs.parts import ID_PATTERN, PackT
from echoes.games.packs.schema_files import add_files
from echoes.games.scenario import FileReport
from echoes.games.turn_state import ContextT, StateT


class PackGame(GameType[PackT, StateT, ContextT]):
    """A kind of game that is played from packs."""

    files: PackFormat[PackT]
    """The files of its packs."""
    public_fields: ClassVar[Sequence[str]] = (
        "id",
        "language",
        "title",
        "statement",
        "blurb",
        "difficulty",
        "tags",
        "content_warnings",
        "provenance",
    )
    """The fields of a scenario that anybody may read."""

    def find_files(self, folder: Path, named: str = "") -> list[Path]:
        """Return packs and single files."""
        return self.files.find(folder, named)

    def files_of(self, path: Path) -> list[Path]:
        """Return the files that a scenario is read from."""
        return self.files.files_of(path)

    def read_file(self, path: Path) -> list[FileReport]:
        """Read a pack, or a scenario that was taken in."""
        return self.files.read(path)

    def recognizes(self, path: Path) -> bool:
        """Return whether a path is a pack, or the main file of one."""
        return path.name == self.files.main or (path / self.files.main).is_file()

    def smallest(self, name: str, language: str) -> Mapping[str, str]:
        """Return the smallest pack: one file, with comments."""
        if not self.files.folder:
            return super().smallest(name, language)
        if not re.fullmatch(ID_PATTERN, name):
            raise BadInput(f"'{name}' is no id", "A folder of small letters, digits and _ names a scenario.")
        return {self.files.main: (self.files.folder / "smallest" / f"{language}.yaml").read_text("utf-8")}

    def schema(self) -> JsonObject:
        """Return the JSON Schema of a scenario in one language; `file` says where each field stands."""
        schema: JsonObject = self.files.model.model_json_schema()
        add_files(schema, self.files)
        return schema

    def load(self, data: JsonObject) -> PackT:
        """Return a scenario from its canonical form."""
        return self.files.model.model_validate(data)

    def public_view(self, scenario: PackT) -> JsonObject:
        """Return the part that a player may read of a scenario before it is played."""
        return {key: value for key, value in scenario.to_json().items() if key in self.public_fields}

    def about(self, scenario: PackT) -> ScenarioInfo:
        """Return its difficulty, tags and content warnings."""
        return ScenarioInfo(
            difficulty=scenario.difficulty, tags=scenario.tags, content_warnings=scenario.content_warnings
        )

    def teaser(self, scenario: PackT) -> str:
        """Return its subject in a sentence or two."""
        return scenario.blurb or scenario.statement
