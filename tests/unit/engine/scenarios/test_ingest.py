"""Puzzles are taken in, again when edited, and a bad file keeps no good one out."""

from pathlib import Path

import pytest
from tests.support import canary_puzzle, write_puzzle

from echoes.app import game_types, open_engine, open_scenarios
from echoes.config import load_config
from echoes.core.errors import BadInput, UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.ingest import Ingested, ingest, ingest_each, open_import
from echoes.engine.scenarios.publishing import Publication, publications
from echoes.games.scenario import Scenario
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


async def test_new_unchanged_and_edited(own_engine: GameEngine, tmp_path: Path):
    path = write_puzzle(tmp_path / "in", canary_puzzle())
    assert [r.status for r in await ingest(own_engine, [path])] == ["ingested"]
    assert [r.status for r in await ingest(own_engine, [path])] == ["unchanged"]
    write_puzzle(tmp_path / "in", canary_puzzle(title="Other"))
    assert [r.status for r in await ingest(own_engine, [path])] == ["updated"]
    entry = own_engine.knowledge.entries()["game_silent_bell_en"]
    assert len(entry.versions) == 2


async def test_what_was_added_to_a_puzzle_since_is_not_lost_to_its_old_file(
    own_engine: GameEngine, tmp_path: Path
):
    path = write_puzzle(tmp_path / "in", canary_puzzle())
    await ingest(own_engine, [path])
    confirmed = Puzzle.model_validate(canary_puzzle(title="Confirmed"))
    own_engine.scenarios.save("situation_puzzle", confirmed)
    [again] = await ingest(own_engine, [path])
    assert again.status == "unchanged" and "changed since; --replace" in again.notes[-1]
    assert own_engine.scenarios.get("silent_bell", "en")[1].title == "Confirmed"
    assert [r.status for r in await ingest(own_engine, [path], replace=True)] == ["updated"]


async def test_what_comes_to_a_puzzle_that_is_there_does_not_take_its_place(
    own_engine: GameEngine, tmp_path: Path
):
    await ingest(own_engine, [write_puzzle(tmp_path / "in", canary_puzzle())])
    cases = tmp_path / "cases.tsv"
    cases.write_text("Is it winter, by the way?\tThe Silent Bell\tT\n", "utf-8")
    [result] = await ingest(own_engine, [cases])
    assert result.status == "updated" and "1 case: 1 taken in as unconfirmed" in result.notes
    assert not [note for note in result.notes if "place of" in note]


def waits(scenario: Scenario) -> str:
    return "" if getattr(scenario, "rulings", ()) else "no rulings"


async def taken_in(engine: GameEngine, path: Path, dry_run: bool = False) -> list[Ingested]:
    """Take a file in as the desk does: what nobody can play is a draft."""
    batch = open_import(engine, [path], "situation_puzzle", drafts=True)
    return [one async for one in ingest_each(engine, batch, "situation_puzzle", dry_run, withheld=waits)]


async def test_what_nobody_can_play_waits_as_a_draft(own_engine: GameEngine, tmp_path: Path):
    path = write_puzzle(tmp_path / "in", canary_puzzle(rulings=[]))
    [checked] = await taken_in(own_engine, path, dry_run=True)
    assert checked.status == "draft" and not publications_of(own_engine)
    [kept] = await taken_in(own_engine, path)
    assert kept.status == "draft" and kept.notes[0] == "no rulings"
    with pytest.raises(UnknownName):
        own_engine.scenarios.get("silent_bell", "en")
    assert [one.status for one in publications_of(own_engine)] == ["withdrawn"]
    assert [one.status for one in await taken_in(own_engine, path)] == ["unchanged"]
    write_puzzle(tmp_path / "in", canary_puzzle(title="Playable"))
    assert [one.status for one in await taken_in(own_engine, path)] == ["ingested"]
    assert own_engine.scenarios.get("silent_bell", "en")[1].title == "Playable"


async def test_a_draft_gets_its_cases_and_keeps_its_id(own_engine: GameEngine, tmp_path: Path):
    await taken_in(own_engine, write_puzzle(tmp_path / "in", canary_puzzle(rulings=[])))
    cases = tmp_path / "cases.tsv"
    cases.write_text("Is it winter, by the way?\tThe Silent Bell\tT\n", "utf-8")
    [joined] = await taken_in(own_engine, cases)
    assert joined.puzzle_id == "silent_bell" and "1 case: 1 taken in as unconfirmed" in joined.notes
    other = {
        "statement": "A keeper lights no lamp.",
        "answer": "The moon is full.",
        "rulings": [],
        "facts": [],
    }
    [refused] = await taken_in(own_engine, write_puzzle(tmp_path / "other", canary_puzzle(**other, hints=[])))
    assert refused.status == "failed" and "another story" in str(refused.error)


