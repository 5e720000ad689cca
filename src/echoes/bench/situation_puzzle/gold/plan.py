"""The plan of a run against gold."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from echoes.bench.runs.environment import run_environment, short_hash
from echoes.bench.runs.plan import RunPlan
from echoes.bench.situation_puzzle.referees import prompt_versions
from echoes.config import Config
from echoes.core.errors import BadInput


class GoldPlan(RunPlan):
    """The plan of a run against gold.

    Attributes:
        referee_prompts: the version of the prompts of each referee.
        gold_hashes: of its files, by name.
        seed: of the resampling.
    """

    referee: str
    referee_prompts: Mapping[str, str]
    gold: str
    gold_hashes: Mapping[str, str]
    seed: int


def gold_plan(config: Config, kind: str, referee: str, files: Sequence[Path], seed: int) -> GoldPlan:
    """Return the plan, as `run.json` keeps it; some kinds of run add keys.

    Args:
        config: as it is resolved.
        kind: of the run.
        referee: its name.
        files: the gold set; more than one are the bundled suite.
        seed: of the resampling.
    Raises:
        BadInput: the gold set comes from standard input (`-`), and could be another each time.
    """
    if any(str(path) == "-" for path in files):
        raise BadInput("what comes through a pipe can't be kept as a run", "Name a file, or leave out --out.")
    return {
        "kind": kind,
        **run_environment(config),
        "referee_prompts": prompt_versions([referee]),
        "referee": referee,
        "gold": files[0].name if len(files) == 1 else "the bundled gold suite",
        "gold_hashes": {path.name: short_hash(path) for path in files},
        "seed": seed,
    }


def gold_files(config: Config, gold: Path | None = None, folder: str = "") -> list[Path]:
    """Return the files of a gold set: the one that is named, else the bundled ones.

    Args:
        config: names the folder of the bundled ones.
        gold: a file; None for the bundled ones.
        folder: of the bundled ones, as `hypotheses`; empty for the questions.
    """
    return [gold] if gold else sorted((config.paths.material("gold") / folder).glob("*.jsonl"))


def stories_hash(stories: Path | None) -> str | None:
    """Hash the file of outside stories; None where the puzzles are those of the data folder."""
    return short_hash(stories) if stories else None


def report_header(plan: GoldPlan, gold: str, **more: str) -> dict[str, str]:
    """Return the lines that a reader of a report against gold needs first.

    Args:
        plan: of the run.
        gold: the size of the gold set, in words.
        more: further lines by name.
    """
    model = plan["models"]["referee"]["model"]
    return {
        "Referee": f"{plan['referee']}" + (f" ({model})" if model else ""),
        "Gold": f"{plan['gold']}, {gold}",
        **more,
        "Seed": str(plan["seed"]),
        "Echoes": f"{plan['echoes']}, settings {plan['agents']}",
    }


def describe_story_count(count: int) -> str:
    """Return a number of stories in words."""
    return f"{count} {'story' if count == 1 else 'stories'}"
