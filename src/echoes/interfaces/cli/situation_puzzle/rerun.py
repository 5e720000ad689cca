"""`echoes sessions rerun`: a session's questions, ruled once more."""

from echoes.bench.situation_puzzle.command_specs import REJUDGE
from echoes.interfaces.cli.bench_commands import command_function

rerun = command_function(REJUDGE)
