"""A recorded game is asked in one session, each question in the state that the game had by then."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import BAKERY, bakery

from echoes.bench.situation_puzzle.rulings.figures import ruling_figures
from echoes.bench.situation_puzzle.rulings.recorded_games import read_games, replay_games
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.bench.situation_puzzle.rulings.scoring import giveaways
from echoes.config import load_config
from echoes.core.errors import BadInput


def game_of(folder: Path, *rows: dict[str, Any], name: str = "game.jsonl") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return folder


def row(text: str, ruling: str, story: str = "The Cold Oven") -> dict[str, Any]:
    return {"story": story, "lang": "en", "text": text, "ruling": ruling, "settled_by": [2]}


async def test_a_question_is_asked_after_what_came_before_it(tmp_path: Path):
    stories = tmp_path / "stories.json"
    stories.write_text(json.dumps([BAKERY]), "utf-8")
    last = row("something inside, a map perhaps?", "YES")
    alone = game_of(tmp_path / "alone", last)
    after = game_of(tmp_path / "after", row("Was a map inside the bread?", "YES"), last)
    [one] = await replay_games(load_config(), read_games(alone), "embedded", stories=stories)
    [two] = await replay_games(load_config(), read_games(after), "embedded", stories=stories)
    assert [answer.text for answer in two.answers] == ["Was a map inside the bread?", last["text"]]
    assert two.answers[0].given == "YES"
    assert one.answers[0].shown <= two.answers[1].shown  # what has come up may be shown
    assert not two.answers[1].gives_away


def test_a_folder_without_games_and_a_game_on_two_puzzles_are_refused(tmp_path: Path):
    with pytest.raises(BadInput, match="no games"):
        read_games(tmp_path)
    mixed = game_of(tmp_path / "mixed", row("Is it?", "YES"), row("Was it?", "NO", story="other"))
    with pytest.raises(BadInput, match="is no game"):
        read_games(mixed)


@pytest.mark.parametrize(
    ("known", "text", "given_away"),
    [
        ({"map", "inside"}, "Was anything in the bread?", False),
        (set[str](), "Was a map inside it?", False),
        (set[str](), "Was the bread good?", True),
    ],
)
def test_a_wording_with_a_new_idea_gives_something_away(known: set[str], text: str, given_away: bool):
    shown = [(2, "Was a map inside the bread?"), (3, "Is the baker old?")]  # the latter is open
    found = giveaways(bakery(), shown, frozenset(known), text)
    assert found == (("Was a map inside the bread?",) if given_away else ())


def test_a_cause_that_nobody_asked_for_gives_something_away():
    known = frozenset(("map", "inside", "hide"))
    shown = [(2, "Was the bread given away because a map was inside?")]
    assert giveaways(bakery(), shown, known, "Was a map inside?")


def test_the_opposite_and_what_gives_something_away_are_counted():
    rows = [
        ScoredRuling("a", "NO", "YES", shown=3, gives_away=("Was it?",)),
        ScoredRuling("a", "IRRELEVANT", "YES", shown=1),
    ]
    figures = ruling_figures(rows).to_json()
    assert (figures["opposite"], figures["gives_away"]) == (0.5, 0.25)
