"""Making the vectors of the texts of bundled scenarios, which spare a first start the embedding of them."""

from pathlib import Path

from echoes.app import game_types
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.runs.command_specs import VectorsOptions
from echoes.config import Config, load_config
from echoes.core.files.install_paths import install_paths
from echoes.models.minilm.encoder import PRECOMPUTED, MiniLM
from echoes.models.providers.embedded import is_mostly_latin


def bundled_texts(config: Config) -> dict[str, list[str]]:
    """Return the texts of each bundled scenario that MiniLM embeds, by the name of its file.

    Args:
        config: has the settings of the game types.
    """
    data = install_paths().bundled / "data"
    found = {
        path.stem: {document.text for document in game.documents(report.scenario)}
        for game in game_types(config).values()
        for path in sorted((data / game.folder).glob("*.json"))
        for report in game.read_file(path)
        if report.scenario
    }
    latin = {name: sorted(filter(is_mostly_latin, texts)) for name, texts in found.items()}
    return {name: texts for name, texts in latin.items() if texts}


def make_vectors(config: Config, on_progress: OnProgress) -> list[Path]:
    """Bring the files up to date; a file that holds exactly the texts of its scenario is not touched.

    Args:
        config: has the settings of the game types.
        on_progress: is called before each file.
    Returns:
        The files that were written or removed.
    """
    wanted, encoder = bundled_texts(config), MiniLM()
    changed = [name for name, texts in wanted.items() if not PRECOMPUTED.holds(name, texts)]
    for done, name in enumerate(changed):
        on_progress(done, len(changed))
        vectors = encoder.embed_quantized(wanted[name])
        PRECOMPUTED.write(name, wanted[name], vectors)
    gone = [path for path in sorted(PRECOMPUTED.folder.glob("*.npz")) if path.stem not in wanted]
    for path in gone:
        path.unlink()
    return [*(PRECOMPUTED.folder / f"{name}.npz" for name in changed), *gone]


async def update_vectors(options: VectorsOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Bring the files up to date, and name those that changed."""
    changed = [str(path) for path in make_vectors(load_config(), on_progress)]
    return BenchmarkOutcome(changed or ["All vectors are up to date."], [json_text({"changed": changed})])
