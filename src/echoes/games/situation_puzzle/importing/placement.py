"""The place of an imported puzzle: whether it is there already, and under which id it goes in."""

from echoes.core.text.bilingual import Bilingual
from echoes.games.scenario import Duplicate, FileReport, ImportOptions, Library, Scenario
from echoes.games.situation_puzzle.importing.duplicates import StoryIndex, same_story
from echoes.games.situation_puzzle.importing.identity import distinguished
from echoes.games.situation_puzzle.importing.joining import Draft, with_cases
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


class Placement:
    """The places of the puzzles of one import.

    Args:
        options: how it is read.
        library: the puzzles that are there.
    """

    def __init__(self, options: ImportOptions, library: Library) -> None:
        self._options, self._library = options, library
        self._indices: dict[str, StoryIndex] = {}
        self._taken: dict[tuple[str, str], Puzzle] = {}

    def placed(self, report: FileReport, draft: Draft, puzzle: Puzzle) -> FileReport:
        """Find out whether a puzzle is there already, and whether its id is another story's."""
        before = self._taken.get(key := (puzzle.id, puzzle.language))
        stored = before or self._library.stored(*key)
        if stored and stored.content_hash == puzzle.content_hash:
            self._taken[key] = puzzle
            if before:
                report.duplicate = Duplicate(before.id, before.language, before.title, 100)
            return report
        # What was stored may be corrected; of two records of one import neither corrects the other.
        edited = before is None and isinstance(stored, Puzzle) and same_story(puzzle, stored)
        if stored and not edited and self._was_renamed(report, draft, puzzle):
            return report
        index = self._index(puzzle.language)
        twin = None if edited else index.find(puzzle)
        if twin and (twin.puzzle.id != puzzle.id or before):
            other = twin.puzzle
            report.duplicate = Duplicate(other.id, other.language, other.title, twin.similarity)
            meant = _is_meant(draft) and (other.id, other.language) not in self._taken
            unlike = not twin.exact and not self._options.skip_similar
            replaces = self._options.replace and stored is not None and before is None
            report.wanted = self._options.keep_duplicates or meant or unlike or replaces
            if not report.wanted:
                return with_cases(report, draft.cases, self._library.stored(other.id, other.language))
            report.notes.append(_told_again(other, 100 if twin.exact else twin.similarity))
        if stored and not edited and not self._options.replace:
            if _is_meant(draft):
                return _refused(report, stored)
            taken, puzzle = puzzle.id, _renamed(puzzle)
            report.scenario = puzzle
            said = f"id '{taken}' is another story's, so this one is '{puzzle.id}'; --replace writes over it"
            zh = f"编号“{taken}”是另一个故事的，所以这个改用“{puzzle.id}”；也可以选择覆盖"
            report.notes.append(Bilingual(said, zh))
        self._taken[puzzle.id, puzzle.language] = puzzle
        index.add(puzzle)
        return report

    def _was_renamed(self, report: FileReport, draft: Draft, puzzle: Puzzle) -> bool:
        """Return whether a puzzle was taken in under an id of its own before, and give it that id again."""
        renamed = _renamed(puzzle)
        key = renamed.id, renamed.language
        if self._options.replace or _is_meant(draft) or key in self._taken or not self._library.stored(*key):
            return False
        report.scenario = self._taken[key] = renamed
        return True

    def _index(self, language: str) -> StoryIndex:
        """Return the index of the stories of a language, those of the library among them."""
        if language not in self._indices:
            index = self._indices[language] = StoryIndex(language)
            for scenario in self._library.scenarios():
                if isinstance(scenario, Puzzle) and scenario.language == language:
                    index.add(scenario)
        return self._indices[language]


def _is_meant(draft: Draft) -> bool:
    """Return whether an author brings this very puzzle: in our own form, with an id, in a file by itself."""
    made, record = draft.made, draft.record
    ours = made is not None and all(column == name for column, name in made.columns.items())
    return bool(ours and made and made.has_id and record.count == 1 and record.file.named)


def _told_again(other: Puzzle, similarity: float) -> Bilingual:
    """Return the note that a puzzle tells the story of another one."""
    which, zh = f"the story of “{other.title}” ({other.id})", f"和《{other.title}》（{other.id}）是同一个故事"
    if similarity == 100:
        return Bilingual(f"tells {which} in the same words", f"{zh}，字句相同")
    said = f"seems to tell {which} in other words ({similarity} % alike)"
    return Bilingual(said, f"看起来{zh}，只是换了说法（相似度 {similarity}%）")


def _refused(report: FileReport, stored: Scenario) -> FileReport:
    which = f"“{stored.title}” ({stored.id}, {stored.language}), which is another story"
    report.scenario = None
    report.error = Bilingual(
        f"{report.source}: would write over {which}. Give it another id, or use `echoes ingest --replace`.",
        f"{report.source}：会覆盖另一个故事《{stored.title}》（{stored.id}）。请换一个编号，或者选择覆盖。",
    )
    return report


def _renamed(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle under an id that follows from its story."""
    fields = puzzle.to_json()
    return Puzzle.model_validate({**fields, "id": distinguished(puzzle.id, puzzle.statement + puzzle.answer)})
