"""Storage in the memory of a process keeps the same promises as the others."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import entry

from echoes.core.errors import SessionBusy, StorageFailed, UnknownName
from echoes.storage.in_memory import InMemoryEventLog, InMemoryStorage
from echoes.storage.settings import StorageSettings

A, B, C = (entry(event="command_result", command="help", text=text) for text in "abc")


@pytest.fixture
def log() -> InMemoryEventLog:
    log = InMemoryEventLog()
    assert log.append("s", [A, B]) == 2
    return log


def test_a_log_gives_back_what_was_appended_in_order(log: InMemoryEventLog):
    log.append("s", [C], 2)
    assert log.read("s") == log.read_intact("s") == [A, B, C]
    assert log.tail("s", 2) == ([C], 3)
    assert log.tail("s", 9) == ([A, B, C], 3), "who knows more than there is begins anew"
    assert log.repair("s", 1) == ([B, C], 3, None)


def test_who_appends_to_what_another_has_written_is_refused(log: InMemoryEventLog):
    with pytest.raises(StorageFailed):
        log.append("s", [C], 1)
    assert log.read("s") == [A, B]


def test_sessions_come_oldest_first_and_go_as_a_whole(log: InMemoryEventLog):
    log.append("a", [C])
    assert (log.sessions(), log.positions()) == (["s", "a"], {"s": 2, "a": 1})
    log.delete("s")
    assert (log.sessions(), log.position("s")) == (["a"], 0)
    with pytest.raises(UnknownName):
        log.read("s")


def test_what_was_read_is_the_readers_own(log: InMemoryEventLog):
    log.read("s").clear()
    assert log.position("s") == 2


def storage(tmp_path: Path, **settings: Any) -> InMemoryStorage:
    return InMemoryStorage(StorageSettings(**settings), tmp_path, None)  # type: ignore[arg-type]


async def test_a_lock_is_held_by_one_at_a_time_and_given_back_whatever_happens(tmp_path: Path):
    one = storage(tmp_path)
    with pytest.raises(ZeroDivisionError):
        async with one.lock("s"):
            async with one.lock("other"):
                pass
            with pytest.raises(SessionBusy):
                async with one.lock("s", wait_s=0):
                    pass
            raise ZeroDivisionError
    async with one.lock("s", wait_s=0):
        pass


def test_a_secret_stays_as_it_was_first(tmp_path: Path):
    one = storage(tmp_path)
    assert one.shared_secret("key", "given") == one.shared_secret("key", "later") == "given"
    assert len(one.shared_secret("other")) > 40
    assert one.shared_secret("other") != one.shared_secret("third")
