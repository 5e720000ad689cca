"""The source archive tests itself: everything is in it, and nothing of it needs git."""

import os
import subprocess
import sys
import tarfile

import pytest
from tests.packaging.conftest import Archives
from tests.support import committed

pytestmark = pytest.mark.slow


def test_the_source_archive_holds_all_that_is_committed(archives: Archives):
    with tarfile.open(archives.source) as file:
        names = {member.name.partition("/")[2] for member in file.getmembers() if member.isfile()}
        [ci] = [member for member in file.getmembers() if member.name.endswith(".ci/run")]
    assert set(committed()) <= names
    assert ci.mode & 0o100, "CI runs it"


def test_tests_run_where_it_was_unpacked(archives: Archives):
    tests = [
        "tests/unit/core/files/test_install_paths.py",
        "tests/unit/test_config.py",
        "tests/test_architecture.py",
    ]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("ECHOES", "PYTEST"))}
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            *tests,
            "-k",
            "checkout or relative or committed",
        ],
        cwd=archives.unpacked,
        env={**env, "PYTHONPATH": str(archives.unpacked / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 passed" in done.stdout
