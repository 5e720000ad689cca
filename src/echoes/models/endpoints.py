"""The records of what was found out of endpoints: one of each, kept for a week."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from echoes.core.files.writing import atomic_write
from echoes.models.settings import OutputMode

_KEPT = timedelta(days=7)
"""Time after which an endpoint is looked at again: servers are updated."""


class EndpointRecord(BaseModel):
    """The shape of requests that an endpoint takes.

    Attributes:
        found: the day on which the first of it was found out.
        mode: how structured output is requested.
        system_role: whether it takes a message of the system; else instructions stand before the prompt.
        streaming: whether it replies only by streams, or never; None for both ways.
        left_out: parameters that it refuses.
        renamed: parameters that it knows by another name.
        thinks_unopened: whether its replies begin with thinking that no mark opens.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    found: date | None = None
    mode: OutputMode | None = None
    system_role: bool = True
    streaming: Literal["always", "never"] | None = None
    left_out: tuple[str, ...] = ()
    renamed: dict[str, str] = {}
    thinks_unopened: bool = False

    def describe(self) -> str:
        """Return all but the mode in a few words, empty where the endpoint takes the usual requests."""
        said = [
            "" if self.system_role else "instructions before the prompt, since it takes no system role",
            f"{self.streaming} streamed" if self.streaming else "",
            f"without {', '.join(self.left_out)}" if self.left_out else "",
            *(f"{name} as {other}" for name, other in self.renamed.items()),
            "thinking without an opening mark" if self.thinks_unopened else "",
        ]
        found = "; ".join(filter(None, said))
        return f"{found} (found on {self.found})" if found else ""


_RECORDS = TypeAdapter(dict[str, EndpointRecord])


class EndpointRecords:
    """Keeps the record of each endpoint, in memory and in a small JSON file.

    Args:
        path: None keeps the records only while the process runs. A file that can't be read or written is
            ignored: all it saves is one search.
        today: returns the current day.
    """

    def __init__(
        self, path: Path | None = None, today: Callable[[], date] = lambda: datetime.now(UTC).date()
    ) -> None:
        self._path, self._today = path, today
        self._records: dict[str, EndpointRecord] = {}
        if path:
            try:
                self._records = _RECORDS.validate_json(path.read_bytes())
            except (OSError, ValidationError):
                self._records = {}

    def get(self, endpoint: str) -> EndpointRecord:
        """Return the record of an endpoint; a blank one if nothing is known, or it is a week old."""
        record = self._records.get(endpoint)
        is_fresh = record and record.found and abs(self._today() - record.found) < _KEPT
        return record if record and is_fresh else EndpointRecord()

    def update(self, endpoint: str, **found: object) -> EndpointRecord:
        """Keep what was found out, and return the record; nothing is written if it says the same."""
        known = self.get(endpoint)
        record = known.model_copy(update={"found": known.found or self._today(), **found})
        if record.model_copy(update={"found": known.found}) != known:
            self._keep(endpoint, record)
        return self.get(endpoint)

    def forget(self, endpoint: str) -> None:
        """Look at an endpoint again."""
        self._keep(endpoint, EndpointRecord())

    def _keep(self, endpoint: str, record: EndpointRecord) -> None:
        self._records[endpoint] = record
        if self._path is None:
            return
        try:
            atomic_write(self._path, _RECORDS.dump_json(self._records, indent=1).decode(), private=True)
        except OSError:
            return
