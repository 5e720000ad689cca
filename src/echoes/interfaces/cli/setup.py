"""`echoes setup`: a model server is found, one of its models tried, and both written to the settings."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated

import typer

from echoes.app import game_types, open_event_log
from echoes.config import Config
from echoes.interfaces.cli.line_reader import LineReader
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import notice
from echoes.models.health_checks import detect_models
from echoes.models.usual_servers import answering_servers


def setup(
    base_url: Annotated[
        str | None, typer.Option("--base-url", help="Look at this server, not at the usual ones.")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="Take this model.")] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nothing: try a model, and use it if it answers.")
    ] = False,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find a model server, try one of its models on a puzzle, and write it to your settings.

    Servers are only asked for their lists of models, until you choose one or give --yes.
    """
    from echoes.interfaces.cli.setup_dialogue import SetupDialogue

    asks = bool(sys.stdin) and sys.stdin.isatty() and not (yes or as_json)
    lines = LineReader(at_terminal=asks)
    dialogue = SetupDialogue(lang, lines.read if asks else None, as_json)
    try:
        done = asyncio.run(dialogue.run(base_url, model, yes))
    except EOFError:
        return
    finally:
        lines.close()
    if not done:
        raise typer.Exit(1)


async def offer_setup(config: Config, lang: str | None, ask: Callable[[str], Awaitable[str]]) -> bool:
    """Offer a person the set-up at the very first start, if a model server of this machine answers at once.

    Args:
        config: the settings.
        lang: the language; None for English.
        ask: returns the answer to a question.
    Returns:
        Whether it was offered.
    Raises:
        EOFError: the person leaves.
    """
    if config.models.provider != "embedded" or open_event_log(config, game_types(config)).sessions():
        return False
    if there := answering_servers():
        # Only here: most starts offer nothing, and should not wait for what it takes.
        from echoes.interfaces.cli.setup_dialogue import SetupDialogue
        from echoes.models.discovery import find_servers

        if found := [one for one in await find_servers(there) if one.models]:
            await SetupDialogue(lang, ask).offer(found)
            return True
    for line in detect_models(servers=()):
        notice(line)
    return False
