"""`echoes puzzles`: what there is to play."""

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from echoes.interfaces.cli.play import JsonOption, LangOption
from echoes.interfaces.cli.puzzle_folders import app as folders

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="List, show, check, prepare and remove puzzles."
)
app.add_typer(folders)

PuzzleId = Annotated[str, typer.Argument(help="The puzzle's id.")]


@app.command("list")
def list_puzzles(
    player: Annotated[
        str | None,
        typer.Option("--for", help="In the order that suits this player, with reasons."),
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the puzzles."""
    from echoes.interfaces.cli.output import json_line, notice

    repository, _ = _repository()
    rows: dict[str, dict[str, Any]] = {}
    for _, scenario in repository.scenarios():
        if lang not in (None, scenario.language):
            continue
        data = scenario.to_json()
        row = rows.setdefault(
            scenario.id,
            {
                "id": scenario.id,
                "title": scenario.title,
                "languages": [],
                "difficulty": data.get("difficulty", 3),
                "tags": data.get("tags", []),
                "content_warnings": data.get("content_warnings", []),
            },
        )
        row["languages"].append(scenario.language)
    for row in rows.values() if player is None else _in_order(rows, player, lang):
        if as_json:
            json_line(row)
        else:
            warnings = f"  [{', '.join(row['content_warnings'])}]" if row["content_warnings"] else ""
            stars, reason = "★" * row["difficulty"], f"  {row['why']}" if row.get("why") else ""
            print(
                f"{row['id']:24} {row['title']:28} {stars:6} {', '.join(row['languages'])}{warnings}{reason}"
            )
    for report in repository.all():
        if report.error:
            notice(f"echoes: left out: {report.error}")


def _in_order(rows: dict[str, dict[str, Any]], player: str, lang: str | None) -> list[dict[str, Any]]:
    """The rows as they suit a player, each with the reason."""
    import asyncio

    from echoes.interfaces.proposing import why

    async def run() -> list[Any]:
        from echoes.app import open_engine

        async with open_engine() as engine:
            return await engine.players.propose(player, lang)

    return [
        {
            **rows[proposal.scenario.id],
            "reason": proposal.reason,
            "why": why(proposal, lang or "en"),
            "session_id": proposal.session_id,
        }
        for proposal in asyncio.run(run())
    ]


@app.command("show")
def show(
    puzzle: PuzzleId,
    lang: LangOption = None,
    secret: Annotated[bool, typer.Option("--secret", help="Show the solution too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a puzzle; nothing secret unless --secret is given."""
    from echoes.interfaces.cli.output import json_line

    repository, _ = _repository()
    _, scenario = repository.get(puzzle, lang)
    data = scenario.to_json()
    if not secret:
        data = {key: value for key, value in data.items() if key in _PUBLIC}
    if as_json:
        json_line(data)
        return
    for key, value in data.items():
        if isinstance(value, list):
            print(f"{key}:")
            for item in cast("list[Any]", value):
                print(f"  {item}")
        else:
            print(f"{key}: {value}")


_PUBLIC = {
    "schema_version",
    "id",
    "title",
    "language",
    "difficulty",
    "statement",
    "public_facts",
    "constraints",
    "tags",
    "content_warnings",
    "provenance",
}


@app.command("lint")
def lint(
    puzzle: Annotated[str | None, typer.Argument(help="A puzzle's id, or a file; without it, all.")] = None,
    lang: LangOption = None,
    offers: Annotated[
        bool, typer.Option("--offers", help="What could be offered to who has read the statement only.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say what an author should look at. It shows what is secret."""
    from echoes.games.situation_puzzle.lint_rulings import lint_offers
    from echoes.interfaces.cli.output import json_line

    repository, games = _repository()
    chosen = repository.scenarios() if puzzle is None else _chosen(repository, games, puzzle, lang)
    for game, scenario in chosen:
        shown = offers and game == "situation_puzzle"
        findings = lint_offers(scenario) if shown else games[game].lint(scenario)
        if as_json:
            json_line({"id": scenario.id, "language": scenario.language, "findings": findings})
        else:
            what = "question(s) that could be offered" if shown else "finding(s)"
            print(f"{scenario.id} ({scenario.language}): {len(findings) or 'no'} {what}")
            for finding in findings:
                print(f"  {finding}")


@app.command("harvest")
def harvest(
    puzzle: PuzzleId,
    lang: LangOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write a file instead of printing.")] = None,
) -> None:
    """Collect from the sessions what players meant, what was not ruled, and what was doubted.

    A file for the author to review: it shows what is secret, and changes no puzzle.
    """
    import asyncio
    import json

    from echoes.core.errors import BadInput
    from echoes.interfaces.cli.output import notice

    found = asyncio.run(_harvested(puzzle, lang))
    text = json.dumps(found, ensure_ascii=False, indent=1)
    if out is None:
        print(text)
        return
    try:
        out.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise BadInput(f"{out} can't be written ({error.strerror})", "Name another file.") from None
    notice(f"{out}: {len(found['wordings'])} wordings, {len(found['unanswered'])} unanswered")


async def _harvested(puzzle: str, lang: str | None) -> Any:
    from echoes.app import open_engine
    from echoes.core.errors import BadInput
    from echoes.core.events import SessionStarted
    from echoes.games.situation_puzzle.harvest import harvest as harvested

    async with open_engine() as engine:
        game, scenario = engine.puzzles.get(puzzle, lang)
        if game != "situation_puzzle":
            raise BadInput(f"'{puzzle}' is no situation puzzle", "Only their rulings can be harvested.")
        log = engine.storage.event_log
        games = (log.read_intact(session) for session in log.sessions())
        played = (
            entries
            for entries in games
            if entries
            and isinstance(started := entries[0].event, SessionStarted)
            and (started.puzzle_id, started.lang) == (scenario.id, scenario.language)
        )
        return harvested(cast("Any", scenario), played)


def _chosen(repository: Any, games: Any, puzzle: str, lang: str | None) -> list[tuple[str, Any]]:
    """The puzzle of an id, or those of a file that need not be ingested."""
    from echoes.core.errors import BadPuzzleFile

    if not Path(puzzle).is_file():
        return [repository.get(puzzle, lang)]
    reports = games["situation_puzzle"].read_file(Path(puzzle))
    if errors := [report.error for report in reports if report.error]:
        raise BadPuzzleFile(errors[0].rstrip("."), "Mend the file.")
    return [("situation_puzzle", report.scenario) for report in reports]


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of a puzzle file."""
    import json

    from echoes.games.situation_puzzle.puzzle import puzzle_schema

    print(json.dumps(puzzle_schema(), ensure_ascii=False, indent=2))


def _repository() -> tuple[Any, Any]:
    from echoes.app import game_types, open_puzzles
    from echoes.config import load_config

    config = load_config()
    games = game_types(config)
    return open_puzzles(config, games), games
