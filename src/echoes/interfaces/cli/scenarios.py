"""`echoes games` and `echoes scenarios`: the kinds of game, and what there is to play of each."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from echoes.app import game_types, open_scenarios
from echoes.config import load_config
from echoes.core.errors import BadInput, BadScenarioFile, UnknownName
from echoes.core.text.bilingual import LANGUAGES
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.files import nothing_to_play
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.engine.sessions.queries import draft_context
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.interfaces.cli.lint_report import print_findings, report_findings
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import field_text, json_line, notice
from echoes.interfaces.cli.scenario_rows import find_game_type, lines_of, rows_of, tell_what_is_missing
from echoes.interfaces.cli.with_engine import with_engine

DEFAULT_KIND = "situation_puzzle"
"""The kind whose schema is printed, and whose files are taken in, where none is named."""

ScenarioId = Annotated[str, typer.Argument(help="The id of a scenario.")]
ScenariosId = Annotated[
    str | None, typer.Argument(help="An id, a file or the folder of a pack; without it, all.")
]
ScenariosIds = Annotated[
    list[str] | None, typer.Argument(help="Ids, files or folders of packs; without any, all.")
]
GameOption = Annotated[str | None, typer.Option("--game", help="One kind of game only; see `echoes games`.")]

SarifOption = Annotated[
    bool, typer.Option("--sarif", help="Print one SARIF log, for editors and code hosts.")
]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="List, show, write, check and test what there is to play.",
)


def games(as_json: JsonOption = False) -> None:
    """List the kinds of game."""
    repository, kinds = open_repository()
    for name, game in kinds.items():
        found = [scenario for _, scenario in repository.list_all(name)]
        row: dict[str, Any] = {
            "game": name,
            "title": game.title,
            "description": game.description,
            "scenarios": len({scenario.id for scenario in found}),
            "languages": sorted({scenario.language for scenario in found}),
        }
        if as_json:
            json_line(row)
        else:
            languages = f" ({', '.join(row['languages'])})" if row["languages"] else ""
            print(f"{name:20} {row['scenarios']:4} to play{languages}  {game.description}")


@app.command("list")
def list_all(game: GameOption = None, lang: LangOption = None, as_json: JsonOption = False) -> None:
    """List what there is to play."""
    repository, kinds = open_repository()
    rows = [*rows_of(repository, kinds, game, lang).values()]
    for row, line in zip(rows, lines_of(rows), strict=True):
        if as_json:
            json_line(row)
        else:
            print(f"{row['game']:18} {line}")
    tell_what_is_missing(repository, game)


@app.command("show")
def show(
    scenario: ScenarioId,
    game: GameOption = None,
    lang: LangOption = None,
    secret: Annotated[bool, typer.Option("--secret", help="Include secrets.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a scenario; nothing secret unless --secret is given."""
    repository, kinds = open_repository()
    name, found = chosen(repository, kinds, scenario, game, lang)
    data = found.to_json() if secret else kinds[name].public_view(found)
    if as_json:
        json_line(data)
        return
    for key, value in data.items():
        if value in (None, []):
            continue
        print(field_text(key, value), end="")


@app.command("new")
def new(
    game: Annotated[str, typer.Argument(help="The kind of game, such as `story`; see `echoes games`.")],
    folder: Annotated[Path, typer.Argument(help="A new folder, whose name is the scenario's id.")],
    lang: LangOption = None,
) -> None:
    """Write the smallest complete scenario, with comments, to be changed into your own."""
    kind, language = find_game_type(open_repository()[1], game), lang or LANGUAGES[0]
    if language not in LANGUAGES:
        raise BadInput(f"no scenario is written in '{language}'", f"Known: {', '.join(LANGUAGES)}.")
    files = kind.smallest(folder.resolve().name, language)
    if folder.exists():
        raise BadInput(f"'{folder}' is there already", "Name a new folder.")
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
        print(folder / name)
    notice(f"Next: echoes scenarios lint {folder}, then test, then echoes ingest {folder}, and play it.")


@app.command("lint")
def lint(
    scenarios: ScenariosIds = None,
    game: GameOption = None,
    lang: LangOption = None,
    sarif: SarifOption = False,
    as_json: JsonOption = False,
) -> None:
    """Report what an author should look at. It shows secrets.

    The exit status is 1 if there is an error among the findings.
    """
    repository, kinds = open_repository()
    found = all_chosen(repository, kinds, scenarios, game, lang)
    if report_findings(found, kinds, "sarif" if sarif else "json" if as_json else "text"):
        raise typer.Exit(1)


