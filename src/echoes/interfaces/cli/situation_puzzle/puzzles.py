"""`echoes puzzles`: as `echoes scenarios`, for situation puzzles, and what only their authors need."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer

from echoes.core.errors import BadInput, BadSetting
from echoes.core.files.writing import private_opener
from echoes.core.text.plain_text import pluralize
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import games_of
from echoes.games.situation_puzzle.authoring.harvest import harvest as harvested
from echoes.games.situation_puzzle.authoring.lint_rulings import lint_offers
from echoes.games.situation_puzzle.authoring.model_lint import ModelLint, model_requests
from echoes.interfaces.cli import scenarios
from echoes.interfaces.cli.lint_report import print_findings, report_findings
from echoes.interfaces.cli.options import JsonOption, LangOption
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.cli.progress import progress
from echoes.interfaces.cli.scenario_rows import ListedScenario, lines_of, rows_of, tell_what_is_missing
from echoes.interfaces.cli.situation_puzzle.confirm import confirm
from echoes.interfaces.cli.situation_puzzle.draft import draft
from echoes.interfaces.cli.situation_puzzle.puzzle_folders import app as folders
from echoes.interfaces.cli.with_engine import with_engine
from echoes.interfaces.proposal_reasons import reason_text

KIND = "situation_puzzle"

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="List, show, check, prepare and remove puzzles.",
)
app.add_typer(folders)
app.command("draft")(draft)
app.command("confirm")(confirm)

PuzzleId = Annotated[str, typer.Argument(help="The puzzle's id.")]


@app.command("list")
def list_puzzles(
    player: Annotated[
        str | None,
        typer.Option("--for", help="Sort by what suits this player, with reasons."),
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the puzzles."""
    repository, kinds = scenarios.open_repository()
    found = rows_of(repository, kinds, KIND, lang)
    rows = [*found.values()] if player is None else _in_order(found, player, lang)
    for row, line in zip(rows, lines_of(rows), strict=True):
        if as_json:
            json_line({key: value for key, value in row.items() if key != "game"})
        else:
            print(line)
    tell_what_is_missing(repository, KIND)


def _in_order(
    rows: dict[tuple[str, str], ListedScenario], player: str, lang: str | None
) -> list[ListedScenario]:
    """Return the rows as they suit a player, each with the reason."""
    return [
        {
            **rows[KIND, proposal.scenario.id],
            "reason": proposal.reason,
            "why": reason_text(proposal, lang or "en"),
            "session_id": proposal.session_id,
        }
        for proposal in with_engine(lambda engine: engine.players.propose(player, lang))
        if (KIND, proposal.scenario.id) in rows
    ]


@app.command("show")
def show(
    puzzle: PuzzleId,
    lang: LangOption = None,
    secret: Annotated[bool, typer.Option("--secret", help="Include the solution.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a puzzle; nothing secret unless --secret is given."""
    scenarios.show(puzzle, KIND, lang, secret, as_json)


@app.command("lint")
def lint(
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(help="Puzzles' ids, or files; without any, all."),
    ] = None,
    lang: LangOption = None,
    offers: Annotated[
        bool, typer.Option("--offers", help="Show what could be offered after the statement alone.")
    ] = False,
    model: Annotated[
        bool, typer.Option("--model", help="Also ask a model, which is named with its findings.")
    ] = False,
    sarif: scenarios.SarifOption = False,
    as_json: JsonOption = False,
) -> None:
    """Report what an author should look at. It shows secrets.

    The exit status is 1 if there is an error among the findings.
    """
    if model:
        _lint_with_model(puzzles, lang, "sarif" if sarif else "json" if as_json else "text")
        return
    if not offers:
        scenarios.lint(puzzles, KIND, lang, sarif, as_json)
        return
    repository, kinds = scenarios.open_repository()
    for _, found in scenarios.all_chosen(repository, kinds, puzzles, KIND, lang):
        findings = lint_offers(cast("Any", found))
        print_findings(found, findings, as_json, "open question")


def _lint_with_model(
    puzzles: Sequence[str] | None, lang: str | None, form: Literal["text", "json", "sarif"]
) -> None:
    """Report the findings on one puzzle with those of the model, which are named as such."""

    async def work(engine: GameEngine) -> bool:
        found = scenarios.all_chosen(engine.scenarios, engine.games, puzzles, KIND, lang) if puzzles else []
        llm = engine.models.llm("judge")
        if len(found) != 1:
            raise BadInput("a model checks one puzzle at a time", "Name its id, or a file with one.")
        if llm is None:
            raise BadSetting("no language model is configured", "Set models.provider; see docs/models.md.")
        scenario: Any = found[0][1]
        notice(f"{llm.id}: {pluralize(model_requests(scenario), 'request')} …")
        with progress("requests") as told:
            opinions = await ModelLint(scenario, llm, told=told).findings()
        return report_findings(found, engine.games, form, opinions)

    if with_engine(work):
        raise typer.Exit(1)


@app.command("test")
def test(
    puzzle: Annotated[str | None, typer.Argument(help="A puzzle's id; without it, all.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask each authored question, tell the solution, and report what is not ruled as authored."""
    scenarios.test(puzzle, KIND, lang, 0, as_json)


@app.command("harvest")
def harvest(
    puzzle: PuzzleId,
    lang: LangOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead of printing.")] = None,
) -> None:
    """Collect from all sessions what players meant, what was not ruled, and what was challenged.

    A file for the author to review: it shows what is secret, and changes no puzzle.
    """

    async def work(engine: GameEngine) -> Any:
        game, scenario = engine.scenarios.get(puzzle, lang)
        if game != KIND:
            raise BadInput(f"'{puzzle}' is no situation puzzle", "Only their rulings can be harvested.")
        return harvested(cast("Any", scenario), await games_of(engine, scenario))

    found = with_engine(work)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    if out is None:
        print(text)
        return
    try:
        with open(out, "w", encoding="utf-8", opener=private_opener) as file:
            file.write(text + "\n")
    except OSError as error:
        raise BadInput(f"{out} can't be written ({error.strerror})", "Name another file.") from None
    notice(f"{out}: {len(found['wordings'])} wordings, {len(found['unanswered'])} unanswered")


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of a puzzle file."""
    scenarios.schema(KIND)
