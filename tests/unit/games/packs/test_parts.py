"""What every scenario of a pack has in common: strict keys, and a hash that changes with any edit."""

import pytest
from pydantic import ValidationError

from echoes.games.packs.parts import PackScenario

TEXTS = {"id": "x", "language": "en", "title": "X", "statement": "Once.", "blurb": "A story."}


def test_the_hash_changes_with_an_edit_and_with_nothing_else():
    scenario = PackScenario.model_validate(TEXTS)
    assert PackScenario.model_validate(scenario.to_json()).content_hash == scenario.content_hash
    assert PackScenario.model_validate({**TEXTS, "title": "Y"}).content_hash != scenario.content_hash


@pytest.mark.parametrize(
    "change", [{"colour": "red"}, {"id": "Not An Id"}, {"language": "xx"}, {"title": ""}]
)
def test_what_no_pack_may_say_is_refused(change: dict[str, str]):
    with pytest.raises(ValidationError):
        PackScenario.model_validate({**TEXTS, **change})
