"""Knowledge bases of scenarios: checked, built in the background, replaced by the text where they fail."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from time import monotonic

from echoes.core.documents import Document, Passage
from echoes.core.errors import EchoesError, ModelFailed, OperatorError, UnknownName
from echoes.core.protocols import Retriever
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.language.text_retriever import TextRetriever
from echoes.rag.access_control import readable_tiers
from echoes.rag.knowledge_base import KnowledgeBase

OnNotice = Callable[[str], None]
_TELL_EVERY_S = 5.0
_AT_HAND = 256
"""The most versions kept in memory, beside those that are being built."""
_REST_S = 30.0
"""Time after a failed embedding for which the text is searched instead."""
_PREPARING = {"en": "Preparing “{title}” …", "zh": "正在准备《{title}》……"}
_OUTDATED = {
    "en": "The knowledge base of “{title}” was made with other settings and is built again.",
    "zh": "《{title}》的知识库是用其他设置建立的，正在重建。",
}
_DAMAGED = {
    "en": "The knowledge base of “{title}” is damaged and is built again.",
    "zh": "《{title}》的知识库损坏了，正在重建。",
}
_FELL_BACK = {
    "en": "The knowledge base of “{title}” can't be used; the game goes on from the puzzle's text. {error}",
    "zh": "《{title}》的知识库无法使用，游戏改用谜题文本继续。{error}",
}


def _said(words: Mapping[str, str], scenario: Scenario, error: object = "") -> str:
    return words.get(scenario.language, words["en"]).format(title=scenario.title, error=error).strip()


class PassingNotice(str):
    """A line that the next one overtakes, and that nobody needs who has something else to look at."""


class _Progress:
    """Tells how far a build is that takes long, now and then."""

    def __init__(self, announce: OnNotice, scenario: Scenario) -> None:
        self._announce, self._scenario, self._told = announce, scenario, monotonic()

    def note(self, done: int, of: int) -> None:
        """Take note of the documents that are done."""
        if of > done and monotonic() - self._told >= _TELL_EVERY_S:
            self._told = monotonic()
            self._announce(PassingNotice(f"{_said(_PREPARING, self._scenario)} {100 * done // of}%"))


class _Version:
    """One version of a knowledge base as this process uses it.

    Args:
        tell: is told once why it can't be used.

    Attributes:
        build: builds it in the background; None if it was there already.
        error: why it can't be used, if so.
    """

    def __init__(self, tell: Callable[[EchoesError], None]) -> None:
        self.build: asyncio.Task[None] | None = None
        self.error: EchoesError | None = None
        self._tell: Callable[[EchoesError], None] | None = tell
        self._rests_until = 0.0

    def begin(self, build: "asyncio.Task[None]") -> None:
        """Take note of the build, and of its failure, for which nobody may wait."""
        self.build = build
        build.add_done_callback(self._note_failure)

    def _note_failure(self, build: "asyncio.Task[None]") -> None:
        # asyncio would print the traceback of an exception that nobody asked for.
        if not build.cancelled() and isinstance(error := build.exception(), OperatorError):
            self.error = error

    async def built(self) -> None:
        """Wait until it is built, or can't be."""
        if self.build and not self.error:
            with suppress(OperatorError):
                await asyncio.shield(self.build)

    @property
    def is_ready(self) -> bool:
        """Return whether it can be used at present."""
        return self.error is None and monotonic() >= self._rests_until

    def is_usable(self) -> bool:
        """Return False if it can't be used; the first time, somebody is told."""
        if self.error:
            self._tell_once(self.error)
        return self.is_ready

    def rest(self, error: EchoesError) -> None:
        """Leave it alone for a while: an embedder that does not answer now may answer later."""
        self._tell_once(error)
        self._rests_until = monotonic() + _REST_S

    def _tell_once(self, error: EchoesError) -> None:
        if self._tell:
            self._tell(error)
            self._tell = None


