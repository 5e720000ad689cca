"""Answers by cloze: the solution put together gap by gap, and judged by the author's key alone."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleClarificationAsked, VerdictWord
from echoes.games.situation_puzzle.puzzle.cloze import Cloze, ClozeForm, ClozeGap, GapForm
from echoes.games.situation_puzzle.reducer import with_progress
from echoes.games.situation_puzzle.state import PuzzleState, pending_choice
from echoes.games.situation_puzzle.traces import ClarificationTrace, CommandTrace, VerdictTrace
from echoes.games.situation_puzzle.turn.context import PuzzleContext, command_result
from echoes.games.situation_puzzle.turn.hint_ladder import has_found_everything
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage, selected_numbers
from echoes.games.situation_puzzle.turn.questions import numbered_options
from echoes.language.reader import Form, Reader
from echoes.language.replies import goes_back, yes_or_no

SOURCE = "cloze"
"""The source of such a verdict."""
_LEAST_WORDS, _LEAST_CHARACTERS = 2, 3
"""The fewest by which a choice is named."""


def begin(
    context: PuzzleContext,
    game: PuzzleState,
    cloze: Cloze,
    text: str = "",
    reason: str = "",
    usage: Usage | None = None,
    cause: str = "",
) -> Entry:
    """Ask for the first gap that is open, or whether the text is the answer where none is.

    Gaps are filled by what is established, if the right choice tells nothing beside it, and by the player's
    own words, right or wrong; without any, as they were when the cloze was last put together. Whoever has
    found everything that matters need not guess what is beside it: such gaps are filled, if they are open.

    Args:
        context: the context of the session.
        game: the state of the game.
        cloze: of the puzzle.
        text: the player's words, where these were not followed.
        reason: why it is asked, where it was not asked for.
        usage, cause: of the attempt to judge the words.
    """
    reader, found = context.reader, [one["text"] for one in game["ruled"] if one["ruling"] == "YES"]
    known = reader.ideas("\n".join((context.puzzle.statement, *found, text))) | reader.plain_ideas
    picks = [0] * len(cloze.gaps) if text or not game["picks"] else [*game["picks"]]
    core, found_all = {*context.puzzle.core_facts}, has_found_everything(context.puzzle, game)
    named = choices_named(reader, cloze, text)
    for index, gap in enumerate(cloze.gaps):
        right = reader.ideas(gap.shown[gap.right - 1])
        is_told = all(idea in known or reader.same_word_family(idea, known) for idea in right)
        if is_told and {*gap.facts} <= {*game["facts"]}:
            picks[index] = gap.right
        else:
            given = gap.right if found_all and core.isdisjoint(gap.facts) else 0
            picks[index] = named[index] or picks[index] or given
    entry = _asked(context, cloze, picks, _next_open(picks, 0), text or "/answer", reason, begins=True)
    trace = entry.traced(ClarificationTrace).model_copy(
        update={"usage": usage, "cause": cause, "ideas": context.new_ideas(text)}
    )
    return Entry(entry.event, trace)


def reply_to_gap(
    context: PuzzleContext, game: PuzzleState, cloze: Cloze, found: ParsedMessage, message: str
) -> Entry | None:
    """Return the answer to a message while a gap is asked for; None where it is about something else.

    Args:
        context: the context of the session.
        game: the state of the game, with the pending gap.
        cloze: of the puzzle.
        found, message: the message as it is parsed, and as it was sent.
    """
    pending = game["pending"]
    assert pending is not None
    gap, wordings, picks = pending["gap"], pending["wordings"], [*game["picks"]]
    if found.kind in ("numbers", "board"):
        return judge_numbers(context, game, cloze, message)
    number, agreed = found.number if found.kind == "pick" else None, yes_or_no(message)
    if number is None and gap == 0 and agreed is not None:
        number = len(wordings) if agreed else 0
    if number is None and goes_back(message):
        number = 0
    if number is None and agreed is None:
        number = number_of_choice(context.reader, wordings, message)
    if number is None and gap and _states(context.reader, found, message):
        number = choice_named(context.reader, cloze.gaps[gap - 1], message) or None
        if number is None:  # own words for the gap that none of its choices has: no question, and free
            return _asked(context, cloze, picks, gap, reason=context.phrases.cloze_unread)
    if number is None:
        return None
    if number > len(wordings):
        return command_result("pick", context.phrases.format("pick_range", count=len(wordings)))
    if number == 0 and gap == 1:
        return command_result("pick", context.phrases.cloze_left, CommandTrace(closes=True))
    if number == 0:
        return _asked(context, cloze, picks, (gap or len(wordings)) - 1)
    if gap == 0:
        judged = number == len(wordings)
        return _judged(context, game, cloze, picks) if judged else _asked(context, cloze, picks, number)
    picks[gap - 1] = number
    return _asked(context, cloze, picks, _next_open(picks, gap))


def judge_numbers(context: PuzzleContext, game: PuzzleState, cloze: Cloze, message: str) -> Entry:
    """Judge an answer that names the choice of each gap by its number, all in one message."""
    picks = selected_numbers(message)
    fits = len(picks) == len(cloze.gaps) and all(
        1 <= pick <= len(gap.choices) for pick, gap in zip(picks, cloze.gaps, strict=False)
    )
    if not fits:
        return command_result("pick", context.phrases.format("cloze_numbers", count=len(cloze.gaps)))
    return _judged(context, game, cloze, picks)


def choice_named(reader: Reader, gap: ClozeGap, text: str) -> int:
    """Return the number of the one choice that a text speaks of; 0 where there is none, or several.

    A choice is spoken of where a sentence that denies nothing holds most of its ideas, two of those that set
    it apart from the others, and three quarters of these, while no other choice has a third of its own in it.
    Whether it is right plays no part.
    """
    said, named = _told(reader, text), list[int]()
    for number, (own, apart) in enumerate(_ideas_of(reader, gap), 1):
        held, whole = max(((len(apart & one), 2 * len(own & one)) for one in said), default=(0, 0))
        if held and 3 * held >= len(apart):
            is_told = held > 1 and 4 * held >= 3 * len(apart) and whole > len(own)
            named.append(number if is_told else 0)
    return named[0] if len(named) == 1 else 0


def choices_named(reader: Reader, cloze: Cloze, text: str) -> list[int]:
    """Return the number of the choice of each gap that a text speaks of; 0 where there is none.

    A sentence that comes near two gaps, and leaves one of them open, is about that one in other words: then
    it fills neither.
    """
    named = [choice_named(reader, gap, text) for gap in cloze.gaps]
    choices = [[apart for _, apart in _ideas_of(reader, gap)] for gap in cloze.gaps]
    for sentence in _told(reader, text):
        near = [n for n, each in enumerate(choices) if any(len(one & sentence) > 1 for one in each)]
        if not all(named[n] for n in near):
            named = [0 if n in near else number for n, number in enumerate(named)]
    return named


def _told(reader: Reader, text: str) -> list[frozenset[str]]:
    """Return the ideas of each sentence of a text that denies nothing."""
    return [one.ideas for one in reader.clauses(text) if not reader.count_negations(one.key)]


def _ideas_of(reader: Reader, gap: ClozeGap) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the ideas of each choice of a gap, and those of them that set it apart from the others."""
    ideas = [reader.ideas(choice) - reader.plain_ideas for choice in gap.shown]
    return [
        (own, own.difference(*(one for n, one in enumerate(ideas) if n != number)))
        for number, own in enumerate(ideas)
    ]


