"""Joining of what belongs together: two languages of one puzzle, and labelled cases with their stories."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from echoes.core.text.bilingual import Bilingual
from echoes.core.text.plain_text import pluralize
from echoes.games.scenario import FileReport, Library, Scenario
from echoes.games.situation_puzzle.importing.cases import Case, add_cases
from echoes.games.situation_puzzle.importing.containers import Record
from echoes.games.situation_puzzle.importing.duplicates import digest_of
from echoes.games.situation_puzzle.importing.identity import distinguished, language_said, record_id
from echoes.games.situation_puzzle.importing.sources import SourceFile
from echoes.games.situation_puzzle.puzzle.formats import SchemaRecord
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.puzzle.written_language import language_of

_MOST_NAMED = 3


@dataclass
class Draft:
    """A puzzle in the making.

    Attributes:
        made: its record in the schema's form; None where it can't be brought there.
        cases: labelled questions on it.
        error: why it can't be made.
        is_stored: whether the puzzle was there before, and only its cases are new; `record` is then the
            first of them.
    """

    record: Record
    made: SchemaRecord | None = None
    cases: list[Case] = field(default_factory=list[Case])
    error: str = ""
    is_stored: bool = False


Cases = Sequence[tuple[Case, Record]]
"""Cases with their records."""

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
            said = "no file says that it is another language's puzzle; --join joins them"
            zh = "没有文件说明它是另一种语言的同一题；可以选择合为一题"
            schema.notes.append(Bilingual(said, zh))


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
            title = schema.fields["title"]
            said = f"joined with '{title}', which names its title"
            other.notes.append(Bilingual(said, f"与“{title}”合为一题，后者写明了它的标题"))
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


def stored_drafts(puzzles: Iterable[Puzzle]) -> Made:
    """Return puzzles that are there already as drafts to which cases can be put."""
    nowhere = SourceFile("", PurePath())
    return [
        (Draft(Record({}, nowhere), made, is_stored=True), made)
        for made in (SchemaRecord(puzzle.to_json(), {}, []) for puzzle in puzzles)
    ]


def made_now(draft: Draft, library: Library) -> SchemaRecord | None:
    """Return the source of a draft; of a stored puzzle, as it is now: it may have been edited since."""
    made = draft.made
    if not (draft.is_stored and made):
        return made
    now = library.stored(str(made.fields["id"]), str(made.fields["language"]))
    return SchemaRecord(now.to_json(), {}, []) if now else made


def put_to_stories(cases: Cases, made: Made) -> Cases:
    """Put cases to their stories, which are found by title or id, and return those of no story."""
    stories: dict[bytes, list[Draft]] = defaultdict(list)
    for draft, schema in made:
        for name in {str(schema.fields["title"]), record_id(draft.record, schema), str(schema.fields["id"])}:
            if name:
                stories[digest_of(name)].append(draft)
    left: list[tuple[Case, Record]] = []
    for case, record in cases:
        found = _nearest(stories.get(digest_of(case.story), []), case, record)
        if found is None:
            left.append((case, record))
            continue
        if found.is_stored and not found.cases:
            found.record = record
        found.cases.append(case)
    return left


def notes_on_cases(count: int, left: Cases) -> list[str]:
    """Return notes on how many cases were joined, and which stories are missing.

    Args:
        count: of all cases of a file.
        left: those of no story.
    """
    missing, found = Counter(case.story for case, _ in left), count - len(left)
    said = (
        f"{found} of {pluralize(count, 'case')} joined with {'its story' if count == 1 else 'their stories'}"
    )
    notes: list[str] = [Bilingual(said, f"{count} 条问答里有 {found} 条找到了自己的故事")]
    for story, count in missing.most_common(_MOST_NAMED):
        said = f"{pluralize(count, 'case')} of “{story[:40]}”, a story that no file tells or that was refused"
        zh = f"有 {count} 条问答属于“{story[:40]}”，但没有文件写着它，或者它没被采用：请一起导入"
        notes.append(Bilingual(f"{said}: import both together", zh))
    if others := [count for _, count in missing.most_common()[_MOST_NAMED:]]:
        said = f"{pluralize(sum(others), 'case')} of {len(others)} other stories were not joined either"
        notes.append(
            Bilingual(said, f"还有 {sum(others)} 条问答属于另外 {len(others)} 个故事，也没有归到哪一题")
        )
    return notes


def with_cases(report: FileReport, cases: Sequence[Case], stored: Scenario | None) -> FileReport:
    """Return the report on a story that is there already: the puzzle that is there gets its cases."""
    if not cases or not isinstance(stored, Puzzle):
        return report
    fields = stored.to_json()
    notes = add_cases(fields, list(cases))
    puzzle = Puzzle.model_validate(fields)
    if puzzle.content_hash == stored.content_hash:
        return report
    said = f"tells the story of “{stored.title}” ({stored.id}), which gets its cases"
    zh = f"和《{stored.title}》（{stored.id}）是同一个故事，问答归到那一题"
    return FileReport(report.source, puzzle, notes=[Bilingual(said, zh), *notes], is_addition=True)


def _nearest(found: Sequence[Draft], case: Case, record: Record) -> Draft | None:
    """Return the story of a case: one of the same folder first, a stored one only where there is no other.

    Of a story in two languages it is the one in the language of the case.
    """
    is_stored = len(found) > 1 and found[0].is_stored
    near = [draft for draft in found if draft.record.file.path.parent == record.file.path.parent]
    near = found if is_stored else near or found
    spoken = [one for one in near if one.made and one.made.fields["language"] == language_of(case.text)]
    if is_stored:
        return spoken[0] if len(spoken) == 1 else None
    return next(iter(spoken or near), None)
