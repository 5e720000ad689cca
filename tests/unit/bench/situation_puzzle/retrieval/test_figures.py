"""Setups of retrieval, each compared with none on the same stories."""

from echoes.bench.situation_puzzle.retrieval.asking import NO_RETRIEVAL, SetupRuling
from echoes.bench.situation_puzzle.retrieval.figures import COMPARED, setup_figures


def ruled(way: str, story: str, right: bool) -> SetupRuling:
    return SetupRuling(story, "YES", "YES" if right else "NO", tokens=100, way=way)


def test_a_setup_is_compared_with_no_retrieval_story_by_story():
    stories = ("bell", "kite", "lamp")
    rows = [ruled(NO_RETRIEVAL, story, right=False) for story in stories]
    rows += [ruled("local", story, right=True) for story in stories]
    bare, local = setup_figures(rows, seed=1)
    assert (bare.setup, local.setup) == (NO_RETRIEVAL, "local")
    assert (bare.to_json()["exact"], local.to_json()["exact"]) == (0, 1)
    assert local.tokens_a_question == 100
    assert {*local.against_none} == {*COMPARED}
    assert local.against_none["exact"].to_json()["difference"] == 1


def test_without_a_run_of_no_retrieval_nothing_is_compared():
    [local] = setup_figures([ruled("local", "bell", right=True)], seed=1)
    assert local.against_none == {}
