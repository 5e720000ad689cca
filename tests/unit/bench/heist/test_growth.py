"""A long heist stays as it is: what a model is shown, and the state."""

from tests.unit.games.heist.playing import score_in

from echoes.bench.heist.growth import MOST_GROWTH, measure_growth


async def test_prompts_and_state_do_not_grow_with_the_turns():
    figures = await measure_growth(score_in("en"), 200)
    assert figures.prompt_growth <= MOST_GROWTH
    assert figures.state_growth <= MOST_GROWTH
    assert figures.calls <= 2
