"""Steps of a draft on a folder of their own, with a model that plays a script."""

from pathlib import Path
from typing import Any

from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.models.providers.scripted import ScriptedClient

PLAN = DraftPlan(batch=2, per_place=3, per_round=4, wordings=2)


def scripted(tmp_path: Path, *replies: Any) -> tuple[ScriptedClient, DraftSteps]:
    """A model with these replies, in order, and the steps through which it is asked."""
    (tmp_path / "steps").mkdir()
    return ScriptedClient(list(replies)), DraftSteps(tmp_path / "steps")
