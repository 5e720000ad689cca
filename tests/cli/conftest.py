"""A knowledge base that is built once, and lies ready for each test."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the default puzzle, as `echoes` itself builds it."""
    folder = tmp_path_factory.mktemp("built")
    places = {"RAG_STORAGE": folder / "rag_storage", "GAME_STORAGE": folder / "game_storage"}
    env = {**os.environ, **{f"ECHOES__PATHS__{name}": str(path) for name, path in places.items()}}
    subprocess.run(
        [sys.executable, "-m", "echoes", "ask", "wrong_umbrella", "?"],
        env=env,
        check=True,
        capture_output=True,
    )
    return folder / "rag_storage"


@pytest.fixture(autouse=True)
def ready(built: Path, own_folders: Path) -> None:
    """It costs seconds to build and a few milliseconds to copy."""
    shutil.copytree(built, own_folders / "rag_storage")
