"""Marks in what only one seat may know, and whether somebody else is shown one before the end."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import yaml

from echoes.core.files.yaml_text import load_yaml
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.state import PartyState

_OWN_FIELDS = ("wants", "ideal", "bond", "flaw")
"""Fields of a sheet that nobody else reads."""


def with_canaries(module: Module) -> Module:
    """Return a module with a mark in everything that a single seat may know; the game is the same."""
    return Module.model_validate(_marked_texts(module.model_dump(mode="json")))


def _marked_texts(texts: dict[str, Any]) -> dict[str, Any]:
    """Return texts of a module, all or those of a file, with marks in what is private."""
    marked = deepcopy(texts)
    for seat, sheet in marked.get("party", {}).items():
        for field in _OWN_FIELDS:
            if sheet.get(field):
                sheet[field] = f"{sheet[field]} zz-sheet-{seat}."
        if sheet.get("name"):  # the texts, not the mechanics
            sheet["secret"] = f"{sheet.get('secret', '')} zz-sheet-{seat}.".strip()
        if sheet.get("traits"):
            sheet["traits"] = [*sheet["traits"], f"zz-sheet-{seat}."]
        if sheet.get("facts"):
            sheet["facts"] = [*sheet["facts"], fact_mark(seat)]
    for key, secret in marked.get("secrets", {}).items():
        for field in ("text", "told"):
            if secret.get(field):
                secret[field] = f"{secret[field]} zz-secret-{key}."
    for seat, script in marked.get("scripts", {}).items():
        for part in (*script.get("pages", {}).values(), *script.get("aims", {}).values()):
            if part.get("text"):
                part["text"] = f"{part['text']} zz-script-{seat}."
    for key, clue in marked.get("clues", {}).items():
        if clue.get("text"):
            clue["text"] = f"{clue['text']} zz-clue-{key}."
    return marked


def write_marked(source: Path, target: Path) -> None:
    """Write a copy of a module's folder with marks in its texts."""
    for file in sorted(source.rglob("*.yaml")):
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        texts = cast("dict[str, Any]", load_yaml(file.read_text(encoding="utf-8")))
        told = texts if file.parent == source else _marked_texts(texts)
        copy.write_text(yaml.safe_dump(told, allow_unicode=True, sort_keys=False), encoding="utf-8")


def canaries_hidden_from(module: Module, state: PartyState, viewer: str) -> dict[str, str]:
    """Return the marks that a viewer must not be shown as things stand, each with the kind of secret.

    Args:
        module: with canaries.
        state: of the table.
        viewer: a seat, or empty for those who look on; the master may see everything.
    """
    if viewer == MASTER or state["ended"]:
        return {}
    others = [seat for seat in module.party if seat != viewer]
    found = {f"zz-sheet-{seat}.": "sheet" for seat in others}
    found |= {f"zz-script-{seat}.": "script" for seat in others}
    found |= {summary_mark(seat): "summary" for seat in others}
    knows = state["knows"].get(viewer) or _had_by_all(state["knows"])
    found |= {f"zz-secret-{key}.": "secret" for key in module.secrets if key not in knows}
    clues = state["clues"].get(viewer) or _had_by_all(state["clues"])
    found |= {f"zz-clue-{key}.": "clue" for key in module.clues if key not in clues}
    pairs = ((one, other) for one in (*others, MASTER) for other in (*others, MASTER) if one != other)
    return found | {whisper_mark(one, other): "whisper" for one, other in pairs}


def fact_mark(seat: str) -> str:
    """Return the mark of what companions read of a character where they ask, and no view shows them."""
    return f"zz-fact-{seat}."


def summary_mark(seat: str) -> str:
    """Return the mark of what one seat remembers."""
    return f"zz-summary-{seat}."


def whisper_mark(seat: str, to: str) -> str:
    """Return the mark of what one seat whispers to another."""
    return f"zz-whisper-{seat}-{to}."


def _had_by_all(held: Mapping[str, Iterable[str]]) -> set[str]:
    """Return everything that all seats hold; viewers without a seat see it at once."""
    return set[str].intersection(*({*one} for one in held.values()))


def leaks_among(texts: Iterable[str], hidden: Mapping[str, str]) -> list[str]:
    """Return the kinds of secrets that stand in texts."""
    seen = "\n".join(texts)
    return [kind for mark, kind in hidden.items() if mark in seen]


def strings_of(value: Any) -> str:
    """Return all texts within plain data, a line each; keys too."""
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return "\n".join(f"{key}\n{strings_of(inner)}" for key, inner in pairs)
    if isinstance(value, list | tuple):
        return "\n".join(map(strings_of, cast("list[Any]", value)))
    return str(value)
