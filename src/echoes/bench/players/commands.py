"""The command `echoes bench players`: its options."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from echoes.bench.runs.commands import Benchmark, CommandOption, Lang, Out


@dataclass(frozen=True, kw_only=True)
class PlayersOptions:
    """Options of `echoes bench players`."""

    puzzles: Annotated[
        Path | None, CommandOption("A puzzle file or a folder, in any known form; else the bundled ones.")
    ] = None
    player: Annotated[
        list[str] | None, CommandOption("model, baseline, none, scripted; NAME@MODEL. Can be repeated.")
    ] = None
    referee: Annotated[
        list[str] | None, CommandOption("embedded or model; NAME@MODEL. Can be repeated; else as configured.")
    ] = None
    repeats: Annotated[int, CommandOption("Games of each.", min=1)] = 1
    turns: Annotated[int | None, CommandOption("Of a game, at the most.", min=1)] = None
    calls: Annotated[int | None, CommandOption("Of the player's model, a game.", min=1)] = None
    tokens: Annotated[int | None, CommandOption("The same in tokens.", min=1)] = None
    seed: Annotated[int, CommandOption("Of all that is left to chance.")] = 0
    out: Out = None
    concurrency: Annotated[int, CommandOption("Games at once.", min=1)] = 8
    jobs: Annotated[int | None, CommandOption("Processes; one a core where it is worth while.", min=1)] = None
    control: Annotated[
        bool, CommandOption("Play each game without questions too.", name="--control/--no-control")
    ] = True
    script: Annotated[Path | None, CommandOption("For the scripted player.")] = None
    retry_invalid: Annotated[bool, CommandOption("Play games once more that were invalid.")] = False
    lenient: Annotated[bool, CommandOption("Leave out puzzles that can't be read.")] = False
    lang: Lang = None


PLAYERS = Benchmark(
    "Let AI players play, and report how they did.",
    PlayersOptions,
    "echoes.bench.players.command:play_and_report",
    "games",
    {"players": "echoes.bench.players.report:PLAYERS_RUN"},
)
