"""Recall counts the sentences that stand in the first passages."""

from pathlib import Path

from echoes.bench.ready_vectors import ReadyVectors
from echoes.bench.situation_puzzle.dossiers.making import make_dossier
from echoes.bench.situation_puzzle.dossiers.recall import RecallFigures, measure_recall
from echoes.models.providers.embedded import EmbeddedEmbeddings

ZH = next((Path(__file__).parents[5] / "data" / "dossiers").glob("*_zh.json"))


async def test_each_provider_is_measured_beside_the_text_and_what_fails_is_named():
    dossier, failed = make_dossier(ZH, words=1000, questions=12), dict[str, str]()
    told: list[tuple[int, int]] = []
    found: list[RecallFigures] = [
        one
        async for one in measure_recall(
            [dossier],
            ReadyVectors(EmbeddedEmbeddings()),
            ["local"],
            failed,
            lambda n, of: told.append((n, of)),
        )
    ]
    assert [(one.provider, one.mode) for one in found] == [("none (text)", None), ("local", None)]
    assert failed == {} and told[-1] == (12, 12)
    for one in found:
        assert 0 < one.recall[5] <= one.recall[10] <= one.recall[20] <= 1
        assert one.to_json()["recall_at_5"] == one.recall[5]
