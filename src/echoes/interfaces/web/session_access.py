"""Access to sessions: for their player, and for whoever has the link of the room."""

import hashlib
import hmac

from itsdangerous import BadSignature, URLSafeSerializer

from echoes.core.errors import BadInput
from echoes.interfaces.web.visitors import Visitor

SHORTEST_SECRET = 16
"""Characters; a shorter one could be guessed."""


class RoomTokens:
    """Signed names of rooms.

    Args:
        secret: that of the server; who has it can open every room.
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(
            secret, salt="room", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def token(self, room: str) -> str:
        """Return the token that opens a room, by its key."""
        return str(self._serializer.dumps(room))

    def opens(self, token: str, room: str) -> bool:
        """Return whether a token opens this room."""
        try:
            return hmac.compare_digest(str(self._serializer.loads(token)), room)
        except BadSignature:
            return False


def check_access(visitor: Visitor, room: str, player_id: str, token: str, tokens: RoomTokens) -> None:
    """Refuse whoever has no business in a session.

    Args:
        visitor: who asks.
        room: the key of the session's room.
        player_id: whose it is.
        token: of a room's link; may be empty.
        tokens: that signed it.
    Raises:
        BadInput: it is somebody else's; the message is the same as for a session that does not exist.
    """
    if visitor.player_id == player_id or room in visitor.rooms:
        return
    if not (token and tokens.opens(token, room)):
        raise no_such_game()


def no_such_game() -> BadInput:
    """Return the error for a session that is not there, or not for this visitor."""
    return BadInput(
        "there is no such game for you here",
        "Ask its player for the room's link.",
        zh="这里没有你能看的这局游戏。请向房主要房间链接。",
    )
