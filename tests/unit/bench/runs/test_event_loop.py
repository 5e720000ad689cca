"""Many sessions are played in a loop made for it where there is one, and in Python's own elsewhere."""

import asyncio
from importlib.util import find_spec

import pytest

from echoes.bench.runs.event_loop import run_many_sessions


async def loop_in_use() -> str:
    return type(asyncio.get_running_loop()).__module__


async def failing() -> None:
    raise LookupError("no such session")


@pytest.mark.parametrize("installed", [True, False])
def test_results_and_errors_are_those_of_the_coroutine(installed: bool, monkeypatch: pytest.MonkeyPatch):
    if not installed:
        monkeypatch.setattr("echoes.bench.runs.event_loop.find_spec", lambda name: None)
    elif find_spec("uvloop") is None:
        pytest.skip("uvloop is not made for this system")
    assert run_many_sessions(loop_in_use()).startswith("uvloop" if installed else "asyncio")
    with pytest.raises(LookupError, match="no such session"):
        run_many_sessions(failing())
