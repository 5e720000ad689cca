"""`echoes sessions show ID --trace`: the turns of a session as trees of steps, with times and calls."""

from collections.abc import Sequence

from rich.console import Console
from rich.tree import Tree

from echoes.core.operation.tracing import SpanRow
from echoes.core.operation.usage import Usage
from echoes.core.text.plain_text import pluralize
from echoes.engine.turns.traces import TurnTrace
from echoes.interfaces.cli.output import json_line

_LONGEST = 10_000
"""Columns; a tree cuts its lines to the width of the console, where other text goes on below."""


def print_traces(traces: Sequence[TurnTrace], as_json: bool) -> None:
    """Print traces, each as a tree; with `as_json` one object a line."""
    console = Console(highlight=False, markup=False, soft_wrap=True, width=_LONGEST)
    for trace in traces:
        if as_json:
            json_line({**trace.to_json(), "spans": [row._asdict() for row in trace.spans]})
        else:
            console.print(_tree(trace))


def _tree(trace: TurnTrace) -> Tree:
    failed = [f"failed: {', '.join(trace.failures)}"] if trace.failures else []
    said = [f"turn {trace.turn}", trace.timestamp, ", ".join(trace.events), *_cost(trace.usage), *failed]
    tree = Tree(" · ".join(said))
    branches = [tree]
    for row in trace.spans:
        del branches[row.depth + 1 :]
        branches.append(branches[-1].add(_line(row)))
    return tree


def _line(row: SpanRow) -> str:
    known = " ".join(f"{name}={value}" for name, value in row.attributes.items())
    return f"{row.name}  {row.ms:g} ms" + (f"  {known}" if known else "")


def _cost(usage: Usage) -> list[str]:
    if usage == Usage():
        return []
    tokens = f"{usage.prompt_tokens} + {usage.completion_tokens} tokens"
    return [f"{pluralize(usage.model_calls, 'call')}, {tokens}, {usage.elapsed_ms / 1000:.2f} s of models"]
