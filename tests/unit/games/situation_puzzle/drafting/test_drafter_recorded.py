"""A bundled puzzle, stripped to statement and answer and drafted anew from kept replies, can be played again."""

from pathlib import Path

from tests.unit.games.situation_puzzle.drafting.recorded import FIXTURES, RecordedModel

from echoes.games.author_forms import Decision
from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.authoring.decisions import DROP, decide
from echoes.games.situation_puzzle.authoring.findings import puzzle_findings
from echoes.games.situation_puzzle.authoring.gaps import puzzle_gaps
from echoes.games.situation_puzzle.authoring.playability import playability
from echoes.games.situation_puzzle.drafting.draft import DraftModels
from echoes.games.situation_puzzle.drafting.drafter import Drafter
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.models.providers.scripted import ScriptedClient


async def confirmed_draft(folder: Path) -> tuple[Puzzle, Puzzle]:
    """The draft, and what it is once its author has confirmed all that is proposed and dropped the rest."""
    model = RecordedModel(FIXTURES / "empty_boxes_en.json")
    client = ScriptedClient(model)
    plan = DraftPlan(rounds=0, other_language=False)
    draft = await Drafter(
        model.puzzle(), DraftModels(client, client, client), DraftSteps(folder), plan
    ).draft()
    made = draft.added_to(model.puzzle())
    gaps = puzzle_gaps(made, [], "en")
    return made, decide(made, [Decision(gap.name, gap.suggested or DROP) for gap in gaps])


async def test_a_drafted_puzzle_can_be_played_once_it_is_confirmed(tmp_path: Path):
    made, confirmed = await confirmed_draft(tmp_path)
    assert not without_unconfirmed(made).rulings
    assert without_unconfirmed(made).cloze is None and without_unconfirmed(confirmed).cloze
    assert (len(made.rulings), len(confirmed.rulings)) == (149, 132)
    assert playability(confirmed, without_unconfirmed(confirmed), "en").level == "hardly"
    found = {finding.worded().rule for finding in puzzle_findings(confirmed)}
    assert not found & {"core-facts", "no-hints", "unreachable-fact", "language", "unconfirmed",
                        "no-cloze", "cloze-facts", "cloze-true-choice"}  # fmt: skip
