"""`echoes doctor`: does everything stand ready?"""

import asyncio
import os
import platform
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Annotated, Any

import typer

from echoes import __version__
from echoes.app import open_engine
from echoes.config import Config, load_config
from echoes.core.errors import ModelFailed, OperatorError
from echoes.core.files.config_files import config_folders, setup_file
from echoes.core.files.install_paths import install_paths
from echoes.core.files.writing import is_file
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.operation.maintenance import damaged_knowledge
from echoes.engine.scenarios.files import nothing_to_play
from echoes.engine.scenarios.knowledge import kb_id_of
from echoes.engine.sessions.queries import session_ids
from echoes.interfaces.cli.options import JsonOption
from echoes.interfaces.cli.output import json_line
from echoes.models.health_checks import check_models, describe_failure, detect_models, list_models
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import ModelSettings


def doctor(
    repair: Annotated[bool, typer.Option("--repair", help="Build damaged knowledge bases again.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Check configuration, model endpoints, folders, puzzles and knowledge bases."""
    checks = asyncio.run(_checks(repair))
    for name, ok, detail in checks:
        if as_json:
            json_line({"check": name, "ok": ok, "detail": detail})
        else:
            print(f"{'ok  ' if ok else 'FAIL'}  {name}: {detail}")
    if not all(ok for _, ok, _ in checks):
        raise typer.Exit(1)


async def _checks(repair: bool) -> list[tuple[str, bool, str]]:
    config = load_config()
    found: list[tuple[str, bool, str]] = [
        ("version", True, f"echoes {__version__}, Python {platform.python_version()}"),
        ("installation", True, _installation()),
        ("configuration", True, ", overridden by ".join(map(str, [*config_folders(), *_set_up()]))),
        ("models", True, f"provider {config.models.provider}: {_models(config.models)}"),
    ]
    if config.models.provider == "embedded":
        found += [("models at hand", True, line) for line in detect_models()]
    checks = await list_models(config.models)
    if checks:
        config.models = ModelSettings()  # all else is checked without a model
    else:
        registry = ModelProviderRegistry(config.models, config.paths.game_storage / "models")
        checks = await check_models(config.models, registry, _shown(config))
    found += [(check.name, check.ok, check.detail) for check in checks]
    for name in ("data", "rag_storage", "game_storage"):
        folder = getattr(config.paths, name)
        base = next(path for path in (folder, *folder.parents) if os.access(path, os.F_OK))
        usable = os.access(base, os.W_OK | os.X_OK) and base.is_dir()
        remedy = f"make it writable, or name another with ECHOES__PATHS__{name.upper()}"
        found.append((name, usable, str(folder) if usable else f"{folder} can't be written; {remedy}"))
    if config.paths.bundled:
        found.append(("bundled", config.paths.bundled.is_dir(), f"{config.paths.bundled}, only read"))
    try:
        async with open_engine(config) as engine:
            found += [_storage(engine, config.storage.backend), await _knowledge(engine, config)]
            return [*found, *_puzzles(engine), *[row async for row in damaged(engine, repair)]]
    except OSError as error:
        return [*found, ("puzzles", False, f"{error.filename} can't be read ({error.strerror})")]


async def damaged(engine: GameEngine, repair: bool) -> AsyncGenerator[tuple[str, bool, str]]:
    """Yield a row for all that is damaged of knowledge bases, which is put right if `repair` is true."""
    if registry := engine.knowledge.damaged_registry():
        if repair:
            registry.unlink(missing_ok=True)
            yield "knowledge bases", True, f"{registry} was damaged and has been removed"
        else:
            told = "is damaged and counts as empty; `echoes doctor --repair` removes it"
            yield "knowledge bases", False, f"{registry} {told}"
    try:
        found = await damaged_knowledge(engine)
    except OperatorError as error:
        yield "knowledge base", False, str(error)
        return
    for game, scenario in found:
        kb_id = kb_id_of(scenario)
        if not repair:
            yield "knowledge base", False, f"{kb_id} is damaged; `echoes doctor --repair` builds it again"
            continue
        try:
            await engine.ensure_knowledge(game, scenario)
            yield "knowledge base", True, f"{kb_id} was damaged and has been built again"
        except OperatorError as error:
            yield "knowledge base", False, str(error)


def _shown(config: Config) -> dict[str, int]:
    """Return the most tokens that each role may be shown, over all kinds of game."""
    most: dict[str, int] = {}
    for settings in config.agents.values():
        sizes = settings.get("context_tokens")
        for role, size in (sizes if isinstance(sizes, dict) else {"narrator": sizes}).items():
            most[role] = max(most.get(role, 0), size if isinstance(size, int) else 0)
    return most


def _set_up() -> list[Path]:
    return [*filter(is_file, [setup_file()])]


def _installation() -> str:
    found = install_paths()
    if found.own_config is None:
        return f"a checkout, {found.bundled}"
    return f"a package; settings of your own are looked for in {found.own_config}"


def _storage(engine: GameEngine, backend: str) -> tuple[str, bool, str]:
    try:
        return "storage", True, f"{backend}, {pluralize(len(session_ids(engine)), 'session')}"
    except OperatorError as error:
        return "storage", False, str(error)


async def _knowledge(engine: GameEngine, config: Config) -> tuple[str, bool, str]:
    try:
        return "rag", True, await engine.knowledge.self_test()
    except ModelFailed as error:
        return "rag", False, describe_failure(error, config.models)
    except OperatorError as error:
        return "rag", False, str(error)


def _models(settings: ModelSettings) -> str:
    if settings.llm_model_name and settings.provider != "embedded":
        return settings.llm_model_name
    return "no language model; the embedded referee rules (docs/models.md says how to use a model)"


def _puzzles(engine: Any) -> list[tuple[str, bool, str]]:
    reports = engine.scenarios.file_reports()
    errors = [report.error for report in reports if report.error]
    good = len(reports) - len(errors)
    built = len(engine.knowledge.entries())
    kinds = Counter(name for name, _ in {(name, one.id) for name, one in engine.scenarios.list_all()})
    told = "; ".join(f"{engine.games[name].introduction('en')[0]}: {kinds[name]}" for name in sorted(kinds))
    files = f"{pluralize(good, 'file')}, {len(errors)} that can't be read"
    if not reports:
        files = str(nothing_to_play(engine.scenarios.folders))
    rows = [
        ("puzzles", good > 0, f"{told} ({files})" if told else files),
        ("knowledge bases", True, f"{built} built; the others are built when they are first played"),
    ]
    return [*rows, *(("puzzle file", False, str(error)) for error in errors)]
