"""A campaign opens chapter by chapter, carries points on, and ends as these have it."""

from pathlib import Path

import pytest
import yaml
from tests.support import canary_puzzle, say, write_puzzle

from echoes.core.errors import BadInput, UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.campaigns import CampaignRow, campaign_of, campaigns_of, read_campaign

CAMPAIGN = {
    "title": {"en": "Three Evenings"},
    "opening": {"en": "They began in autumn."},
    "chapters": [
        {"play": "first_bell", "before": {"en": "It rained."}, "given_up": {"en": "He told it."}},
        {"play": "second_bell", "needs": {"solved": 1}},
        {"play": "third_bell", "solved": {"en": "He laughed."}},
    ],
    "endings": [
        {"points": 50, "text": {"en": "He gave me the umbrella."}},
        {"points": 0, "text": {"en": "He put out the lamp."}},
    ],
}  # fmt: skip


@pytest.fixture
def evenings(own_engine: GameEngine) -> GameEngine:
    """An engine with three small puzzles, and a campaign of them."""
    for name in ("first_bell", "second_bell", "third_bell"):
        folder = own_engine.scenarios.folders[0] / "situation_puzzles"
        write_puzzle(folder, canary_puzzle(id=name, title=name))
    write(own_engine)
    return own_engine


def write(evenings: GameEngine, name: str = "evenings", **changes: object) -> Path:
    path = evenings.scenarios.folders[0] / "campaigns" / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump({**CAMPAIGN, **changes}), "utf-8")
    return path


async def look(evenings: GameEngine) -> CampaignRow:
    return await campaign_of(evenings, "evenings", "ann", "en")


async def play(evenings: GameEngine, puzzle: str, *messages: str, by: str = "ann") -> str:
    session = await evenings.create_session(puzzle, by, "en")
    for message in messages:
        await say(evenings, session.session_id, message)
    return session.session_id


def states(row: CampaignRow) -> list[str]:
    return [one.state for one in row.chapters]


async def test_chapters_open_in_their_order_and_one_that_is_not_earned_is_passed_over(evenings: GameEngine):
    begun = await look(evenings)
    assert (states(begun), begun.next) == (["open", "locked", "locked"], 1)
    assert begun.chapters[0].before == "It rained."
    assert begun.chapters[1].title == "", "what is locked is not named"
    session_id = await play(evenings, "first_bell")
    assert (await look(evenings)).chapters[0].session_id == session_id
    await say(evenings, session_id, "/giveup")
    await say(evenings, session_id, "/giveup")
    after = await look(evenings)
    assert (states(after), after.next) == (["given_up", "passed_over", "open"], 3)
    assert after.chapters[0].after == "He told it."
    assert (after.points, after.ending) == (0, "")


async def test_the_first_game_that_ended_counts_and_its_points_choose_the_ending(evenings: GameEngine):
    write(evenings, chapters=[{"play": "first_bell"}])
    answer = evenings.scenarios.get("first_bell", "en")[1].answer  # type: ignore[attr-defined]
    first = await play(evenings, "first_bell", f"/answer {answer}")
    won = await look(evenings)
    assert (states(won), won.next, won.solved) == (["solved"], None, 1)
    assert won.points >= 50 and won.ending == "He gave me the umbrella."
    await play(evenings, "first_bell", "/giveup", "/giveup")
    assert await look(evenings) == won
    await say(evenings, first, "/status")
    assert await look(evenings) == won, "what is said in a game after its end changes nothing"
    await evenings.delete_session(first)
    assert states(await look(evenings)) == ["given_up"]
    other = await campaign_of(evenings, "evenings", "bo", "en")
    assert states(other) == ["open"], "everybody plays their own"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"chapters": []}, "chapters"),
        ({"chapters": [{"play": "a"}, {"play": "a"}]}, "twice"),
        ({"chapters": [{"play": "a", "needs": {"solved": 1}}]}, "chapters.0.needs.solved"),
        ({"endings": [{"points": 5, "text": {"en": "x"}}]}, "endings"),
        ({"opening": {"fr": "x"}}, "opening"),
        ({"colour": "red"}, "colour"),
        ({"title": {"en": "x", "zh": "y"}}, "opening: .*languages"),
        ({"chapters": [{"play": "a", "solved": {"zh": "x"}}]}, "chapters.0.solved"),
    ],
)
async def test_a_file_that_does_not_fit_is_refused_with_its_field(
    evenings: GameEngine, changes: dict[str, object], reason: str
):
    path = write(evenings, **changes)
    with pytest.raises(BadInput, match=reason) as error:
        read_campaign(path)
    assert str(path) in str(error.value)


async def test_a_scenario_that_is_not_there_is_named_and_hides_its_campaign_from_the_page(
    evenings: GameEngine,
):
    write(evenings, chapters=[{"play": "no_such_puzzle"}])
    with pytest.raises(BadInput, match=r"chapters\.0\.play: .*no_such_puzzle"):
        await look(evenings)
    write(evenings, "mornings")
    assert [one.id for one in await campaigns_of(evenings, "ann", "en")] == ["mornings"]


@pytest.mark.parametrize("name", ["no_such_campaign", "../campaigns/evenings", ""])
async def test_an_unknown_name_is_refused_with_those_that_there_are(evenings: GameEngine, name: str):
    with pytest.raises(UnknownName, match="evenings"):
        await campaign_of(evenings, name, "ann", "en")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_bundled_one_can_be_played_in_both_languages(engine: GameEngine, lang: str):
    row = await campaign_of(engine, "inspectors_notebook", "ann", lang)
    assert len(row.chapters) == 6 and row.chapters[0].before and row.opening
    [path] = [
        one for one in engine.scenarios.folders if (one / "campaigns" / "inspectors_notebook.yaml").exists()
    ][:1]
    campaign = read_campaign(path / "campaigns" / "inspectors_notebook.yaml")
    said = [campaign.title, campaign.opening, *(one.text for one in campaign.endings)]
    said += [text for one in campaign.chapters for text in (one.before, one.solved, one.given_up) if text]
    assert all({*texts} == {"en", "zh"} for texts in said)
