"""What of the container's recipe can be held to its word without a container engine."""

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.packaging.conftest import Archives, Installed, build
from tests.support import ROOT

from echoes.config import load_config

pytestmark = pytest.mark.slow
RECIPE = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")


def instruction(name: str) -> str:
    """The last instruction of a kind in the recipe."""
    return re.findall(rf"^{name}\s+(.*)$", RECIPE, re.MULTILINE)[-1]


def variables() -> dict[str, str]:
    """What the recipe sets for the program."""
    return dict(pair.split("=", 1) for pair in instruction("ENV").split())


def test_nobody_is_root_and_only_the_volume_is_written_to():
    home = variables()["HOME"]
    assert int(instruction("USER")) > 0
    assert instruction("VOLUME") == instruction("WORKDIR") == home
    assert home == f"{variables()['XDG_DATA_HOME']}/echoes-of-deceit"


def test_it_is_reached_from_outside_at_the_port_that_it_exposes():
    assert json.loads(instruction("CMD")) == ["web", "--host", "0.0.0.0"]
    assert instruction("EXPOSE") == "7860"


def test_a_signal_that_comes_before_the_program_listens_ends_it_too():
    init, *command = json.loads(instruction("ENTRYPOINT"))
    assert re.search(rf"bin/pip install .*-c constraints.txt {init} ", RECIPE), "it stands beside the program"
    assert command[-1] == "echoes"


def test_the_guide_gives_turns_the_time_to_finish():
    guide = (ROOT / "docs" / "installing.md").read_text("utf-8")
    served = re.findall(r"^docker run .*-p .*$", guide, re.MULTILINE)
    graces = [int(seconds) for line in served for seconds in re.findall(r"--stop-timeout (\d+) ", line)]
    assert graces == [load_config().web.shutdown_s + 15]


def test_base_images_are_named_with_their_registry():
    assert all(
        re.match(r"[\w-]+\.[\w.-]+/", name) for name in re.findall(r"^FROM (\S+)", RECIPE, re.MULTILINE)
    )


def test_what_is_sent_to_the_engine_is_enough_to_build_the_same_wheel(archives: Archives, tmp_path: Path):
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for name in (line[1:] for line in lines if line.startswith("!")):
        copy = shutil.copytree if (archives.unpacked / name).is_dir() else shutil.copy
        copy(archives.unpacked / name, tmp_path / name)
    built = build(tmp_path, "wheel", tmp_path / "dist")
    assert set(ZipFile(built).namelist()) == set(ZipFile(archives.wheel).namelist())


@contextmanager
def serving(person: Installed, **more: str) -> Iterator[int]:
    """The web app as the recipe starts it, at a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        str(person.environment / "bin" / "echoes"),
        *json.loads(instruction("CMD")),
        "--port",
        str(port),
    ]
    server = subprocess.Popen(
        command, cwd=person.folder, env=person.environ(**more), stdout=subprocess.DEVNULL
    )
    try:
        yield port
    finally:
        server.terminate()
        server.wait()


def is_healthy(person: Installed, port: int) -> bool:
    """What the recipe's health check says."""
    health = json.loads(instruction("HEALTHCHECK").partition("CMD ")[2])
    command = [
        str(person.environment / "bin" / health[0]),
        *health[1:-1],
        health[-1].replace("7860", str(port)),
    ]
    return subprocess.run(command, env=person.environ(), capture_output=True, check=False).returncode == 0


def test_it_is_healthy_while_it_serves_whatever_its_password(installed_with_web: Installed):
    person = installed_with_web
    places = {"XDG_DATA_HOME": str(person.home / "lib"), "XDG_CONFIG_HOME": str(person.home / "etc")}
    settings = person.home / "etc" / "echoes-of-deceit" / "game.yaml"
    settings.parent.mkdir(parents=True)
    settings.write_text("web: {password: open sesame, prepare: false}\n")
    with serving(person, **places) as port:
        end = time.monotonic() + 300
        while not is_healthy(person, port):
            assert time.monotonic() < end, "it does not become healthy"
            time.sleep(0.2)
        assert (person.home / "lib" / "echoes-of-deceit" / "game_storage" / "web_secret").is_file()
    assert not is_healthy(person, port)
    assert list(person.folder.iterdir()) == []