def _states(reader: Reader, found: ParsedMessage, text: str) -> bool:
    """Return whether a message only states something: it neither asks nor denies, nor wants anything."""
    is_free = found.kind in ("question", "route") and not found.words and "?" not in text
    clauses = reader.clauses(text)
    return is_free and all(one.form is Form.CLAIM and not reader.count_negations(one.key) for one in clauses)


def number_of_choice(reader: Reader, wordings: Sequence[str], text: str) -> int | None:
    """Return the number of the option that a text is, or of the only one that has all of its words.

    Args:
        reader: of the puzzle's language.
        wordings: the options, in order.
        text: that the player sent.
    """
    said, options = reader.normalize(text), [*map(reader.normalize, wordings)]
    if said in options:
        return options.index(said) + 1
    tells = _tells(reader, text)
    parts = [n for n, one in enumerate(options, 1) if tells and _is_part(reader, said, one)]
    least = min((len(_words_in(options[n - 1])) for n in parts), default=0)
    nearest = [n for n in parts if len(_words_in(options[n - 1])) == least]
    having = nearest or _having(reader, wordings, text)
    return having[0] if len(having) == 1 else None


def _is_part(reader: Reader, said: str, option: str) -> bool:
    """Return whether an option has all words of a text in their order, and denies as much as the text.

    Chinese characters stand side by side: one by one, they are in too many words.
    """
    if not option.isascii():
        return len(said) >= _LEAST_CHARACTERS and said in option
    mine, theirs = said.split(), option.split()
    rest = iter(theirs)
    denies, denies_there = (reader.count_negations(words) for words in (mine, theirs))
    return len(mine) >= _LEAST_WORDS and denies == denies_there and all(word in rest for word in mine)


