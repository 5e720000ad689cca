"""Drawings of scenarios: an SVG file beside the scenarios of a kind, named after the id, for all languages.

What an author's file holds decides nothing: it is shown as a picture, in which browsers run and load nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

from echoes.core.text.plain_text import clean
from echoes.engine.engine import GameEngine

MOST_BYTES = 64 * 1024
"""Bytes of a drawing; a larger file is none."""
_AT_HAND = 1024
"""The most drawings kept in memory."""
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class ScenarioDrawing:
    """A picture of what a scenario begins with.

    Attributes:
        svg: the file.
        titles: what is to be seen, in words, by language; from its `title` elements.
    """

    svg: bytes
    titles: Mapping[str, str]

    @property
    def version(self) -> str:
        """A word that changes with any edit."""
        return sha256(self.svg).hexdigest()[:8]


def drawing_of(engine: GameEngine, game: str, scenario_id: str) -> ScenarioDrawing | None:
    """Return the drawing of a scenario, that of the data folder before a bundled one; None for none.

    Args:
        engine: whose scenarios they are.
        game: the name of its game type.
        scenario_id: its id; a path names none.
    """
    if game not in engine.games or Path(scenario_id).name != scenario_id:
        return None
    for folder in engine.scenarios.folders:
        path = folder / engine.games[game].folder / f"{scenario_id}.svg"
        try:
            found = path.stat()
            return _read(path, found.st_mtime_ns, found.st_size)
        except (OSError, ValueError):  # it is not there, or nothing that can be shown
            continue
    return None


@lru_cache(maxsize=_AT_HAND)
def _read(path: Path, modified: int, size: int) -> ScenarioDrawing:
    """Read a file, again only if it has changed.

    Raises:
        OSError: it can't be read.
        ValueError: it is no drawing.
    """
    if size > MOST_BYTES:
        raise ValueError("too large")
    svg = path.read_bytes()
    text = svg.decode("utf-8-sig")
    if "<!DOCTYPE" in text:  # entities could grow without end
        raise ValueError("it declares a document type")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError("no XML") from error
    if root.tag != f"{_SVG}svg":
        raise ValueError("no SVG")
    titles = root.findall(f"{_SVG}title")
    return ScenarioDrawing(
        svg, {one.get("lang", ""): " ".join(clean(one.text or "").split()) for one in titles}
    )
