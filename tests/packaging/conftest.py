"""The archives, built once, and the wheel in an environment in which there is nothing else of ours."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from tests.support import ROOT

BIN = Path(sys.executable).parent


@dataclass
class Archives:
    """What is handed out: the source archive, and the wheel that was built from it."""

    source: Path
    wheel: Path
    unpacked: Path


@dataclass
class Installed:
    """The wheel as a person has it, whose home and whose current folder are empty."""

    environment: Path
    home: Path
    folder: Path

    @property
    def package(self) -> Path:
        """The installed package."""
        [found] = self.environment.glob("lib/python*/site-packages/echoes")
        return found

    @property
    def kept(self) -> Path:
        """Where what the person makes lies."""
        return self.home / ".local" / "share" / "echoes-of-deceit"

    def environ(self, **more: str) -> dict[str, str]:
        """No variable of the caller's is there."""
        return {"HOME": str(self.home), "PATH": os.defpath, **more}

    def run(self, *arguments: str, text: str = "", status: int = 0, **more: str) -> str:
        """Run a command; its standard output, or where it has to fail its standard error."""
        command = [str(self.environment / "bin" / "echoes"), *arguments]
        env = self.environ(**more)
        done = subprocess.run(
            command, input=text, cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr if status else done.stdout

    def rows(self, *arguments: str, text: str = "", **more: str) -> list[dict[str, Any]]:
        """What a command says with `--json`."""
        return [json.loads(line) for line in self.run(*arguments, "--json", text=text, **more).splitlines()]


def build(folder: Path, target: str, out: Path) -> Path:
    """Build an archive with the backend that is installed, as `pip` and `uv` do in an environment of its own."""
    command = [sys.executable, "-P", "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = out.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


def _once(folder: Path, make: Callable[[Path], None]) -> Path:
    """A folder that is made by the first of all workers that needs it."""
    with FileLock(f"{folder}.lock"):
        if not (done := folder / ".done").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder of all workers."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session")
def archives(shared: Path) -> Archives:
    """The source archive, and the wheel that is built from it where it was unpacked."""

    def make(folder: Path) -> None:
        source = build(ROOT, "sdist", folder)
        with tarfile.open(source) as file:
            file.extractall(folder, filter="data")
        build(folder / source.name.removesuffix(".tar.gz"), "wheel", folder)

    folder = _once(shared / "archives", make)
    [source], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Archives(source, wheel, folder / source.name.removesuffix(".tar.gz"))


def _environment(folder: Path, wanted: str) -> None:
    """An environment of its own, from what `make` has downloaded; else from the registry that it asks."""
    uv = shutil.which("uv", path=f"{BIN}{os.pathsep}{os.environ['PATH']}")
    if uv is None:
        pytest.skip("uv is not installed, which make installs")
    quiet: dict[str, Any] = {"check": True, "capture_output": True}
    env = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "VIRTUAL_ENV": str(folder / "venv")}
    subprocess.run([uv, "venv", "--python", sys.executable, str(folder / "venv")], env=env, **quiet)
    install = [uv, "pip", "install", "-c", str(ROOT / "constraints.txt"), wanted]
    try:
        subprocess.run([*install, "--offline"], env=env, **quiet)
    except subprocess.CalledProcessError:
        subprocess.run(install, env=env, **quiet)


@pytest.fixture(scope="session")
def bare(archives: Archives, shared: Path) -> Path:
    """An environment with the wheel and what it depends on."""
    return _once(shared / "bare", lambda folder: _environment(folder, str(archives.wheel))) / "venv"


@pytest.fixture(scope="session")
def with_web(archives: Archives, shared: Path) -> Path:
    """An environment with what the web app needs too."""
    wanted = f"echoes-of-deceit[web] @ {archives.wheel.as_uri()}"
    return _once(shared / "with_web", lambda folder: _environment(folder, wanted)) / "venv"


def _person(environment: Path, folder: Path) -> Installed:
    for name in ("home", "anywhere"):
        (folder / name).mkdir()
    return Installed(environment, folder / "home", folder / "anywhere")


@pytest.fixture
def installed(bare: Path, tmp_path: Path) -> Installed:
    """A person who has just installed the wheel."""
    return _person(bare, tmp_path)


@pytest.fixture
def installed_with_web(with_web: Path, tmp_path: Path) -> Installed:
    """A person who has just installed the wheel with the extra `web`."""
    return _person(with_web, tmp_path)
