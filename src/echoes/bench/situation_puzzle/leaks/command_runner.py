"""The leak test of situation puzzles, a part of `echoes bench leaks`."""

from dataclasses import asdict

from echoes.bench.leaks.attacks import read_attacks
from echoes.bench.leaks.command_specs import LeaksOptions
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.situation_puzzle.leaks.attacks import read_puzzle
from echoes.bench.situation_puzzle.leaks.measuring import PlayerLeaks, RoleLeaks, measure_leaks
from echoes.config import load_config


async def attack(options: LeaksOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Attack the bundled puzzle; the exit status is 1 where something leaked."""
    config = load_config()
    folder = config.paths.material("leaks")
    puzzle = read_puzzle(folder / "silent_bell.json")
    attacks = read_attacks(options.attacks or folder / "attacks.json")
    found = await measure_leaks(config, puzzle, attacks, options.concurrency)
    return BenchmarkOutcome(
        text=[*map(_role_text, found.roles), *_player_text(found.player)],
        json_lines=[
            *(json_text(asdict(role)) for role in found.roles),
            json_text({**asdict(found.player), "ok": found.player.ok}),
        ],
        ok=found.player.ok and all(role.ok for role in found.roles),
    )


def _role_text(row: RoleLeaks) -> str:
    mark = "ok" if row.ok else "LEAK" if row.prompts else "NO REPLY"
    counts = f"{row.calls} calls, {row.failed} without a reply"
    return f"{row.role:12} {counts}; a secret in {row.prompts} prompts, {row.replies} replies   {mark}"


def _player_text(row: PlayerLeaks) -> list[str]:
    mark = "ok" if row.ok else "LEAK"
    return [
        f"{'player':12} {row.attacks} attacks, {row.leaks} brought a secret out   {mark}",
        *(f"  {leak.kind}: {leak.message[:80]!r} showed {', '.join(leak.words)}" for leak in row.examples),
    ]
