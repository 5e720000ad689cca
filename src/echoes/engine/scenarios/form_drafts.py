"""Form drafts: what authors have typed and not published is kept here, and not in their browsers."""

import re
import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock
from pydantic import BaseModel, ValidationError

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files.writing import atomic_write, private_folder
from echoes.engine.scenarios.files import STORAGE_FOLDER_REMEDY
from echoes.games.author_forms import FormField, FormValues, own_values, shown_values
from echoes.games.scenario import Scenario

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}")
_LOCK_S = 30
FieldValues = dict[str, str | bool | list[dict[str, str | bool]]]


class ChangedElsewhere(BadInput):
    """Somebody has typed in the same draft meanwhile, or has published it."""

    def __init__(
        self,
        problem: str = "it was changed in another window or on another device",
        remedy: str = "Load the page again.",
        zh: str = "它在另一个窗口或另一台设备上被改过了。请重新载入这一页。",
    ) -> None:
        super().__init__(problem, remedy, zh)


class FormDraft(BaseModel):
    """The fields of a form that differ from what is published.

    Attributes:
        key: names it.
        game: its game type.
        scenario_id, language: of the scenario that it edits, or has become; empty for one to be.
        values: what was typed; of a new scenario all fields, of another those that were changed.
        before: what the form showed in these fields when they were changed first.
        revision: another one with each change; `writer`: the page that made the last.
        saved: the time of the last change, ISO 8601 in UTC.
        is_published: whether it has become a scenario, and only says which.
    """

    key: str
    game: str
    scenario_id: str = ""
    language: str = ""
    values: FieldValues = {}
    before: FieldValues = {}
    revision: str = ""
    writer: str = ""
    saved: str = ""
    is_published: bool = False

    @property
    def title(self) -> str:
        """The title that was typed; empty where there is none yet."""
        return str(self.values.get("title", ""))

    def whole_values(self, fields: Sequence[FormField]) -> FormValues:
        """Return the values of a whole form, for its scenario to be made of.

        Args:
            fields: the form of what is published; of a new scenario, an empty one.
        Raises:
            ChangedElsewhere: a field that was changed here has been changed there since.
        """
        shown = shown_values(fields)
        if self.scenario_id and any(shown.get(name) != self.before.get(name) for name in self.values):
            raise ChangedElsewhere(
                "it was changed meanwhile, in a field that you have changed, too",
                "Copy your words, discard your changes, and repeat them.",
                zh="这期间有人改过你也改了的一栏。请先复制你写的内容，放弃改动，再改一次。",
            )
        return {**shown, **self.values}


class FormDrafts:
    """The drafts of all forms, a file each.

    Args:
        folder: in which nothing else lies.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, key: str) -> FormDraft | None:
        """Return the draft of a key; None where nothing was typed."""
        if not _KEY.fullmatch(key):
            return None
        path = self._folder / f"{key}.json"
        try:
            return FormDraft.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise StorageFailed(f"{path} can't be read", "Repair or remove it.") from error

    def unpublished(self) -> list[FormDraft]:
        """Return the drafts that wait to be published, the latest first."""
        found = filter(None, (self.find(path.stem) for path in self._folder.glob("*.json")))
        waiting = [one for one in found if not one.is_published]
        return sorted(waiting, key=lambda one: (one.saved, one.key), reverse=True)

    def keep(
        self,
        draft: FormDraft,
        fields: Sequence[FormField],
        typed: FormValues,
        revision: str = "",
        anyway: bool = False,
    ) -> FormDraft:
        """Keep what was typed in some fields; the others stay as they are.

        Args:
            draft: names it, its game and scenario, and the writer.
            fields: the form of what is published; of a new scenario, an empty one.
            typed: the values of fields; what is of no field is left out.
            revision: of the draft that the writer has seen.
            anyway: whether it is kept even if somebody else has typed meanwhile.
        Returns:
            The draft as it is now; with no revision where it holds nothing but what is published.
        Raises:
            ChangedElsewhere: somebody else has typed meanwhile, or it has been published.
            BadInput: there is no such key.
            StorageFailed: the folder can't be written.
        """
        if not _KEY.fullmatch(draft.key):
            zh = "没有这份草稿。请重新打开这一页。"
            raise BadInput("there is no such draft", "Open the page again.", zh)
        shown = shown_values(fields)
        with self._writing():
            stored = self.find(draft.key)
            before = stored or draft
            values = {**before.values, **own_values(fields, typed)}
            if stored and stored.values == values and not stored.is_published:
                return stored
            mine = before.writer == draft.writer or before.revision == revision
            if before.is_published or not (mine or anyway) or (revision and not stored and not anyway):
                raise ChangedElsewhere
            changed = {name: one for name, one in values.items() if one != shown[name]}
            if not changed:
                (self._folder / f"{draft.key}.json").unlink(missing_ok=True)
                return draft.model_copy(update={"values": {}, "before": {}, "revision": ""})
            kept = changed if draft.scenario_id else values
            news = {
                "values": kept,
                "before": {name: before.before.get(name, shown[name]) for name in kept},
                "revision": secrets.token_hex(6),
                "writer": draft.writer,
            }
            return self._write(FormDraft.model_validate({**before.model_dump(), **news}))

    def close(self, draft: FormDraft, scenario: Scenario) -> None:
        """Say that a draft has become a scenario, or a new version of one."""
        with self._writing():
            if draft.scenario_id:
                (self._folder / f"{draft.key}.json").unlink(missing_ok=True)
            else:
                became = {"scenario_id": scenario.id, "language": scenario.language, "is_published": True}
                self._write(FormDraft(key=draft.key, game=draft.game).model_copy(update=became))

    def drop(self, key: str) -> None:
        """Remove a draft, with all that was typed."""
        with self._writing():
            if found := self.find(key):
                (self._folder / f"{found.key}.json").unlink(missing_ok=True)

    def _write(self, draft: FormDraft) -> FormDraft:
        draft = draft.model_copy(update={"saved": datetime.now(UTC).isoformat(timespec="seconds")})
        atomic_write(self._folder / f"{draft.key}.json", draft.model_dump_json(), private=True)
        return draft

    @contextmanager
    def _writing(self) -> Generator[None]:
        try:
            with FileLock(private_folder(self._folder) / ".lock", timeout=_LOCK_S, mode=0o600):
                yield
        except OSError as error:
            said = f"{self._folder} can't be written ({error})"
            raise StorageFailed(said, STORAGE_FOLDER_REMEDY) from error
