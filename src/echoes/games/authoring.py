"""The part of a game type for authors and operators: reading, checking and testing scenarios."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Generic, get_origin

from pydantic import BaseModel, JsonValue, ValidationError

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry, Operation
from echoes.core.log.records import ScenarioInfo
from echoes.core.protocols import JsonObject, Models
from echoes.core.views.blocks import Block
from echoes.games.author_forms import Decision, FormField, FormValues, Gap
from echoes.games.drafts import DraftOptions, ScenarioDrafter
from echoes.games.lint_findings import LintFinding, Playability
from echoes.games.scenario import FileReport, ImportBatch, ImportOptions, Library, ScenarioT, files_named
from echoes.games.turn_state import ContextT, StateT


class Authoring(ABC, Generic[ScenarioT, StateT, ContextT]):
    """The part of a game type that authors and operators use; it shows what is secret."""

    name: str
    operations: ClassVar[Mapping[str, type[BaseModel]]] = {}
    """What an operator may do to a running session: by name, the form of its arguments."""
    is_drafted: ClassVar[bool] = False
    """Whether models can draft a scenario."""

    def find_files(self, folder: Path, named: str = "") -> list[Path]:
        """Return the files of a folder that hold scenarios, each of which `read_file` reads.

        Args:
            folder: that is searched.
            named: only those that are named after this id; all without it.
        """
        return files_named(folder, named) if named else sorted(folder.glob("*.json"))

    def files_of(self, path: Path) -> list[Path]:
        """Return all files that a scenario file draws on, itself first; it is read again when one changes."""
        return [path]

    @abstractmethod
    def read_file(self, path: Path) -> list[FileReport]:
        """Read a file into scenarios; what can't be read is reported, never raised."""

    def reports_of(self, path: Path) -> list[FileReport]:
        """Read a file as `read_file` does; what that raises all the same is reported as well.

        A file that one kind of game stumbles over keeps nobody from the other kinds.
        """
        try:
            return self.read_file(path)
        except Exception as error:
            logging.getLogger(__name__).debug("%s fails to read %s", self.name, path, exc_info=True)
            reason = f"{type(error).__name__}: {error}"
            return [FileReport(path.name, error=f"{path.name}: {self.name} can't read it ({reason})")]

    def recognizes(self, path: Path) -> bool:
        """Return whether a path is, by its name, a scenario of this kind and of no other."""
        return False

    def smallest(self, name: str, language: str) -> Mapping[str, str]:
        """Return the smallest complete scenario, with comments for its author.

        Args:
            name: of the folder in which it will stand, which is its id.
            language: of all its words.
        Returns:
            The texts of its files by their names.
        Raises:
            BadInput: this game has none, or no scenario may be called so.
        """
        raise BadInput(f"'{self.name}' has no scenario to begin with", "See the game's own documents.")

    def import_files(self, paths: Sequence[Path], options: ImportOptions, library: Library) -> ImportBatch:
        """Read files and folders of scenarios; what can't be read is reported with the others.

        Here the files that `find_files` finds in a folder are read, each as `read_file` reads it.

        Args:
            paths: of files and folders.
            options: how they are read.
            library: what is there already.
        Raises:
            BadInput: a path does not exist, or a folder holds nothing.
        """
        reports = [report for path in self._files(paths) for report in self.reports_of(path)]
        return ImportBatch([], len(reports), iter(reports))

    def _files(self, paths: Sequence[Path]) -> list[Path]:
        files: list[Path] = []
        for path in paths:
            if not path.exists():
                raise BadInput(f"'{path}' does not exist", "Name a file or a folder.")
            found = self.find_files(path) if path.is_dir() else [path]
            if not found:
                raise BadInput(f"'{path}' holds no file of a scenario", "Name a file or a folder.")
            files += found
        return files

    def lint(self, scenario: ScenarioT) -> list[str]:
        """Return findings for the author; none keeps the scenario from being played."""
        return []

    def review(self, scenario: ScenarioT, language: str = "en") -> list[LintFinding]:
        """Return the findings of `lint` with severity, place and remedy.

        Args:
            scenario: which one.
            language: of the words, the author's; English where this game has no others.
        """
        return [LintFinding("lint", "note", "", message) for message in self.lint(scenario)]

    def review_together(self, scenarios: Sequence[ScenarioT]) -> list[tuple[ScenarioT, LintFinding]]:
        """Return findings that only show among several scenarios, each with the one that it is about."""
        return []

    def playability(self, scenario: ScenarioT, language: str) -> Playability | None:
        """Judge how far a scenario can be played without a language model.

        Args:
            scenario: which one.
            language: of the words, the author's.
        Returns:
            The judgement; None where the game needs none.
        """
        return None

    async def test(self, scenario: ScenarioT, context: ContextT, seed: int) -> list[str]:
        """Play a scenario by itself, and return what went wrong or was never reached, a line each.

        Args:
            scenario: which one.
            context: of it, as `context` made it.
            seed: decides what is left to chance.
        Raises:
            BadInput: this game can't be tested so.
        """
        raise BadInput(f"'{self.name}' has no test of its scenarios", "Play them: echoes play ID.")

    def form(self, scenario: ScenarioT | None, language: str) -> Sequence[FormField]:
        """Return the form in which a scenario is written, filled in; empty where this game has none.

        Args:
            scenario: which one; None for a new one.
            language: of the labels.
        """
        return []

    def from_form(self, values: FormValues, scenario: ScenarioT | None) -> ScenarioT:
        """Return the scenario that an author has written in the form.

        Args:
            values: by the names of the fields; nothing in them is trusted.
            scenario: the version that was edited, of which all is kept that the form does not show.
        Raises:
            BadInput: a field is missing or does not fit.
        """
        raise BadInput(f"'{self.name}' has no form for its scenarios", "Bring a file.")

    def gaps(self, scenario: ScenarioT, games: Iterable[Sequence[Entry]], language: str) -> Sequence[Gap]:
        """Return the messages of real games that the scenario does not answer, the most frequent first.

        Args:
            scenario: the current version.
            games: the logs of its games.
            language: of the labels.
        """
        return []

    def guiding_questions(self, scenario: ScenarioT, language: str) -> Sequence[Gap]:
        """Return questions for an author to rule on until the scenario plays, what is most lacking first.

        Args:
            scenario: the current version.
            language: of the labels.
        """
        return []

    def own_question(self, scenario: ScenarioT, language: str) -> Gap | None:
        """Return the gap of a question that an author makes up; its wordings follow its name, a line each.

        Args:
            scenario: the current version.
            language: of the labels.
        """
        return None

    def decide(self, scenario: ScenarioT, decisions: Sequence[Decision]) -> ScenarioT:
        """Return a scenario with an author's decisions on its gaps, in order.

        Raises:
            BadInput: a decision does not fit.
        """
        raise BadInput(f"'{self.name}' has nothing to decide on", "Edit the scenario.")

    def drafter(
        self, scenario: ScenarioT, options: DraftOptions, models: Models, games: Iterable[Sequence[Entry]]
    ) -> ScenarioDrafter[ScenarioT] | None:
        """Return the means to have models draft what a scenario lacks; None where this game has none.

        Args:
            scenario: the current version.
            options: of its author.
            models: of the roles.
            games: the logs of its games.
        """
        return None

    def import_fields(self, language: str) -> Mapping[str, str]:
        """Return the fields to which a column of a file may be mapped by hand, each with its label."""
        return {}

    def schema(self) -> JsonObject:
        """Return the JSON Schema of a scenario file.

        Raises:
            BadInput: this game has none.
        """
        raise BadInput(f"'{self.name}' has no schema of its scenarios", "See the game's own documents.")

    def public_view(self, scenario: ScenarioT) -> JsonObject:
        """Return the public part of a scenario."""
        started = {"id": scenario.id, "title": scenario.title, "language": scenario.language}
        return {**started, **self.about(scenario).to_json()}

    @abstractmethod
    def load(self, data: JsonObject) -> ScenarioT:
        """A scenario from its canonical form."""

    def about(self, scenario: ScenarioT) -> ScenarioInfo:
        """Return the public traits of a scenario."""
        return ScenarioInfo()

    def teaser(self, scenario: ScenarioT) -> str:
        """Return the beginning of a scenario, for lists; nothing in it is secret."""
        return ""

    async def try_out(self, context: ContextT, text: str) -> Sequence[Block]:
        """Return the outcome of a message outside any session, as blocks; for authors, secrets and all.

        Args:
            context: as `context` made it.
            text: what a player might say.
        Raises:
            BadInput: this game has nothing to try out.
        """
        raise BadInput(f"'{self.name}' has nothing to ask outside a session", "Play it: echoes play ID.")

    def operation(self, wanted: Operation) -> BaseModel:
        """Read the arguments of an operation.

        Args:
            wanted: one of `operations`; a list of one stands for its value, as a command line has it.
        Raises:
            BadInput: there is no such operation, or its arguments do not fit.
        """
        name, form = wanted.name, self.operations.get(wanted.name)
        if form is None:
            known = ", ".join(self.operations) or "none"
            raise BadInput(f"'{self.name}' has no operation '{name}'", f"Known: {known}.")
        try:
            return form.model_validate(_plain(wanted.arguments, form))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or name
            known = ", ".join(form.model_fields)
            raise BadInput(f"argument '{where}' of '{name}': {first['msg']}", f"Known: {known}.") from None

    async def operate(self, context: ContextT, state: StateT, operation: BaseModel) -> Entry:
        """Change a running session from outside, as its author or operator.

        Args:
            context: as `context` made it.
            state: the game's own, between two messages.
            operation: the arguments, of one of the forms of `operations`.
        Returns:
            The event by which the players learn of it.
        Raises:
            BadInput: it is not possible.
        """
        raise NotImplementedError(f"'{self.name}' declares an operation that it does not carry out")


def _plain(arguments: Mapping[str, JsonValue], form: type[BaseModel]) -> dict[str, JsonValue]:
    """Return the arguments with single values where the form has no list."""
    lists = {
        name for name, field in form.model_fields.items() if get_origin(field.annotation) in (list, tuple)
    }
    return {
        name: value[0] if isinstance(value, list) and len(value) == 1 and name not in lists else value
        for name, value in arguments.items()
    }
