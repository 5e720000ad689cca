"""A retriever over what a role of a session may look up now; what is undone is no longer found."""

from echoes.core.documents import Passage
from echoes.engine.sessions.session import GameSession
from echoes.games.base import AnyGame
from echoes.language.text_retriever import TextRetriever


class SessionRetriever:
    """Searches the documents of one role of one session, as they are with each search.

    Args:
        session: that is played.
        game: its game type.
        role: the only one whose documents are ever read.
    """

    def __init__(self, session: GameSession, game: AnyGame, role: str) -> None:
        self.__session, self.__game, self.__role = session, game, role

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return the nearest passages, best first."""
        state = await self.__session.state()
        documents = self.__game.session_documents(self.__session.scenario, state, self.__role) or []
        return await TextRetriever(lambda: documents).search(query, limit, kind)