async def test_a_published_puzzle_stays_published(own_engine: GameEngine, tmp_path: Path):
    await ingest(own_engine, [write_puzzle(tmp_path / "in", canary_puzzle(rulings=[]))])
    path = write_puzzle(tmp_path / "in", canary_puzzle(rulings=[], title="Other"))
    assert [one.status for one in await taken_in(own_engine, path)] == ["updated"]


def publications_of(engine: GameEngine) -> list[Publication]:
    return [one for one in publications(engine) if one.scenario.id == "silent_bell"]


async def test_a_bundled_puzzle_of_a_checkout_is_written_over_only_when_asked(
    own_engine: GameEngine, bell: Path, tmp_path: Path
):
    own_engine.scenarios._bundled_stems = frozenset({"silent_bell_en"})
    path, before = write_puzzle(tmp_path / "in", canary_puzzle(title="Another")), bell.read_bytes()
    other = write_puzzle(tmp_path / "in", canary_puzzle(id="other_bell"))
    for dry_run in (True, False):
        [refused] = await ingest(own_engine, [path], dry_run=dry_run)
        assert (refused.status, refused.error) == (
            "failed",
            f"{path.name}: would write over the bundled puzzle “The Silent Bell” (silent_bell, en). "
            "Give it another id, or use `echoes ingest --replace`.",
        )
    assert bell.read_bytes() == before and own_engine.knowledge.entries() == {}
    assert [r.status for r in await ingest(own_engine, [bell])] == ["ingested"], "the very same content"
    assert [r.status for r in await ingest(own_engine, [other])] == ["ingested"]
    assert [r.status for r in await ingest(own_engine, [path], replace=True)] == ["updated"]


def test_the_puzzles_of_a_checkout_are_known_as_bundled(tmp_path: Path):
    config = load_config()
    repository = open_scenarios(config, game_types(config))
    assert [one.id for game, one in repository.list_all() if not repository.would_be_lost(game, one)] == []
    config.paths.data = tmp_path
    elsewhere = open_scenarios(config, game_types(config))
    assert not any(elsewhere.would_be_lost(game, one) for game, one in repository.list_all())


async def test_a_bad_file_keeps_no_good_one_out(own_engine: GameEngine, tmp_path: Path):
    write_puzzle(tmp_path / "in", canary_puzzle())
    (tmp_path / "in" / "bad.json").write_text('{"answer": "x"}')
    results = {result.source.split("/")[-1]: result for result in await ingest(own_engine, [tmp_path / "in"])}
    assert results["silent_bell_en.json"].status == "ingested"
    assert results["bad.json"].status == "failed"
    assert "bad.json: line 1: field 'statement'" in str(results["bad.json"].error)
    await own_engine.create_session("silent_bell")


async def test_a_dry_run_writes_nothing(own_engine: GameEngine, tmp_path: Path):
    path = write_puzzle(tmp_path / "in", canary_puzzle())
    assert [r.status for r in await ingest(own_engine, [path], dry_run=True)] == ["valid"]
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "rag_storage").exists()


async def test_a_dry_run_tells_what_is_there_already_and_what_changed(own_engine: GameEngine, tmp_path: Path):
    path = write_puzzle(tmp_path / "in", canary_puzzle())
    await ingest(own_engine, [path])
    assert [r.status for r in await ingest(own_engine, [path], dry_run=True)] == ["unchanged"]
    write_puzzle(tmp_path / "in", canary_puzzle(title="Another Bell"))
    assert [r.status for r in await ingest(own_engine, [path], dry_run=True)] == ["valid"]


async def test_a_canonical_copy_is_kept_and_can_be_played(own_engine: GameEngine, tmp_path: Path):
    plain = {
        "puzzle": "A man laughs.",
        "answer": "He hears a joke.",
        "additional_info": [{"who": "His friend tells it."}],
    }
    path = tmp_path / "in"
    path.mkdir()
    import json

    (path / "puzzle_1_en.json").write_text(json.dumps(plain))
    [result] = await ingest(own_engine, [path])
    assert (result.puzzle_id, result.kb_id) == ("puzzle_1", "game_puzzle_1_en")
    assert (tmp_path / "data" / "situation_puzzles" / "puzzle_1_en.json").exists()
    session = await own_engine.create_session("puzzle_1")
    assert session.started.notice


@pytest.mark.parametrize("name", ["nope", "empty"])
async def test_a_path_without_puzzles_is_said(own_engine: GameEngine, tmp_path: Path, name: str):
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=name):
        await ingest(own_engine, [tmp_path / name])


async def test_a_bundled_puzzle_is_prepared_on_first_use_with_a_line():
    lines: list[str] = []
    async with open_engine() as engine:  # with no knowledge base yet
        engine.scenario_knowledge.announce = lines.append
        await engine.create_session("blank_paper")
        await engine.create_session("blank_paper")
    first, *progress = lines
    assert first == "Preparing “The Blank Paper” …"
    assert all(line.startswith(first) and line.endswith("%") for line in progress), (
        "on a busy machine it takes long"
    )
