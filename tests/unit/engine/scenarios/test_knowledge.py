"""A session begins at once; where its knowledge base fails, the text takes its place, and it is said once."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.core.errors import IndexFailed, ModelFailed
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios import knowledge as scenario_knowledge
from echoes.interfaces.cli.doctor import damaged
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.providers.local import LocalProvider

DIRECT, NEAR = "Was the bell broken?", "the bell and the slope"


async def test_a_game_begins_while_its_vectors_are_computed(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    go_on = asyncio.Event()
    embed = EmbeddedEmbeddings.embed

    async def slowly(self: EmbeddedEmbeddings, texts: Any) -> Any:
        await go_on.wait()
        return await embed(self, texts)

    monkeypatch.setattr(EmbeddedEmbeddings, "embed", slowly)
    session = await own_engine.create_session("silent_bell")
    [ruled] = await say(own_engine, session.session_id, DIRECT)
    assert ruled.event == "question_ruled"
    waiting = asyncio.ensure_future(say(own_engine, session.session_id, NEAR))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    go_on.set()
    [asked] = await waiting
    assert asked.event == "clarification_asked"


@pytest.mark.parametrize("when", ["before", "meanwhile"])
async def test_the_text_takes_the_place_of_a_provider_that_is_down(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch, when: str
):
    async def down(self: EmbeddedEmbeddings, texts: Any) -> Any:
        raise ModelFailed("unreachable", "the server does not answer", "Start it.")

    said: list[str] = []
    own_engine.scenario_knowledge.announce = said.append
    if when == "before":
        monkeypatch.setattr(EmbeddedEmbeddings, "in_process", False)
        monkeypatch.setattr(EmbeddedEmbeddings, "embed", down)
    session = await own_engine.create_session("silent_bell")
    assert ("goes on from the puzzle's text" in "".join(said)) is (when == "before")
    if when == "meanwhile":
        await own_engine.ensure_knowledge(*own_engine.scenarios.get("silent_bell", None))
        monkeypatch.setattr(EmbeddedEmbeddings, "embed", down)
    for _ in range(2):
        [asked] = await say(own_engine, session.session_id, NEAR)
        assert asked.event == "clarification_asked"
    assert sum("does not answer" in line for line in said) == 1
    assert own_engine.scenario_knowledge.has_fallen_back(session.scenario), "the page says so"


async def test_one_failed_embedding_is_forgotten_after_a_rest(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    embed = EmbeddedEmbeddings.embed

    async def once_down(self: EmbeddedEmbeddings, texts: Any) -> Any:
        asked.extend(texts)
        if len(asked) == 1:
            raise ModelFailed("busy", "the server is busy")
        return await embed(self, texts)

    name, scenario = own_engine.scenarios.get("silent_bell", None)
    await own_engine.ensure_knowledge(name, scenario)
    retriever = await own_engine.scenario_knowledge.retriever(own_engine.games[name], scenario, Role.REFEREE)
    monkeypatch.setattr(EmbeddedEmbeddings, "embed", once_down)
    assert await retriever.search("the bell")
    assert await retriever.search("the bell") and len(asked) == 1
    monkeypatch.setattr(scenario_knowledge, "monotonic", lambda: float("inf"))
    assert await retriever.search("the bell") and len(asked) > 1


async def test_what_cannot_be_read_now_is_not_taken_for_damaged(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    name, scenario = own_engine.scenarios.get("silent_bell", None)
    await own_engine.ensure_knowledge(name, scenario)

    async def no_descriptor(*_: Any) -> int:
        raise IndexFailed("the index can't be used") from OSError(24, "Too many open files")

    monkeypatch.setattr(LocalProvider, "ahealth_check", no_descriptor)
    said: list[str] = []
    with pytest.raises(IndexFailed):
        await own_engine.scenario_knowledge.is_intact(scenario)
    assert [detail async for _, _, detail in damaged(own_engine, True)] == ["the index can't be used."]
    async with open_engine(announce=said.append) as fresh:
        await fresh.scenario_knowledge.prepare(fresh.games[name], scenario)
    assert "goes on from the puzzle's text" in "".join(said) and "built again" not in "".join(said)


async def test_it_is_tried_again_with_the_next_session(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    game, scenario = own_engine.scenarios.get("silent_bell", None)
    with monkeypatch.context() as broken:

        async def fail(*_: Any) -> None:
            raise IndexFailed("the disk is full")

        broken.setattr(own_engine.knowledge, "build", fail)
        with pytest.raises(IndexFailed):
            await own_engine.ensure_knowledge(game, scenario)
    assert await own_engine.ensure_knowledge(game, scenario)


async def test_a_role_gets_no_text_of_a_tier_that_it_may_not_read(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    async def fail(*_: Any) -> None:
        raise IndexFailed("the disk is full")

    monkeypatch.setattr(own_engine.knowledge, "build", fail)
    name, scenario = own_engine.scenarios.get("silent_bell", None)
    game = own_engine.games[name]
    everything = " ".join(document.text for document in game.documents(scenario))

    async def types_found(role: str) -> set[str]:
        retriever = await own_engine.scenario_knowledge.retriever(game, scenario, role)
        return {passage.type for passage in await retriever.search(everything, 200)}

    assert "ruling" in await types_found(Role.REFEREE)
    assert await types_found(Role.PLAYER) == {"puzzle_statement"}


async def test_a_damaged_index_is_named_by_doctor_and_built_again_by_repair(
    own_engine: GameEngine, bell: Path, own_folders: Path
):
    await own_engine.ensure_knowledge(*own_engine.scenarios.get("silent_bell", None))
    [content] = (own_folders / "rag_storage" / "game_silent_bell_en" / "secret").glob("*.npz")
    content.write_bytes(b"no vectors")

    async def looked_after(repair: bool) -> list[tuple[bool, str]]:
        async with open_engine() as engine:
            return [(ok, detail) async for _, ok, detail in damaged(engine, repair)]

    assert await looked_after(False) == [
        (False, "game_silent_bell_en is damaged; `echoes doctor --repair` builds it again")
    ]
    assert [ok for ok, _ in await looked_after(True)] == [True]
    assert await looked_after(False) == []


async def test_a_build_that_takes_long_says_how_far_it_is(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    said: list[str] = []
    own_engine.scenario_knowledge.announce = said.append
    monkeypatch.setattr("echoes.rag.providers.kept_vectors.PORTION", 1)
    for pause, percentages in ((0.0, True), (1e9, False)):
        monkeypatch.setattr("echoes.engine.scenarios.knowledge._TELL_EVERY_S", pause)
        await own_engine.knowledge.delete("game_silent_bell_en")
        await own_engine.ensure_knowledge(*own_engine.scenarios.get("silent_bell", None))
        assert any(line.endswith("%") for line in said) is percentages
        said.clear()


def test_how_far_a_build_is_passes_and_what_is_wrong_stays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scenario_knowledge, "_TELL_EVERY_S", 0.0)
    told: list[str] = []
    scenario: Any = SimpleNamespace(title="T", language="en")
    progress = vars(scenario_knowledge)["_Progress"](told.append, scenario)
    progress.note(17, 20)
    progress.note(20, 20)
    assert told == ["Preparing “T” … 85%"], "once it is done nothing is left to say"
    assert isinstance(told[0], scenario_knowledge.PassingNotice)
