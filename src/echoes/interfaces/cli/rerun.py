"""`echoes sessions rerun`: rule on a transcript once more."""

from typing import Annotated

import typer

from echoes.interfaces.cli.play import JsonOption


def rerun(
    session_id: Annotated[str, typer.Argument(help="The session's id.")],
    referee: Annotated[
        str | None, typer.Option("--referee", help="Another referee: NAME, or NAME@MODEL.")
    ] = None,
    rag: Annotated[str | None, typer.Option("--rag", help="Another RAG provider.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Rule once more on a transcript: another referee, model, prompt or provider. Nothing is changed."""
    import asyncio
    from dataclasses import asdict

    from echoes.bench.referees.rerun import changed_config
    from echoes.bench.referees.rerun import rerun as again
    from echoes.bench.variants import Who
    from echoes.config import load_config
    from echoes.interfaces.cli.output import json_line

    config = changed_config(load_config(), Who.read(referee) if referee else None, rag)
    started, name, turns = asyncio.run(again(config, session_id))
    if as_json:
        for turn in turns:
            shown = asdict(turn) | {"changed": turn.changed, "usage": turn.usage.model_dump()}
            json_line({"session_id": session_id, **shown})
        return
    before = started.model or getattr(started, "referee", "")
    print(f"{session_id}: ruled by {before}, now by {name}")
    for turn in turns:
        if turn.changed:
            now = turn.now or f"no ruling ({turn.why})"
            now += f", to: {turn.ruled_as}" if turn.ruled_as else ""
            print(f"  turn {turn.turn}: {turn.before} → {now}   {turn.text}")
    changed = sum(turn.changed for turn in turns)
    lost = sum(turn.now is None for turn in turns)
    same = len(turns) - changed
    print(f"{len(turns)} turns: {same} the same, {changed - lost} changed, {lost} not ruled now")
