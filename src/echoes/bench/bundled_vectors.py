"""Making the vectors of the bundled scenarios' texts, so that no player's machine has to."""

from pathlib import Path

from echoes.app import game_types
from echoes.bench.runs.pool import OnItem
from echoes.config import Config
from echoes.core.places import places
from echoes.models.embedded import is_latin
from echoes.models.minilm import READY, MiniLM


def bundled_texts(config: Config) -> dict[str, list[str]]:
    """The texts of each bundled scenario that MiniLM embeds, by the name of the scenario's file.

    Args:
        config: has the settings of the game types.
    """
    data = places().bundled / "data"
    found = {
        path.stem: {document.text for document in game.documents(report.scenario)}
        for game in game_types(config).values()
        for path in sorted((data / game.folder).glob("*.json"))
        for report in game.read_file(path)
        if report.scenario
    }
    latin = {name: sorted(filter(is_latin, texts)) for name, texts in found.items()}
    return {name: texts for name, texts in latin.items() if texts}


def make_vectors(config: Config, told: OnItem) -> list[Path]:
    """Bring the files up to date; a file that holds just the texts of its scenario stays as it is.

    Args:
        config: has the settings of the game types.
        told: is told how many files are done, and of how many.
    Returns:
        The files that were written or removed.
    """
    wanted, encoder = bundled_texts(config), MiniLM()
    changed = [name for name, texts in wanted.items() if not READY.holds(name, texts)]
    for done, name in enumerate(changed):
        told(done, len(changed))
        vectors = encoder.directions(wanted[name])
        READY.write(name, wanted[name], vectors)
    gone = [path for path in sorted(READY.folder.glob("*.npz")) if path.stem not in wanted]
    for path in gone:
        path.unlink()
    return [*(READY.folder / f"{name}.npz" for name in changed), *gone]
