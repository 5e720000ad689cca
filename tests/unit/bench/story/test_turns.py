"""A long story with scripted models asks as often as it may, and its prompts stay as long as they are."""

from pathlib import Path

from echoes.bench.runs.scripted_models import with_a_model
from echoes.bench.story import turns
from echoes.config import load_config


async def test_calls_and_prompts_stay_within_their_bounds(tmp_path: Path):
    config = load_config()
    config.paths.game_storage = tmp_path / "games"
    figures = await turns._play_on(with_a_model(config), 24, 1.0, 1.0)
    assert (figures.before, figures.behind) == (2, 1)
    assert figures.growth <= 1.1