@app.command("test")
def test(
    scenario: ScenariosId = None,
    game: GameOption = None,
    lang: LangOption = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of everything that is left to chance.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Play scenarios by themselves, and report what went wrong or was never reached. It shows secrets.

    The exit status is 1 if there is anything to report.
    """
    repository, kinds = open_repository()
    found = list(chosen_or_all(repository, kinds, scenario, game, lang))

    async def test_all(engine: GameEngine) -> bool:
        failed = False
        for name, scenario in found:
            context = await draft_context(engine, name, scenario)
            findings = await engine.games[name].test(scenario, context, seed)
            failed = failed or bool(findings)
            print_findings(scenario, findings, as_json)
        return failed

    if with_engine(test_all, notice):
        raise typer.Exit(1)


@app.command("schema")
def schema(game: GameOption = None) -> None:
    """Print the JSON Schema of a scenario file."""
    kind = find_game_type(open_repository()[1], game or DEFAULT_KIND)
    print(json.dumps(kind.schema(), ensure_ascii=False, indent=2))


def open_repository() -> tuple[ScenarioRepository, Mapping[str, AnyGame]]:
    """Open what there is to play, and the kinds of game by name; no model and no index."""
    config = load_config()
    kinds = game_types(config)
    return open_scenarios(config, kinds), kinds


def chosen(
    repository: ScenarioRepository,
    kinds: Mapping[str, AnyGame],
    scenario_id: str,
    game: str | None,
    lang: str | None,
) -> tuple[str, Scenario]:
    """Return the scenario of an id, with its kind of game.

    Raises:
        UnknownName: there is none, or it is of another kind.
    """
    if game is not None:
        find_game_type(kinds, game)
    name, scenario = repository.get(scenario_id, lang)
    if game not in (None, name):
        raise UnknownName(
            f"'{scenario_id}' is of the kind '{name}', not '{game}'",
            "`echoes scenarios` serves all kinds.",
        )
    return name, scenario


def all_chosen(
    repository: ScenarioRepository,
    kinds: Mapping[str, AnyGame],
    named: Sequence[str] | None,
    game: str | None,
    lang: str | None,
) -> list[tuple[str, Scenario]]:
    """Return the scenarios of several ids, files or folders; all where none is named.

    Raises:
        UnknownName, BadScenarioFile: as `chosen_or_all`.
    """
    return [
        pair
        for one in dict.fromkeys(named or [None])
        for pair in chosen_or_all(repository, kinds, one, game, lang)
    ]


def chosen_or_all(
    repository: ScenarioRepository,
    kinds: Mapping[str, AnyGame],
    scenario: str | None,
    game: str | None,
    lang: str | None,
) -> list[tuple[str, Scenario]]:
    """Return the scenarios of an id, in all languages where none is named; of a file or folder; or all.

    The folder of a pack comes before an id that is called the same: its author is at work in it.

    Raises:
        UnknownName: no such scenario or kind of game, or none at all.
        BadScenarioFile: the file can't be read.
    """
    if scenario is None:
        if game is not None:
            find_game_type(kinds, game)
        every = repository.list_all(game)
        if not every:
            raise nothing_to_play(repository.folders, game or "")
        return [(name, one) for name, one in every if lang in (None, one.language)]
    path = Path(scenario)
    name = game or kind_of(kinds, path)
    if not scenario or not (path.is_file() or (name and path.is_dir())):
        languages = [lang] if lang else repository.languages(scenario) or [None]
        return [chosen(repository, kinds, scenario, game, one) for one in languages]
    name = name or DEFAULT_KIND
    reports = find_game_type(kinds, name).reports_of(path)
    if errors := [report.error for report in reports if report.error]:
        for error in errors[:-1]:
            notice(error)
        raise BadScenarioFile(errors[-1].rstrip("."), "Correct the file.")
    found = [report.scenario for report in reports if report.scenario]
    return [(name, one) for one in found if lang in (None, one.language)]


def kind_of(kinds: Mapping[str, AnyGame], path: Path) -> str | None:
    """Return the kind of game of a path; None where its name does not say it."""
    return next((name for name, kind in kinds.items() if kind.recognizes(path)), None)
