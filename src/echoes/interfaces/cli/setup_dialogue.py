"""The dialogue of the set-up: with a person at a terminal, or with a program that gave all answers before."""

import asyncio
import getpass
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict

import yaml
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table

from echoes.config import Config, load_config
from echoes.core.errors import BadInput, BadSetting, EchoesError, ModelFailed
from echoes.core.files.config_files import setup_file
from echoes.core.files.writing import atomic_write
from echoes.interfaces.cli.answers import agrees, leaves, wants
from echoes.interfaces.cli.kinds import pick
from echoes.interfaces.cli.output import json_line
from echoes.interfaces.cli.setup_trial import ModelTrial, try_model
from echoes.interfaces.cli.setup_words import SETUP_WORDS
from echoes.interfaces.cli.thinking_line import ThinkingLine
from echoes.interfaces.line_breaks import text_in
from echoes.models.discovery import (
    FoundServer,
    OfferedModel,
    find_named_server,
    find_servers,
    look_at_server,
    memory_gigabytes,
)
from echoes.models.health_checks import describe_failure
from echoes.models.settings import SERVER_FIELDS, ModelSettings, redacted_url
from echoes.models.usual_servers import usual_servers

Ask = Callable[[str], Awaitable[str]]
"""Returns the answer to a question."""
_KEY_VARIABLE = "ECHOES__MODELS__API_KEY"
_KEY_FILE = "model_key"
_HEADING = "# Written by `echoes setup`, and over all other settings files. Delete it to undo that.\n"
_OWN_FIELDS = (*SERVER_FIELDS, "embedding_model_name")
"""What belongs to one server, and must not stay from another."""


