"""A ruling on one text, as an author reads it."""

from echoes.games.situation_puzzle.authoring.rule_once import OfferedQuestion, TriedRuling, ruling_blocks

OFFERED = OfferedQuestion(n=1, text="钟坏了吗？", ruling="NO", authored=1)


def test_an_author_reads_a_ruling_in_the_language_of_the_puzzle():
    shown = "\n".join(
        block.plain()
        for block in ruling_blocks(TriedRuling(source="embedded", options=(OFFERED,)), "钟？", "zh")
    )
    assert "没有裁定" in shown and "[不是]" in shown and "NO" not in shown
    ruled = ruling_blocks(TriedRuling(source="embedded", ruling="NO"), "Was it broken?", "en")
    assert "NO" in ruled[0].plain()
