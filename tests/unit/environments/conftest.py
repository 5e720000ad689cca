"""The canary puzzle as the only one there is."""

from pathlib import Path

import pytest

SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."


@pytest.fixture(autouse=True)
def only_puzzle(bell: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