class SetupDialogue:
    """The questions of the set-up, and what is said between them.

    Args:
        lang: the language; None for English.
        ask: returns the answer to a question; None where nobody can be asked.
        as_json: print JSON lines and nothing else.
    """

    def __init__(self, lang: str | None, ask: Ask | None, as_json: bool = False) -> None:
        self._lang = lang if lang in SETUP_WORDS else "en"
        self._words, self._ask, self._as_json = SETUP_WORDS[self._lang], ask, as_json
        self._console = Console(highlight=False)

    async def run(self, address: str | None, model: str | None, tries: bool) -> bool:
        """Go through the whole of it.

        Args:
            address: of the only server to look at; None for the usual ones.
            model: the name of the model; None to choose one.
            tries: whether a model is tried and used though nobody can be asked.
        Returns:
            Whether a model is used now, or nothing more was wanted.
        Raises:
            EOFError: the person leaves.
            EchoesError: no model is there, or the settings can't be written.
        """
        self._say("looking")
        servers = await self._servers(address)
        self._show(servers)
        if not (self._ask or tries):
            _must_offer(servers)
            self._say("go_on")
            return True
        server, name = _named(servers, model) if model else await self._chosen(servers)
        return await self._use(server, name)

    async def offer(self, servers: Sequence[FoundServer]) -> None:
        """Offer a newcomer the models of some servers; whatever goes wrong, the game goes on.

        Raises:
            EOFError: the person leaves.
        """
        assert self._ask
        question = self._words["offer"].format(name=", ".join(one.name for one in servers))
        try:
            if await wants(question, self._ask, self._lang):
                self._show(servers)
                if await self._use(*await self._chosen(servers)):
                    return
        except EchoesError as error:
            self._print(str(error), "red")
        self._say("later", "dim")

    async def _servers(self, address: str | None) -> list[FoundServer]:
        """Return the servers to choose from; a person gives an address or a key where one is missing."""
        if address is not None:
            found = [await find_named_server(address, os.environ.get(_KEY_VARIABLE, ""))]
        else:
            found = await find_servers(usual_servers())
        while self._ask and not any(one.models or one.wants_key for one in found):
            if not found:
                self._say("none_here")
            self._show(found)
            address = (await self._ask(self._words["address"])).strip()
            if not address or leaves(address):
                raise EOFError
            try:
                found = [await find_named_server(address)]
            except BadInput as error:
                self._print(str(error), "yellow")
        return [await self._opened(server) for server in found]

    async def _opened(self, server: FoundServer) -> FoundServer:
        """Return a server with its list, once a person has given the key that it wants."""
        prompt = self._words["key"].format(url=redacted_url(server.settings))
        while self._ask and server.wants_key:
            if not (key := (await asyncio.to_thread(getpass.getpass, prompt)).strip()):
                break
            settings = server.settings.model_copy(update={"api_key": SecretStr(key)})
            server = await look_at_server(server.name, settings)
            self._show([server] if server.failure else [])
        return server

    def _show(self, servers: Sequence[FoundServer]) -> None:
        number = 0
        for server in servers:
            problem = _failure_of(server) if server.failure else ""
            url = redacted_url(server.settings) or ""
            if self._as_json:
                models = [asdict(one) for one in server.models]
                json_line({"server": server.name, "base_url": url, "problem": problem, "models": models})
            elif problem:
                self._print(problem, "yellow")
            elif not server.models:
                self._say("empty", "yellow", name=server.name)
            else:
                self._print(server.name if server.name == url else f"{server.name}, {url}", "bold")
                self._console.print(self._table(server.models, number))
                number += len(server.models)
        if any(one.fits is False for _, one in _offers(servers)):
            self._say("not_counted", "dim")

    def _table(self, models: Sequence[OfferedModel], before: int) -> Table:
        table = Table("", "", "", "", box=None, show_header=False)
        for number, one in enumerate(models, before + 1):
            known = text_in(self._lang, self._words[f"known_{one.known}"], "dim")
            size = text_in(self._lang, self._size(one))
            table.add_row(str(number), text_in(self._lang, one.name), size, known)
        return table

    def _size(self, model: OfferedModel) -> str:
        words = self._words
        size = words["guessed" if model.is_guessed else "size"]
        size = size.format(size=model.gigabytes) if model.gigabytes else ""
        if model.fits is None:
            return size or words["unsure"]
        fits = words["fits"] if model.fits else words["too_large"].format(memory=memory_gigabytes())
        return " · ".join(filter(None, (size, fits)))

    async def _chosen(self, servers: Sequence[FoundServer]) -> tuple[FoundServer, str]:
        """Return the server and the name of the model that a person picks, or the first one.

        Raises:
            BadInput: there is none.
        """
        _must_offer(servers)
        offers, index = _offers(servers), 0
        if self._ask:
            names = [(one.name,) for _, one in offers]
            prompts = {lang: words["pick"] for lang, words in SETUP_WORDS.items()}
            index = await pick(names, prompts, self._lang, self._ask)
        return offers[index][0], offers[index][1].name

    async def _use(self, server: FoundServer, name: str) -> bool:
        """Try a model, and use it unless it fails or a person is against it; return whether it is used."""
        config, fields = load_config(), ("provider", "base_url", "api_key")
        own = {**dict.fromkeys(_OWN_FIELDS), **{field: getattr(server.settings, field) for field in fields}}
        trial = await self._tried(config, config.models.model_copy(update={**own, "llm_model_name": name}))
        if not (trial and trial.answered):
            if not (self._ask and agrees(await self._ask(self._words["anyway"]))):
                return False
        elif self._ask and not await wants(self._words["use"], self._ask, self._lang):
            return False
        self._write(server, name)
        return True

    async def _tried(self, config: Config, models: ModelSettings) -> ModelTrial | None:
        """Try a model, and show what came of it; None where a person stopped it."""
        name = models.llm_model_name or ""
        thinking = ThinkingLine(self._ask is not None, lambda: self._lang)

        def begin(title: str, question: str) -> None:
            with thinking.aside():
                self._say("trying", model=name, title=title, question=question)

        with thinking.waiting():
            trying = asyncio.ensure_future(try_model(config, models, self._lang, begin))
            with thinking.stopping(trying):
                await asyncio.wait([trying])
        if trying.cancelled():
            self._say("stopped", "dim")
            return None
        trial = trying.result()
        if self._as_json:
            json_line({"tried": name, **asdict(trial)})
            return trial
        for line in [trial.problem] if trial.problem else trial.said:
            self._print(f"  {line}", "yellow" if trial.problem else "bold")
        if trial.answered:
            self._say("right" if trial.is_right else "wrong", seconds=trial.seconds)
        return trial

    def _write(self, server: FoundServer, name: str) -> None:
        """Write the settings; a key goes to a file of its own, unless it comes from the environment."""
        path, key = setup_file(), server.settings.api_key
        if not path.is_absolute():
            raise BadSetting("no home folder is known", "Set HOME, or ECHOES_CONFIG_DIR.")
        from_environment = key and key.get_secret_value() == os.environ.get(_KEY_VARIABLE)
        settings: dict[str, str | None] = {
            **dict.fromkeys(_OWN_FIELDS),
            "provider": server.settings.provider,
            "base_url": server.settings.base_url,
            "llm_model_name": name,
        }
        if from_environment:
            del settings["api_key"]
        elif key:
            settings["api_key_file"] = str(path.with_name(_KEY_FILE))
            atomic_write(path.with_name(_KEY_FILE), key.get_secret_value(), private=True)
        written = yaml.safe_dump({"models": settings}, allow_unicode=True, sort_keys=False)
        atomic_write(path, _HEADING + written, private=True)
        config = load_config()
        covered = {
            field: config.place_of("models", field)
            for field, value in settings.items()
            if getattr(config.models, field) != value
        }
        if self._as_json:
            json_line({"written": str(path), "overridden_by": covered})
            return
        self._say("written", path=path)
        for field, place in covered.items():
            self._say("covered", "yellow", place=place, field=field)

    def _say(self, key: str, style: str = "", **values: object) -> None:
        self._print(self._words[key].format(**values), style)

    def _print(self, text: str, style: str = "") -> None:
        if not self._as_json:
            wraps = self._console.is_terminal
            self._console.print(text_in(self._lang, text, style), soft_wrap=not wraps)


def _offers(servers: Sequence[FoundServer]) -> list[tuple[FoundServer, OfferedModel]]:
    return [(server, one) for server in servers for one in server.models]


def _must_offer(servers: Sequence[FoundServer]) -> None:
    if not _offers(servers):
        raise BadInput(
            "no model was found",
            "Start a server (Ollama, LM Studio, llama.cpp, vLLM), or name one: echoes setup --base-url URL.",
        )


def _named(servers: Sequence[FoundServer], name: str) -> tuple[FoundServer, str]:
    """Return the server that has a model of a name; one alone may have more than it lists."""
    wanted = name.removesuffix(":latest")
    for server, one in _offers(servers):
        if one.name.removesuffix(":latest") == wanted:
            return server, one.name
    if len(servers) == 1 and not (servers[0].wants_key or servers[0].is_away):
        return servers[0], name
    listed = ", ".join(one.name for _, one in _offers(servers))
    raise BadInput(f"no server here lists '{name}'", f"Listed: {listed or 'none'}.")


def _failure_of(server: FoundServer) -> str:
    failure, url = server.failure, redacted_url(server.settings)
    told = (
        describe_failure(failure, server.settings)
        if isinstance(failure, ModelFailed)
        else f"{url}: {failure}"
    )
    return told if server.name == url else f"{server.name}, {told}"
