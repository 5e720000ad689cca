"""Access to sessions: for their player, and for whoever has the link of the room."""

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.files import close_to_others, private_folder
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
    return BadInput("there is no such game for you here", "Ask its player for the room's link.")


def kept_secret(path: Path) -> str:
    """Return the secret that signs cookies and links, made at the first start.

    Args:
        path: the file that keeps it, readable by nobody else.
    Raises:
        StorageFailed: it can't be read or written.
    """
    try:
        if not path.exists():
            private_folder(path.parent)
            draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # another process was first
                _put(draft, path)
            draft.unlink(missing_ok=True)
        close_to_others(path)
        return path.read_text("utf-8").strip()
    except OSError as error:
        raise StorageFailed(
            f"{path} can't be used ({error.strerror})", "Make the folder writable, or set web.secret."
        ) from None


def _put(draft: Path, path: Path) -> None:
    """Give a file its name, unless another has it; some file systems have no links, and may let two do it."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        draft.rename(path)
