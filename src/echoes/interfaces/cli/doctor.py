"""`echoes doctor`: does everything stand ready?"""

from typing import Any

import typer

from echoes.interfaces.cli.play import JsonOption


def doctor(as_json: JsonOption = False) -> None:
    """Check configuration, model endpoints, folders, puzzles and knowledge bases."""
    import asyncio

    from echoes.interfaces.cli.output import json_line

    checks = asyncio.run(_checks())
    for name, ok, detail in checks:
        if as_json:
            json_line({"check": name, "ok": ok, "detail": detail})
        else:
            print(f"{'ok  ' if ok else 'FAIL'}  {name}: {detail}")
    if not all(ok for _, ok, _ in checks):
        raise typer.Exit(1)


async def _checks() -> list[tuple[str, bool, str]]:
    import os
    import platform

    from echoes import __version__
    from echoes.app import open_engine
    from echoes.config import config_folder, load_config
    from echoes.models.checks import at_hand, check_models
    from echoes.models.provider_registry import ModelProviderRegistry

    config = load_config()
    found: list[tuple[str, bool, str]] = [
        ("version", True, f"echoes {__version__}, Python {platform.python_version()}"),
        ("configuration", True, str(config_folder())),
        ("models", True, f"provider {config.models.provider}: {_models(config.models.provider)}"),
    ]
    if config.models.provider == "embedded":
        found += [("models at hand", True, line) for line in at_hand()]
    registry = ModelProviderRegistry(config.models, config.paths.game_storage / "models")
    found += [(check.name, check.ok, check.detail) for check in await check_models(config.models, registry)]
    for name in ("data", "rag_storage", "game_storage"):
        folder = getattr(config.paths, name)
        base = next(path for path in (folder, *folder.parents) if path.exists())
        usable = base.is_dir() and os.access(base, os.W_OK)
        found.append(
            (name, usable, str(folder) if usable else f"{folder} can't be written; make it writable")
        )
    async with open_engine(config) as engine:
        found += _puzzles(engine)
    return found


def _models(provider: str) -> str:
    return "no language model; the embedded referee rules" if provider == "embedded" else "configured"


def _puzzles(engine: Any) -> list[tuple[str, bool, str]]:
    reports = engine.puzzles.all()
    errors = [report.error for report in reports if report.error]
    good = len(reports) - len(errors)
    built = len(engine.knowledge.entries())
    rows = [
        ("puzzles", good > 0, f"{good} puzzle files, {len(errors)} that can't be read"),
        ("knowledge bases", True, f"{built} built; the others are built when first played"),
    ]
    return [*rows, *(("puzzle file", False, str(error)) for error in errors)]
