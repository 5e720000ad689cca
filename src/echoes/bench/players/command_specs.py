"""The command `echoes bench players`: its options."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from echoes.bench.runs.benchmark import Benchmark, CommandOption, Lang, Out


@dataclass(frozen=True, kw_only=True)
class PlayersOptions:
    """Options of `echoes bench players`."""

    puzzles: Annotated[
        Path | None,
        CommandOption("A puzzle file or folder, in any known form; default: the bundled puzzles."),
    ] = None
    player: Annotated[
        list[str] | None, CommandOption("model, baseline, none or scripted; NAME@MODEL; may be repeated.")
    ] = None
    referee: Annotated[
        list[str] | None,
        CommandOption("embedded or model; NAME@MODEL; may be repeated; default: as configured."),
    ] = None
    repeats: Annotated[int, CommandOption("Games of each combination.", min=1)] = 1
    turns: Annotated[int | None, CommandOption("The most turns of a game.", min=1)] = None
    calls: Annotated[int | None, CommandOption("The most calls of the player's model in a game.", min=1)] = (
        None
    )
    tokens: Annotated[
        int | None, CommandOption("The most tokens of the player's model in a game.", min=1)
    ] = None
    seed: Annotated[int, CommandOption("Seed of everything that is left to chance.")] = 0
    out: Out = None
    concurrency: Annotated[int, CommandOption("Games at a time.", min=1)] = 8
    jobs: Annotated[
        int | None, CommandOption("Processes; default: one per core, or one for a few games.", min=1)
    ] = None
    control: Annotated[
        bool, CommandOption("Play each game also without questions.", name="--control/--no-control")
    ] = True
    script: Annotated[
        Path | None, CommandOption("A file of messages for the scripted player, one per line.")
    ] = None
    retry_invalid: Annotated[bool, CommandOption("Play invalid games again.")] = False
    lenient: Annotated[bool, CommandOption("Leave out puzzles that can't be read.")] = False
    lang: Lang = None


PLAYERS = Benchmark(
    "Let AI players play, and report how they did.",
    PlayersOptions,
    "echoes.bench.players.command_runner:play_and_report",
    "games",
    {"players": "echoes.bench.players.report:PLAYERS_RUN"},
)