def _tells(reader: Reader, text: str) -> bool:
    """Return whether a text is no question, and has a word that carries weight."""
    weighs = bool(reader.ideas(text) - reader.plain_ideas)
    return weighs and all(one.form is Form.CLAIM for one in reader.clauses(text))


def _words_in(text: str) -> list[str]:
    """Return the words of a text without marks, Chinese characters each by itself."""
    return text.split() if text.isascii() else [*text]


def _having(reader: Reader, wordings: Sequence[str], text: str) -> list[int]:
    """Return the numbers of the options that have all words of a text, where neither asks nor denies."""
    ideas = reader.ideas(text) - reader.plain_ideas
    if _denies(reader, text) or not _tells(reader, text):
        return []
    told = [(n, one) for n, one in enumerate(wordings, 1) if not _denies(reader, one)]
    return [number for number, one in told if ideas and ideas <= reader.ideas(one)]


def _denies(reader: Reader, text: str) -> bool:
    return any(reader.count_negations(one.key) for one in reader.clauses(text))


def _next_open(picks: Sequence[int], after: int) -> int:
    """Return the number of the next gap that is open, round about; 0 where none is."""
    numbers = [*range(after + 1, len(picks) + 1), *range(1, after + 1)]
    return next((number for number in numbers if not picks[number - 1]), 0)


def _asked(
    context: PuzzleContext,
    cloze: Cloze,
    picks: Sequence[int],
    gap: int,
    text: str = "/answer",
    reason: str = "",
    begins: bool = False,
) -> Entry:
    """Ask for a gap, or whether the filled text is the answer; to say so is the last of the options."""
    phrases, count = context.phrases, len(cloze.gaps)
    if gap:
        wordings = [*cloze.gaps[gap - 1].shown]
        prompt = phrases.cloze_begin if begins else phrases.format("cloze_gap", gap=gap, count=count)
    else:
        filled = [one.shown[pick - 1] for one, pick in zip(cloze.gaps, picks, strict=True)]
        wordings = [*(phrases.format("cloze_change", text=one) for one in filled), phrases.cloze_yes]
        prompt = phrases.cloze_review
    form = ClozeForm(
        parts=[*cloze.parts],
        gaps=[GapForm(choices=[*one.shown], pick=pick) for one, pick in zip(cloze.gaps, picks, strict=True)],
        gap=gap,
    )
    asked = PuzzleClarificationAsked(
        text=text,
        prompt=f"{reason} {prompt}".strip(),
        options=numbered_options(wordings),
        decline=phrases.cloze_not_now if gap == 1 else phrases.cloze_back,
        cloze=form,
    )
    return Entry(asked, ClarificationTrace(pending=pending_choice("cloze", "", wordings, gap=gap)))


def _judged(context: PuzzleContext, game: PuzzleState, cloze: Cloze, picks: Sequence[int]) -> Entry:
    """Return the verdict; only SOLVED establishes anything, so that nothing says which gap is wrong.

    The same as last time is not judged, and not charged, once more.
    """
    core, last = context.puzzle.core_facts, game["last_answer"]
    if last and last["source"] == SOURCE and last["text"] == cloze.filled(picks):
        return command_result("answer", context.phrases.cloze_same, CommandTrace(closes=True))
    verdict = cloze_verdict(cloze, picks)
    event = HypothesisJudged(text=cloze.filled(picks), verdict=verdict, source=SOURCE)
    trace = VerdictTrace(covered=[*core] if verdict == "SOLVED" else [], picks=[*picks])
    return with_progress(game, Entry(event, trace), core)


def cloze_verdict(cloze: Cloze, picks: Sequence[int]) -> VerdictWord:
    """Return the verdict on a filled cloze: SOLVED where all is right, CLOSE where one gap is not."""
    right = sum(pick == key for pick, key in zip(picks, cloze.key, strict=True))
    if right == len(cloze.gaps):
        return "SOLVED"
    if right == 0:
        return "WRONG"
    return "CLOSE" if right == len(cloze.gaps) - 1 else "PARTIAL"
