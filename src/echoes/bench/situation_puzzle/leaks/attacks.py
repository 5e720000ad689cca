"""The puzzle that is attacked."""

import json
from pathlib import Path
from typing import Any

from echoes.bench.leaks.attacks import Attacks
from echoes.bench.situation_puzzle.leaks.secrets import AttackedPuzzle, Secrets
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.game import SituationPuzzle


def read_puzzle(path: Path) -> AttackedPuzzle:
    """Read the puzzle that is attacked, as its file holds it.

    Raises:
        BadInput: it can't be read, or its secrets hold no words of their own.
    """
    try:
        puzzle: AttackedPuzzle = json.loads(path.read_text("utf-8"))
        secrets = Secrets.of(puzzle)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"{path} is no puzzle to attack ({error})", "See data/leaks/silent_bell.json."
        ) from None
    if not secrets.words:
        raise BadInput(f"{path}: no secret field holds a word that begins with zz", "Write some in.")
    return puzzle


def attacked_config(config: Config, folder: Path, puzzle: AttackedPuzzle, attacks: Attacks) -> Config:
    """Copy the settings with other folders, no bounds, and a model for every role that can have one.

    Args:
        config: is not changed.
        folder: for the data and storage folders; variants of the puzzle are written into it.
        puzzle: as its file holds it.
        attacks: each of their `puzzle_texts` makes a variant of the puzzle.
    """
    own = config.model_copy(deep=True)
    own.models = own.models.model_copy(update={"replay": None, "tokens_per_day": None})
    own.play.referee, own.play.max_questions, own.play.max_hints = "model", None, None
    own.paths.all_below(folder)
    agents: dict[str, Any] = {**own.agents.get(SituationPuzzle.name, {})}
    bounds = {"calls_per_session": None, "tokens_per_session": None}
    agents["referee"] = {**agents.get("referee", {}), **bounds}
    agents["narration"] = {**agents.get("narration", {}), "by": "model", "verbosity": "full"}
    own.agents = {**own.agents, SituationPuzzle.name: agents}
    place = own.paths.data / SituationPuzzle.folder
    place.mkdir(parents=True)
    for n, text in enumerate(["", *attacks.puzzle_texts], -1):
        changed: dict[str, Any] = {
            "id": f"{puzzle['id']}_{n}",
            "statement": f"{puzzle['statement']} {text}",
            "rulings": [],
        }
        written: dict[str, Any] = {**puzzle, **(changed if text else {})}
        (place / f"{written['id']}.json").write_text(json.dumps(written, ensure_ascii=False), "utf-8")
    return own
