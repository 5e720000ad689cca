"""A long heist with a model behind a socket costs as many tokens at its end as at its beginning."""

from pathlib import Path

from echoes.bench.heist.tokens import measure_heist_tokens


async def test_tokens_stay_as_they_are_over_two_hundred_messages(tmp_path: Path):
    figures = await measure_heist_tokens(200, tmp_path / "rag")
    assert figures.early > 100, "the server counts what it is asked"
    assert figures.growth <= 1.1
    assert figures.calls <= 2
    assert figures.summaries, "long scenes are summed up"
    assert figures.summing_up == 1, "with one more call"
