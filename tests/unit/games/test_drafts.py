"""An estimate of a draft adds up what each role costs."""

from echoes.core.operation.usage import Usage
from echoes.games.drafts import DraftEstimate, DraftOptions


def test_the_tokens_of_all_roles_add_up():
    roles = {
        "author": Usage(prompt_tokens=100, completion_tokens=10),
        "judge": Usage(prompt_tokens=5, completion_tokens=1),
    }
    found = DraftEstimate(7, roles).usage
    assert (found.model_calls, found.prompt_tokens, found.completion_tokens) == (7, 105, 11)
    assert DraftEstimate(0, {}).usage == Usage()


def test_a_draft_is_large_and_translated_unless_its_author_says_otherwise():
    assert (DraftOptions().size, DraftOptions().other_language) == (300, True)
