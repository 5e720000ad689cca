"""Sessions of earlier builds: they are listed, shown and exported, and not played on."""

from collections.abc import Mapping

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.core.log.events import SCHEMA_VERSION, SessionStarted, StartTrace
from echoes.games.base import AnyGame


def goes_on(opening: Entry, games: Mapping[str, AnyGame]) -> bool:
    """Return whether a session can be played on: it has the form of this build, and the rules of its game.

    Args:
        opening: the first entry of its log.
        games: the game types by name; one that is not installed says nothing of its rules.
    """
    started = opening.event
    game = games.get(started.game_type) if isinstance(started, SessionStarted) else None
    rules = opening.traced(StartTrace).rules
    return started.schema_ == SCHEMA_VERSION and (game is None or rules == game.rules)


def must_go_on(opening: Entry, games: Mapping[str, AnyGame]) -> None:
    """Check that a session can be played on; the arguments are those of `goes_on`.

    Raises:
        BadInput: another build of echoes began it.
    """
    if goes_on(opening, games):
        return
    session = opening.event.session_id
    raise BadInput(
        f"session '{session}' was begun by another build of echoes, with other rules, and can't be played on",
        f"Read it with: echoes sessions export {session}",
        f"对局“{session}”是用另一个版本的 echoes 开始的，规则不同，不能接着玩。"
        f"可以读：echoes sessions export {session}",
    )
