"""What of compose.yaml can be held to its word without a container engine."""

import re
import shutil
import subprocess
import tomllib
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from tests.support import ROOT

from echoes.config import load_config
from echoes.interfaces.web.open_paths import FOR_MACHINES, READY

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
RECIPE = (ROOT / "Containerfile").read_text("utf-8")
PASSWORD = "${ECHOES_DB_PASSWORD:?choose letters and digits}"
PROXY = (ROOT / "Caddyfile").read_text("utf-8")
WORKERS = [name for name, service in SERVICES.items() if "build" in service]
KNOWN = set(
    "build command depends_on environment healthcheck image networks ports restart stop_grace_period volumes".split()
)


def in_recipe(instruction: str) -> list[str]:
    return re.findall(rf"^{instruction}\s+(.*)$", RECIPE, re.MULTILINE)


def test_it_is_written_in_words_that_compose_knows_and_names_nothing_that_is_not_there():
    assert len(WORKERS) == 3
    for service in SERVICES.values():
        assert {*service} <= KNOWN and ("image" in service) != ("build" in service)
        assert "." in service.get("image", ".").partition("/")[0], "podman wants to be told the registry"
        assert {*service["networks"]} <= {*COMPOSE["networks"]}
        assert {*service.get("depends_on", ())} <= {*SERVICES}
        for other, when in service.get("depends_on", {}).items():
            assert when == {"condition": "service_healthy"} and "healthcheck" in SERVICES[other]
        for source, _, _ in (volume.partition(":") for volume in service.get("volumes", ())):
            assert (ROOT / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"]


def test_workers_are_built_as_the_recipe_says_and_take_their_settings(monkeypatch: pytest.MonkeyPatch):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    [port], [home] = in_recipe("EXPOSE"), in_recipe("VOLUME")
    for name in WORKERS:
        worker = SERVICES[name]
        assert (ROOT / worker["build"]["context"] / worker["build"]["dockerfile"]).is_file()
        for argument, value in worker["build"]["args"].items():
            assert any(line.startswith(f"{argument}=") for line in in_recipe("ARG"))
            assert {*value.split(",")} <= {*extras}
        assert [volume.partition(":")[2] for volume in worker["volumes"]] == [home]
        for setting, value in worker["environment"].items():
            monkeypatch.setenv(setting, value.replace(PASSWORD, "sesame"))
        config = load_config()
        assert worker["stop_grace_period"] == f"{config.web.shutdown_s + 15}s"
        assert config.web.prepare == (name == WORKERS[0]), "one of them builds what all share"
        [network] = COMPOSE["networks"]["inside"]["ipam"]["config"]
        assert ip_network(config.web.trusted_proxies) == ip_network(network["subnet"])
        asked = re.findall(rf"http://127\.0\.0\.1:{port}(/\w+)", worker["healthcheck"]["test"][-1])
        assert asked == [READY] and READY in FOR_MACHINES
        assert config.storage.url
        address = urlsplit(config.storage.url.get_secret_value())
        database = SERVICES[str(address.hostname)]["environment"]
        assert (database["POSTGRES_USER"], database["POSTGRES_DB"]) == (address.username, address.path[1:])
        assert database["POSTGRES_PASSWORD"] == PASSWORD


def test_the_proxy_reaches_every_worker_and_shows_no_metrics():
    [port] = in_recipe("EXPOSE")
    reached = re.findall(r"reverse_proxy (?:@\w+ )?(.*) \{", PROXY)
    assert len(reached) == 2 and all(line.split() == [f"{one}:{port}" for one in WORKERS] for line in reached)
    assert "respond /metrics 404" in PROXY and "health_uri /health" in PROXY, (
        "players are told by a worker when the database is away"
    )
    forgets_s, tries_s = (
        int(*re.findall(rf"{name} (\d+)s", PROXY)) for name in ("fail_duration", "lb_try_duration")
    )
    assert 0 < forgets_s < tries_s, "one that is gone is not asked again and again, nor a request given up"
    [published] = SERVICES["proxy"]["ports"]
    assert published.startswith("127.0.0.1:") and f"\n{published[published.rindex(':') :]} {{" in PROXY
    assert {*SERVICES["proxy"]["depends_on"]} == {*WORKERS}


@pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")
def test_the_proxy_reads_its_file():
    command = ["caddy", "adapt", "--config", str(ROOT / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and '"warning' not in done.stderr, done.stderr
