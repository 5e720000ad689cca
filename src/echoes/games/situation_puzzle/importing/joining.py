"""Joining of what belongs together: two languages of one puzzle, and labelled cases with their stories."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from echoes.games.situation_puzzle.importing.cases import Case
from echoes.games.situation_puzzle.importing.containers import Record
from echoes.games.situation_puzzle.importing.duplicates import digest_of
from echoes.games.situation_puzzle.importing.identity import distinguished, language_said, record_id
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord

_MOST_NAMED = 3


@dataclass
class Draft:
    """A puzzle in the making.

    Attributes:
        made: its record in the schema's form; None where it can't be brought there.
        cases: labelled questions on it.
        error: why it can't be made.
    """

    record: Record
    made: SchemaRecord | None = None
    cases: list[Case] = field(default_factory=list[Case])
    error: str = ""


Made = Sequence[tuple[Draft, SchemaRecord]]
"""Drafts with what was made of their records."""


def join_languages(made: Made, as_told: bool) -> None:
    """Give two languages of one puzzle one id, where the source says that they are.

    Args:
        made: in their order; ids are changed.
        as_told: join records of one id or title in two languages, though no file says so.
    """
    joined = _join_by_title(made)
    if as_told:
        _join_by_id(made)
        return
    first: dict[str, tuple[Record, SchemaRecord]] = {}
    for draft, schema in made:
        identity = str(schema.fields["id"])
        before, other = first.setdefault(identity, (draft.record, schema))
        if other.fields["language"] == schema.fields["language"] or joined & {id(schema), id(other)}:
            continue
        if not (language_said(before, other) and language_said(draft.record, schema)):
            schema.fields["id"] = distinguished(identity, str(schema.fields.get("statement")))
            schema.notes.append("no file says that it is another language's puzzle; --join joins them")


def _join_by_title(made: Made) -> set[int]:
    """Join a record with the Chinese one whose title it names; return which were joined."""
    chinese = {
        digest_of(str(schema.fields["title"])): schema
        for _, schema in made
        if schema.fields["language"] == "zh"
    }
    joined: set[int] = set()
    for _, schema in made:
        other = chinese.get(digest_of(schema.chinese_title)) if schema.chinese_title else None
        if other and schema.fields["language"] != "zh":
            other.fields["id"] = schema.fields["id"]
            other.notes.append(f"joined with '{schema.fields['title']}', which names its title")
            joined |= {id(schema), id(other)}
    return joined


def _join_by_id(made: Made) -> None:
    first: dict[str, tuple[str, set[str]]] = {}
    for draft, schema in made:
        key = record_id(draft.record, schema) or str(schema.fields["title"])
        identity, languages = first.setdefault(key, (str(schema.fields["id"]), set()))
        if str(schema.fields["language"]) not in languages:
            languages.add(str(schema.fields["language"]))
            schema.fields["id"] = identity


def put_to_stories(cases: Sequence[tuple[Case, Record]], made: Made) -> list[str]:
    """Put the cases of a file to their stories, which are found by title or id.

    Returns:
        Notes on how many were joined, and which stories are missing.
    """
    stories: dict[bytes, list[Draft]] = defaultdict(list)
    for draft, schema in made:
        for name in {str(schema.fields["title"]), record_id(draft.record, schema), str(schema.fields["id"])}:
            if name:
                stories[digest_of(name)].append(draft)
    missing: Counter[str] = Counter()
    for case, record in cases:
        found = _nearest(stories.get(digest_of(case.story), []), record)
        if found is None:
            missing[case.story] += 1
        else:
            found.cases.append(case)
    notes = [f"{len(cases) - missing.total()} of {len(cases)} cases joined with their stories"]
    return notes + [
        f"{count} cases are about “{story[:40]}”, which no file tells: import it together with them"
        for story, count in missing.most_common(_MOST_NAMED)
    ]


def _nearest(found: Sequence[Draft], record: Record) -> Draft | None:
    """Return the story of a case: one of the same folder before others."""
    near = [draft for draft in found if draft.record.file.path.parent == record.file.path.parent]
    return next(iter(near or found), None)
