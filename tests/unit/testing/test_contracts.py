"""A plug-in that breaks its contract is caught by the rule that it breaks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, write_puzzle

from echoes.app import open_engine
from echoes.core.documents import Document, Passage
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.referees.contract import REFEREES
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.types import Question, Ruling
from echoes.models.completion import Reply, Request
from echoes.models.providers.base import ModelProvider
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.providers.local import LocalProvider
from echoes.testing import GameTypeContract, ModelProviderContract, RAGProviderContract, RefereeContract
from echoes.testing.contracts.game_types import PlayedSession

BROKEN = (AssertionError, pytest.fail.Exception)


class IgnoresKinds(LocalProvider):
    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        return await super().aquery(query, limit)


class KeepsTheOld(LocalProvider):
    async def ainsert(self, documents: Sequence[Document]) -> None:
        self.all = [
            *getattr(self, "all", []),
            *(one for one in documents if one not in getattr(self, "all", [])),
        ]
        await super().ainsert(self.all)


class NeverCloses(LocalProvider):
    async def aclose(self) -> None:
        pass


@pytest.mark.parametrize(
    ("provider", "rule"),
    [
        (IgnoresKinds, "test_a_kind_narrows_the_search"),
        (KeepsTheOld, "test_inserting_again_replaces"),
        (NeverCloses, "test_a_closed_index_says_so"),
    ],
)
async def test_an_index_that_breaks_a_rule(provider: type[LocalProvider], rule: str, tmp_path: Path):
    index = provider(tmp_path / "public", "v1", EmbeddedEmbeddings())
    await index.ainitialize()
    with pytest.raises(BROKEN):
        await getattr(RAGProviderContract(), rule)(index)


class Parrot:
    id = "parrot"

    def __init__(self, reply: str) -> None:
        self.reply = reply

    async def complete(self, request: Request) -> Reply:
        return Reply(self.reply, usage=Usage(model_calls=1))


class ParrotProvider(ModelProvider):
    def __init__(self, reply: str, kind: type[Parrot] = Parrot) -> None:
        self._model = kind(reply)

    def completion(self) -> Parrot:
        return self._model


class Uncounted(Parrot):
    async def complete(self, request: Request) -> Reply:
        return Reply(self.reply)


class DropsTheEnd(Parrot):
    async def complete(self, request: Request) -> Reply:
        if request.on_chunk:
            request.on_chunk(self.reply[:-1])
        return await super().complete(request)


class Raises(Parrot):
    async def complete(self, request: Request) -> Reply:
        raise OSError("no route")


def suite_over(kind: type[Parrot]) -> ModelProviderContract:
    class Suite(ModelProviderContract):
        def replying(self, reply: str) -> ModelProvider:
            return ParrotProvider(reply, kind)

        def failing(self) -> ModelProvider:
            return ParrotProvider("", kind)

    return Suite()


@pytest.mark.parametrize(
    ("kind", "rule", "error"),
    [
        (Uncounted, "test_a_reply_comes_whole_and_is_counted", AssertionError),
        (DropsTheEnd, "test_the_pieces_make_up_the_reply", AssertionError),
        (Raises, "test_a_failure_is_a_failure_of_the_model", OSError),
    ],
)
async def test_a_model_that_breaks_a_rule(kind: type[Parrot], rule: str, error: type[Exception]):
    await suite_over(Parrot).test_a_closed_form_is_read()
    with pytest.raises(error):
        await getattr(suite_over(kind), rule)()


class MakesFactsUp(EmbeddedReferee):
    async def rule(self, question: Question) -> Ruling:
        return Ruling("YES", self.name, ("made up",))


class RulesAsItLikes(EmbeddedReferee):
    def authored(self, number: int, asked: str) -> Ruling:
        return Ruling("IRRELEVANT", self.name, authored=number)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (MakesFactsUp, "test_a_ruling_is_one_of_four_words_and_names_known_facts"),
        (RulesAsItLikes, "test_a_choice_is_ruled_as_its_author_did"),
    ],
)
async def test_a_referee_that_breaks_a_rule(
    kind: type[EmbeddedReferee], rule: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(REFEREES, "load", lambda name: kind)
    suite = RefereeContract()
    opened: Any = RefereeContract.opened
    with pytest.raises(AssertionError):
        await getattr(suite, rule)(opened.__wrapped__(suite))


async def test_a_game_that_breaks_a_rule(own_folders: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "plugins"))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    write_puzzle(own_folders / "data" / "pig", {"id": "fifty", "language": "en", "goal": 50})
    async with open_engine() as engine:
        session = await engine.create_session("fifty")
        async for _ in engine.handle_message(session.session_id, "/giveup", seat=await session.next_seat()):
            pass
        played = PlayedSession(engine, await engine.open_session(session.session_id))
        await GameTypeContract().test_what_a_seat_is_shown_follows_from_what_it_may_see(played)
        evolve = played.game.evolve

        def changes_the_past(state: Any, entry: Any) -> Any:
            after = evolve(state, entry)
            state["changed"] = True
            return after

        monkeypatch.setattr(played.game, "evolve", changes_the_past)
        with pytest.raises(AssertionError):
            await (
                GameTypeContract().test_the_log_alone_gives_the_state_and_evolving_changes_nothing_of_before(
                    played
                )
            )
