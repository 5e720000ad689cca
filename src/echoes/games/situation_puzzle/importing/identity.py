"""Ids of imported puzzles: they carry their collection, and follow from the record and its file's name."""

import hashlib
import re
from pathlib import PurePath

from echoes.games.situation_puzzle.importing.containers import Record
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord, named_in

_LONGEST = 64
_HASH = 6
_LONG_PREFIX = 28
_GENERIC = frozenset(
    "puzzles puzzle stories story data dataset questions question soups soup items records train test dev"
    " valid validation all index main en zh content output results export collection json raw turtle_soup"
    " bank cases files docs src".split()
)
"""Names of files and folders that name no collection."""
_TELLING = re.compile(r"(?=.*[A-Za-z]{3})[A-Za-z0-9][A-Za-z0-9_-]{2,63}")
_TABLES = frozenset(".csv .tsv .list .xlsx .jsonl .ndjson".split())
_LANGUAGE = re.compile(r"^(en|zh)$")


def language_said(record: Record, made: SchemaRecord) -> bool:
    """Return whether the source itself says a record's language: the record, its wrapper or its file."""
    stem, in_name = named_in(record.file.path)
    said = "language" in made.columns.values() or "language" in record.shared
    return said or bool(in_name) or bool(_LANGUAGE.match(stem))


def collection_of(path: PurePath, alone: bool) -> str:
    """Return the name of the collection that a record belongs to.

    Args:
        path: its file.
        alone: whether the file holds nothing else; then the folder is the collection.
    """
    own, around = named_in(path)[0], [PurePath(part).stem for part in reversed(path.parts[-3:-1])]
    slugs = [slug(name.casefold()) for name in ([*around, own] if alone else [own, *around])]
    return next((one for one in slugs if one and one not in _GENERIC), slugs[0] or "collection")


def puzzle_id(record: Record, made: SchemaRecord) -> str:
    """Return the id of a puzzle.

    A telling id of its own is kept by a record in our own form, and by one alone in its file; a file that is
    no table gives its name to its only puzzle, if that has no id. Any other id is put behind the name of the
    collection; where a record has none, its title or a digest of its statement.
    """
    own = _source_id(record, made)
    ours = all(column == name for column, name in made.columns.items())
    if (record.count == 1 or (ours and made.has_id)) and _TELLING.fullmatch(own):
        return own
    collection = collection_of(record.file.path, record.count == 1)
    return _fitted(f"{_fitted(collection, _LONG_PREFIX)}-{own}")


def _source_id(record: Record, made: SchemaRecord) -> str:
    given = record_id(record, made)
    if given:
        return slug(given)
    stem = slug(named_in(record.file.path)[0])
    tells = stem.casefold() not in _GENERIC and _TELLING.fullmatch(stem)
    is_named = tells and record.file.path.suffix.casefold() not in _TABLES
    if record.count == 1 and (is_named or not made.has_title):
        return stem
    if made.has_title:
        return slug(str(made.fields["title"]).casefold())
    return _digest(str(made.fields.get("statement", "")), 8)


def record_id(record: Record, made: SchemaRecord) -> str:
    """Return the id that a record has in its own file; empty for none."""
    column = next((column for column, name in made.columns.items() if name == "id"), None)
    return str(record.fields.get(column, "")).strip() if column and made.has_id else ""


def slug(text: str) -> str:
    """Return a text as part of an id. What is lost but spaces and hyphens is marked by a digest."""
    plain = re.sub(r"[\s_]+", "_", text.strip())
    kept = re.sub(r"[^A-Za-z0-9_-]+", "_", plain).strip("_-")
    lost = re.sub(r"[^A-Za-z0-9_-]", "", plain) != plain
    marked = f"{kept}-{_digest(text)}" if lost and kept else kept or _digest(text, 8)
    return _fitted(marked, _LONGEST)


def distinguished(identity: str, story: str) -> str:
    """Return the id of another story whose id was taken; it follows from the story."""
    return f"{identity[: _LONGEST - _HASH - 1]}-{_digest(story)}"


def _fitted(identity: str, longest: int = _LONGEST) -> str:
    """Return an id that is not too long; one that is cut ends with a digest of it."""
    return identity if len(identity) <= longest else f"{identity[: longest - _HASH - 1]}-{_digest(identity)}"


def _digest(text: str, length: int = _HASH) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:length]
