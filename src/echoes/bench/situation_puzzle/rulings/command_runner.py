"""The work of `echoes bench referee`: rulings, or what `--set` names, against gold."""

from collections.abc import Sequence
from pathlib import Path

from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.jobs import Execution
from echoes.bench.runs.keeping import keep_run
from echoes.bench.situation_puzzle.command_specs import RefereeOptions
from echoes.bench.situation_puzzle.gold.gold_set import GoldSet, read_gold, read_replies
from echoes.bench.situation_puzzle.gold.plan import describe_story_count, gold_files, gold_plan, stories_hash
from echoes.bench.situation_puzzle.referees import named_referee
from echoes.bench.situation_puzzle.rulings.asking import bundled_gold, score_referee, score_replies
from echoes.bench.situation_puzzle.rulings.figures import RulingFigures, grouped_ruling_figures
from echoes.bench.situation_puzzle.rulings.recorded_games import game_files, read_games, replay_games
from echoes.bench.situation_puzzle.rulings.report import (
    GAMES_RUN,
    REFEREE_RUN,
    SHOWN,
    RulingsPlan,
    answers_of,
)
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.bench.situation_puzzle.verdicts.command_runner import judge
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.text.plain_text import pluralize


async def score(options: RefereeOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Score a referee, archived replies, or a judge of final answers or hints."""
    if options.judged != "questions":
        return await judge(options.judged, options, on_progress)
    if options.games:
        rows, gold = await _played(options, options.games, on_progress), GoldSet([])
        notes: list[str] = []
    elif options.replies:
        gold = read_replies(options.replies, options.gold)
        rows, notes = score_replies(gold.items), gold.notes
    else:
        rows, gold = await _scored(options, on_progress)
        notes = [f"Left out: {note}" for note in gold.notes]
    figures = grouped_ruling_figures(rows, options.seed)
    text = [line for name, group in figures.groups().items() for line in _text(name, group)]
    errors = _errors(figures.whole) if options.errors else []
    return BenchmarkOutcome(
        text=[*text, *errors, *report_line(options.out)],
        json_lines=[json_text({**figures.to_json(), "left_out": gold.left_out})],
        notes=notes,
    )


async def _scored(options: RefereeOptions, on_progress: OnProgress) -> tuple[Sequence[ScoredRuling], GoldSet]:
    """Return the rows, and the questions that were asked."""
    config = load_config()
    gold = read_gold(options.gold, options.lenient) if options.gold else GoldSet(bundled_gold(config))
    if not gold.items:
        raise BadInput("there are no questions to score", "Name a file with --gold.")
    referee, files = named_referee(config, options.referee), gold_files(config, options.gold)

    def plan() -> RulingsPlan:
        return {
            **gold_plan(config, "referee", referee, files, options.seed),
            "stories_hash": stories_hash(options.stories),
            "lenient": options.lenient,
            "left_out": gold.left_out,
        }

    return await keep_run(
        options.out,
        plan,
        REFEREE_RUN,
        lambda run: score_referee(
            config,
            gold,
            referee,
            Execution(run, options.concurrency, on_progress),
            options.stories,
            options.lenient,
        ),
    )


async def _played(options: RefereeOptions, folder: Path, on_progress: OnProgress) -> list[ScoredRuling]:
    """Return the rows of all recorded games of a folder."""
    config = load_config()
    games, referee = read_games(folder), named_referee(config, options.referee)

    def plan() -> RulingsPlan:
        return {
            **gold_plan(config, "games", referee, game_files(folder), options.seed),
            "stories_hash": stories_hash(options.stories),
            "lenient": False,
            "left_out": {},
        }

    played = await keep_run(
        options.out,
        plan,
        GAMES_RUN,
        lambda run: replay_games(
            config, games, referee, Execution(run, options.concurrency, on_progress), options.stories
        ),
    )
    return answers_of(played)


def _text(name: str, figures: RulingFigures) -> list[str]:
    return [
        f"{name}: {pluralize(figures.n, 'question')} on {describe_story_count(figures.stories)}, "
        f"{figures.ruled} ruled",
        *(f"  {key:17} {figures.measured.text(key, 3)}" for key in SHOWN),
        f"  {'median time':17} {figures.median_ms:.1f} ms",
    ]


def _errors(figures: RulingFigures) -> list[str]:
    lines: list[str] = []
    for kind, found in figures.errors.items():
        lines += [f"{kind}:", *(f"  {error.story}: {error.text}" for error in found)]
    return lines
