"""What a run against gold is planned to be."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from echoes.bench.runs.folder import hash_of, versions
from echoes.config import Config
from echoes.core.errors import BadInput


def gold_plan(
    config: Config, kind: str, referee: str, files: Sequence[Path], seed: int, **more: Any
) -> dict[str, Any]:
    """The plan, as `run.json` keeps it.

    Args:
        config: as it is resolved.
        kind: of the run, as `BENCHMARKS` has it.
        referee: its name.
        files: the gold set; more than one are the bundled suite.
        seed: of the resampling.
        more: what else the run hangs on.
    Raises:
        BadInput: the gold set comes from standard input (`-`), and could be another each time.
    """
    if any(str(path) == "-" for path in files):
        raise BadInput("what comes through a pipe can't be kept as a run", "Name a file, or leave out --out.")
    return {
        "kind": kind,
        **versions(config, [referee]),
        "referee": referee,
        "gold": files[0].name if len(files) == 1 else "the bundled gold suite",
        "gold_hashes": {path.name: hash_of(path) for path in files},
        "seed": seed,
        **more,
    }


def gold_files(config: Config, gold: Path | None = None, folder: str = "") -> list[Path]:
    """The files of a gold set: the one that is named, else the bundled ones.

    Args:
        config: says where the bundled ones are.
        gold: a file; None for the bundled ones.
        folder: of the bundled ones, as `hypotheses`; empty for the questions.
    """
    return [gold] if gold else sorted((config.paths.material("gold") / folder).glob("*.jsonl"))


def stories_hash(stories: Path | None) -> str | None:
    """The hash of the outside stories; None where the puzzles are those of the data folder."""
    return hash_of(stories) if stories else None
