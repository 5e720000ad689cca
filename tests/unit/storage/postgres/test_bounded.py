"""A call waits for no longer than the turn has left, and what it waited counts."""

from contextlib import AbstractContextManager, nullcontext
from types import SimpleNamespace

import psycopg
import pytest

from echoes.core.operation.wait_budget import shared_wait_budget
from echoes.storage.postgres.bounded import time_left, timed_out
from echoes.storage.postgres.connections import Database
from echoes.storage.postgres.schema import prepare_schema
from echoes.storage.settings import StorageSettings


def test_what_a_call_waits_is_missing_for_the_next():
    with shared_wait_budget() as waiting:
        with time_left(1000) as first:
            waiting.waited_s += 400
        with time_left(1000) as second:
            pass
    assert first == 1000
    assert 0 < second <= 600


def test_a_turn_whose_time_is_up_asks_nobody():
    with shared_wait_budget() as waiting:
        waiting.waited_s = 10
        with pytest.raises(psycopg.errors.QueryCanceled), time_left(10):
            pytest.fail("it asked")


def test_a_read_finds_a_connection_as_long_as_the_turn_has_time(monkeypatch: pytest.MonkeyPatch):
    """It looks for one for two seconds, and still does so after three of ten have passed."""
    settings = StorageSettings.model_validate({"backend": "postgres", "url": "postgresql://db/echoes"})
    database = Database(settings, prepare_schema)
    looked = list[float]()

    def lent(wait_s: float) -> AbstractContextManager[None]:
        looked.append(wait_s)
        return nullcontext()

    monkeypatch.setattr(database, "open", lambda: SimpleNamespace(connection=lent))
    with shared_wait_budget() as waiting:
        for waited in (3, 9):
            waiting.waited_s = waited
            database.run(lambda connection: connection)
    assert looked == [2, 1]


def test_only_a_server_that_had_its_time_is_said_to_hang():
    assert isinstance(timed_out(10, 10), psycopg.errors.ConnectionTimeout)
    assert isinstance(timed_out(5, 10), psycopg.errors.ConnectionTimeout)
    assert isinstance(timed_out(1, 10), psycopg.errors.QueryCanceled)