class _VersionRetriever:
    """A role's retriever over a version; it waits for its vectors, and searches the text where they fail.

    Args:
        version: the version.
        index: returns the retriever over its indices, once they are built.
        text: the retriever over its text.
    """

    def __init__(self, version: _Version, index: Callable[[], Awaitable[Retriever]], text: Retriever) -> None:
        self.__version, self.__index, self.__text = version, index, text

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return the nearest passages, best first."""
        await self.__version.built()
        if self.__version.is_usable():
            try:
                return await (await self.__index()).search(query, limit, kind)
            except ModelFailed as error:
                self.__version.rest(error)
            except (OperatorError, UnknownName) as error:
                self.__version.error = error
                self.__version.is_usable()
        return await self.__text.search(query, limit, kind)


class ScenarioKnowledge:
    """The knowledge bases of scenarios.

    Args:
        knowledge: all knowledge bases.
        announce: gets a line of text when something takes a while or can't be used.
    """

    def __init__(self, knowledge: KnowledgeBase, announce: OnNotice) -> None:
        self.announce = announce
        self._knowledge = knowledge
        self._versions: dict[tuple[str, str], _Version] = {}
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def ensure(self, game: AnyGame, scenario: Scenario) -> bool:
        """Build a scenario's knowledge base if this version has none, and wait for it.

        Returns:
            Whether it was built now.
        Raises:
            OperatorError: it can't be built.
        """
        version = await self._version(game, scenario, again=True)
        building = version.build is not None and not version.build.done()
        await version.built()
        if version.error:
            raise version.error
        return building

    async def prepare(self, game: AnyGame, scenario: Scenario) -> None:
        """Check a scenario's knowledge base before a session begins, and begin to build a missing one."""
        (await self._version(game, scenario, again=True)).is_usable()

    async def retrievers(self, game: AnyGame, scenario: Scenario) -> dict[str, Retriever]:
        """Return the retriever of each of a game's roles at once."""
        return {role: await self.retriever(game, scenario, role) for role in game.roles}

    async def retriever(self, game: AnyGame, scenario: Scenario, role: str) -> Retriever:
        """Return the retriever of a role at once; its searches wait for what is still being built."""
        version = await self._version(game, scenario)
        tiers = readable_tiers(role, game.access, game.tiers)

        async def index() -> Retriever:
            kb_id, content_hash = kb_id_of(scenario), scenario.content_hash
            return await self._knowledge.retriever(kb_id, content_hash, role, game.access)

        def readable() -> list[Document]:
            return [document for document in game.documents(scenario) if document.tier in tiers]

        return _VersionRetriever(version, index, TextRetriever(readable))

    async def is_intact(self, scenario: Scenario) -> bool:
        """Return False if a knowledge base is there in this version and damaged.

        Raises:
            IndexFailed: it can't be read now.
        """
        kb_id, content_hash = kb_id_of(scenario), scenario.content_hash
        if not self._knowledge.is_current(kb_id, content_hash):
            return True  # built when it is first played
        return await self._knowledge.is_intact(kb_id, content_hash)

    async def aclose(self, cancelled: bool = False) -> None:
        """Close all indices, after what is still being built, unless that is cancelled."""
        builds = [version.build for version in self._versions.values() if version.build]
        for build in builds:
            if cancelled:
                build.cancel()
        await asyncio.gather(*builds, return_exceptions=True)  # whoever needed one has been told
        await self._knowledge.close_all()

    async def _version(self, game: AnyGame, scenario: Scenario, again: bool = False) -> _Version:
        """Check a version, and begin to build it if need be; sessions that begin at once share one.

        Args:
            game, scenario: the scenario and its kind.
            again: whether one that could not be used is tried once more.
        """
        kb_id, content_hash = kb_id_of(scenario), scenario.content_hash
        async with self._locks[kb_id]:
            known = self._versions.get((kb_id, content_hash))
            if known and (not again if known.error else self._is_still_current(known, kb_id, content_hash)):
                return known
            version = _Version(lambda error: self.announce(_said(_FELL_BACK, scenario, error)))
            self._versions[kb_id, content_hash] = version
            try:
                whole = await self._is_whole(scenario)
                await self._knowledge.check(kb_id, content_hash, game.tiers[0])
                if not whole:
                    version.begin(asyncio.create_task(self._build(game, scenario)))
            except OperatorError as error:
                version.error = error
            self._drop_old()
            return version

    def has_fallen_back(self, scenario: Scenario) -> bool:
        """Return whether a scenario is played from its text at present, for its index can't be used."""
        known = self._versions.get((kb_id_of(scenario), scenario.content_hash))
        return known is not None and not known.is_ready

    def _drop_old(self) -> None:
        settled = [key for key, one in self._versions.items() if not one.build or one.build.done()]
        for key in settled[:-_AT_HAND]:
            del self._versions[key]

    def _is_still_current(self, known: _Version, kb_id: str, content_hash: str) -> bool:
        under_way = known.build is not None and not known.build.done()
        return under_way or self._knowledge.is_current(kb_id, content_hash)

    async def _is_whole(self, scenario: Scenario) -> bool:
        """Return whether a version is built and undamaged; announce why it is built if not."""
        kb_id, content_hash = kb_id_of(scenario), scenario.content_hash
        if not self._knowledge.is_current(kb_id, content_hash):
            outdated = self._knowledge.is_outdated(kb_id)
            self.announce(_said(_OUTDATED if outdated else _PREPARING, scenario))
            return False
        if await self._knowledge.is_intact(kb_id, content_hash):
            return True
        self.announce(_said(_DAMAGED, scenario))
        await self._knowledge.delete(kb_id)
        return False

    async def _build(self, game: AnyGame, scenario: Scenario) -> None:
        metadata = {"game_id": scenario.id, "game_type": game.name, "language": scenario.language}
        await self._knowledge.build(
            kb_id_of(scenario),
            scenario.title,
            scenario.content_hash,
            game.documents(scenario),
            metadata,
            game.tiers,
            _Progress(self.announce, scenario).note,
        )


def kb_id_of(scenario: Scenario) -> str:
    """Return the id of a scenario's knowledge base."""
    return f"game_{scenario.id}_{scenario.language}"
