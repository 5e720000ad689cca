"""Nobody who comes into a room goes by a name that its log shows."""

from typing import Any

from tests.support import entry

from echoes.core.log.entries import Cause, Entry
from echoes.interfaces.web.live.room import NamesInPlay

SPOKE: dict[str, Any] = {"event": "narrated", "text": "“Again?”", "speaker": "Sunniva", "source": "stub"}


def test_people_seats_and_characters_keep_their_names():
    said = Entry(
        entry(event="command_result", command="x", text="y").event, cause=Cause(message="x", by="Bo")
    )
    names = NamesInPlay()
    names.note(
        [said, entry(event="seat_taken", seat="red", by="Cy"), entry(**SPOKE)], ["Corin Vale, ferryman"]
    )
    assert names.reserved(is_owner=False) == {"Bo", "Cy", "Sunniva", "Corin Vale", "Corin Vale, ferryman"}
    assert "Bo" not in names.reserved(is_owner=True), "the owner of a fork may be who spoke before it"


def test_no_name_tells_who_speaks_in_secret():
    names = NamesInPlay()
    names.note([entry(audience=["red"], **SPOKE)], [])
    assert names.reserved(is_owner=False) == set()
