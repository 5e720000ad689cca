"""A character's retriever finds what is its own, what it was told and what it witnessed, and nothing else."""

import inspect

import pytest
from tests.unit.games.story.agents.test_windows import story, turn

from echoes.games.story.agents.retrieval import documents_for, recall_scenes, retriever_for
from echoes.games.story.agents.windows import JUDGEMENT, VOICE
from echoes.games.story.opening import begun_story
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.state import StoryState

__all__ = ["story"]
CAST = ("tove", "doctor", "eskil", "sunniva")


@pytest.fixture
def canaries(story: StoryPack) -> tuple[StoryPack, StoryState]:
    """A word of its own in every private part, memory, secret and scene; each knows one secret."""
    data = story.model_dump()
    for who in CAST:
        data["cast"][who]["private"]["wants"] = f"zzprivate_{who} of the bag"
    told = dict(zip(CAST, story.secrets, strict=False))
    for key in story.secrets:
        data["secrets"][key]["text"] = f"zzsecret_{key} of the bag"
    state: StoryState = {
        **begun_story(story),
        "knows": {"player": [], **{who: [secret] for who, secret in told.items()}},
        "memories": {who: {"summary": f"zzmemory_{who} of the bag", "facts": []} for who in CAST},
        "recent": [turn(("player", f"zzscene_{who} of the bag", [who])) for who in CAST],
    }
    return StoryPack.model_validate(data), state


@pytest.mark.parametrize("who", CAST)
@pytest.mark.parametrize("role", [VOICE, JUDGEMENT])
async def test_nothing_of_anybody_else_is_found(canaries: tuple[StoryPack, StoryState], role: str, who: str):
    story, state = canaries
    found = " ".join(
        passage.text for passage in await retriever_for(story, state, role, who).search("the bag", limit=99)
    )
    secret = state["knows"][who][0]
    own = {f"zzmemory_{who}", f"zzscene_{who}"}
    own |= {f"zzprivate_{who}", f"zzsecret_{secret}"} if role == JUDGEMENT else set()
    others = {f"zz{kind}_{one}" for kind in ("private", "memory", "scene") for one in CAST}
    others |= {f"zzsecret_{key}" for key in story.secrets}
    assert {word for word in others if f"{word} " in f"{found} "} == own


def test_no_argument_asks_for_more(canaries: tuple[StoryPack, StoryState]):
    search = retriever_for(*canaries, VOICE, "tove").search
    assert [*inspect.signature(search).parameters] == ["query", "limit", "kind"]
    for audience in ("narrator:tove", "character:nobody", "tove", "character:", "referee"):
        assert documents_for(*canaries, audience) is None


async def test_what_was_told_is_found_and_after_undoing_is_not(canaries: tuple[StoryPack, StoryState]):
    story, before = canaries
    secret = [*story.secrets][-1]
    after: StoryState = {**before, "knows": {**before["knows"], "tove": [secret]}}
    for state, there in ((before, False), (after, True), (before, False)):
        found = await retriever_for(story, state, JUDGEMENT, "tove").search(secret, limit=99)
        assert any(f"zzsecret_{secret}" in passage.text for passage in found) is there


async def test_a_prompt_is_given_few_scenes_that_it_does_not_show_anyway(
    canaries: tuple[StoryPack, StoryState],
):
    story, state = canaries
    turns = [turn(("player", f"zzscene {n} of the bag", ["tove"])) for n in range(9)]
    long = turn(("player", "the bag " * 400, ["tove"]))
    own = retriever_for(story, {**state, "recent": [long, *turns]}, VOICE, "tove")
    shown = "[You] zzscene 8 of the bag"
    found = await recall_scenes(own, "the bag", shown)
    assert len(found) == 2
    assert not any(text in shown or "the bag the bag" in text for text in found)
    assert await recall_scenes(own, "xylophone", shown) == ()
