"""Suggestions: the likeliest questions that may be shown, and others so that an offer tells nothing."""

from tests.unit.games.situation_puzzle.referees.rules.story import bakery, index_of

from echoes.core.documents import Passage
from echoes.games.situation_puzzle.puzzle.documents import ruling_document_id
from echoes.games.situation_puzzle.referees.rules.suggestions import OPTIONS, UNAIDED, SuggestionFinder

INDEX = index_of()
KNOWN = INDEX.vocabulary


class Near:
    """A retriever that finds the first wordings of all rulings, one of them near."""

    def __init__(self, number: int) -> None:
        self._number = number

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        texts = [(n, one.texts[0]) for n, one in enumerate(bakery().rulings)]
        found = [
            Passage(ruling_document_id(n, 0), text, "ruling", 0.9 if n == self._number else 0.1)
            for n, text in texts
        ]
        return sorted(found, key=lambda passage: -passage.score)[:limit]


async def test_what_is_nearest_in_meaning_is_found_first():
    [(passage, wording), *_] = await SuggestionFinder(INDEX, Near(3)).near("someone took a loaf")
    assert (wording.number, passage.score) == (3, 0.9)


async def test_without_retrieval_words_alone_are_compared():
    assert await SuggestionFinder(INDEX, UNAIDED).near("bread") == []
    choices = await SuggestionFinder(INDEX, UNAIDED).choices("the poisoned bread, was it?", KNOWN)
    assert "Was the bread poisoned?" in [choice.text for choice in choices]


async def test_no_more_are_offered_than_can_be_read_each_ruling_once_and_none_that_is_to_be_skipped():
    finder = SuggestionFinder(INDEX, Near(0))
    ranking = await finder.ranking("was the bread poisoned or a map inside the bread")
    shown = finder.shown(ranking, "bread", KNOWN)
    assert 0 < len(shown) <= OPTIONS
    assert len({choice.authored for choice in shown}) == len(shown)
    skipped = finder.shown(ranking, "bread", KNOWN, skip=frozenset({0}))
    assert 0 not in [choice.authored for choice in skipped]


async def test_what_a_player_has_not_heard_of_is_not_shown():
    choices = await SuggestionFinder(INDEX, Near(1)).choices("something in the bread?", frozenset())
    assert "Was a map inside the bread?" not in [choice.text for choice in choices]


async def test_a_cause_is_shown_only_to_those_who_ask_after_one_unless_its_author_opened_it():
    cause = "Was the oven cold because the baker slept?"
    for is_open in (False, True):
        ruling = {"text": cause, "ruling": "YES", "open": is_open}
        finder = SuggestionFinder(index_of(rulings=[ruling]), UNAIDED)
        known = finder.ruling_index.vocabulary
        for text, asks in (("Did the baker sleep at the oven?", False), (f"so, {cause}", True)):
            choices = await finder.choices(text, known)
            assert [choice.text for choice in choices] == ([cause] if asks or is_open else [])


async def test_a_restriction_is_shown_only_to_those_who_restrict():
    only = "Did the oven stay cold only on Mondays?"
    finder = SuggestionFinder(index_of(rulings=[{"text": only, "ruling": "YES"}]), UNAIDED)
    known = finder.ruling_index.vocabulary
    for text, restricts in (("Did the oven stay cold on Mondays?", False), (f"so, {only}", True)):
        shown = [choice.text for choice in await finder.choices(text, known)]
        assert (only in shown) == restricts, text


async def test_what_somebody_knew_is_shown_only_to_those_who_ask_after_knowledge():
    knew = "Did the spy know that the bread was sold?"
    rulings = [{"text": text, "ruling": "NO"} for text in (knew, "Was the bread sold?")]
    finder = SuggestionFinder(index_of(rulings=rulings), UNAIDED)
    known = finder.ruling_index.vocabulary
    for text, asks in (("Was the oven sold?", False), ("Did the town know that the oven was sold?", True)):
        assert (knew in [choice.text for choice in await finder.choices(text, known)]) is asks


async def test_of_two_options_that_say_the_same_only_one_is_shown():
    same = ["Are the people queuing for a loaf?", "Are people queueing for the loaf?"]
    rulings = [{"text": text, "ruling": "NO"} for text in (*same, "Do people eat the loaf?")]
    finder = SuggestionFinder(index_of(rulings=rulings), UNAIDED)
    choices = await finder.choices("people at the loaf?", finder.ruling_index.vocabulary)
    assert len({choice.text for choice in choices} & {*same}) == 1
    assert len(choices) == 2
