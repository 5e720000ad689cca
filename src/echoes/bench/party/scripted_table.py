"""A table that never ends, and a server that leads it and plays it by script, over HTTP."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, cast

import yaml

from echoes.bench.performance.stub_server import stub_model_server
from echoes.config import Config
from echoes.core.files.yaml_text import load_yaml
from echoes.core.seats.roles import Role
from echoes.games.party.agents.windows import LEADER, SUMMARIZER, TELLER
from echoes.models.settings import EndpointSettings

MODULE = "eleven_lanterns"
VIEWS = {"master": 7_500, "narrator": 2_500, "character": 5_200}
"""Small views, which are full long before the first turns that are measured."""
_ROLES = (LEADER, TELLER, SUMMARIZER, Role.PLAYER)
_NEVER = {"round": 1_000_000}
_WORDS = {
    "en": ("The drums go on below.", "Somebody laughs on the bank.", "A lantern turns on its pole."),
    "zh": ("底下的鼓还在响。", "岸上有人笑了一声。", "一盏灯在杆子上转了转。"),
}
_MEMORY = {
    "en": "Names and relationships: {n} people on the square, and no deed.",
    "zh": "名字和关系：灯市口上有{n}个人，河契不见了。",
}


def write_endless(source: Path, target: Path) -> None:
    """Write a copy of the module without an end: no clock runs out, and nobody is called together.

    All know its secrets, and there are no clues to be listed, so that what grows is what is remembered.

    Args:
        source: the folder of the modules.
        target: where the copy goes.
    """
    for file in sorted((source / MODULE).rglob("*.yaml")):
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        told = cast("dict[str, Any]", load_yaml(file.read_text(encoding="utf-8")))
        for part in ("clues", "accusation"):
            told.pop(part, None)
        if file.name == "module.yaml" and file.parent.name == MODULE:
            for secret in told["secrets"].values():
                secret["knows"] = [*told["party"]]
            for clock in told["clocks"].values():
                clock["each_round"] = 0
            told["people"]["warden"]["topics"]["gather"]["when"] = _NEVER
        copy.write_text(yaml.safe_dump(told, allow_unicode=True, sort_keys=False), encoding="utf-8")


@asynccontextmanager
async def scripted_models(config: Config, language: str) -> AsyncGenerator[Config]:
    """Serve the models of a table, and yield a configuration that asks them, each under its role's name.

    Args:
        config: is not changed.
        language: of what is said.
    """
    server = await stub_model_server(_Script(language).says)
    own = config.model_copy(deep=True)
    own.models.provider, own.models.llm_model_name = "api", "scripted"
    own.models.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    own.models.roles = {role: EndpointSettings(llm_model_name=role) for role in _ROLES}
    own.agents["party"] = {**own.agents.get("party", {}), "context_tokens": {**VIEWS}, "seed": "bench"}
    try:
        yield own
    finally:
        server.close()


class _Script:
    """Replies by the role that is asked, with words of the same length again and again."""

    def __init__(self, language: str) -> None:
        self._words, self._memory, self._count = _WORDS[language], _MEMORY[language], count()

    def says(self, asked: dict[str, Any]) -> str:
        """Return the reply to a request."""
        number, role = next(self._count), asked["model"]
        if role == SUMMARIZER:
            return self._memory.format(n=10 + number % 90)
        if role == TELLER or not ("response_format" in asked or "tools" in asked):
            return self._words[number % len(self._words)]
        if role == Role.PLAYER:
            return json.dumps({"number": 1 + number % 4, "speaks": True, "tone": "plain"})
        return json.dumps({"move": number % 2, "tone": "plain"})
