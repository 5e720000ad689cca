"""The author's page: a puzzle file is read, checked, tried and published; and a dashboard.

Everything here is behind the operator's password: it shows what is secret.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import gradio as gr
import pandas as pd

from echoes.core.errors import EchoesError
from echoes.core.views import Block
from echoes.engine.dashboard import puzzle_figures
from echoes.engine.ingest import Ingested, ingest_record
from echoes.engine.reading import draft_context
from echoes.games.scenario import FileReport
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.templating import render_template

_COLUMNS = {
    "title": "Puzzle",
    "lang": "Language",
    "games": "Games",
    "solve_rate": "Solve rate",
    "questions_to_solve": "Questions to solve",
    "hints": "Hints a game",
    "given_up": "Given up",
    "abandoned": "Abandoned",
    "model_calls": "Model calls",
    "tokens": "Tokens",
    "not_ruled": "Not ruled",
}
_PLOTTED = ("Solve rate", "Questions to solve", "Hints a game")
_LONGEST = 500
_KEPT_S = 3600
"""Seconds for which a file that was dropped is kept."""

Drafts = dict[str, dict[str, Any]]
"""The puzzles of a file that was dropped, by name: game type and canonical form of each."""


def author_page(web_app: WebApp) -> gr.Blocks:
    """Return the Blocks of the author's page.

    Args:
        web_app: whose puzzles grow.
    """
    with gr.Blocks(
        title="Author's desk", fill_width=True, analytics_enabled=False, delete_cache=(_KEPT_S, _KEPT_S)
    ) as page:
        gr.HTML(render_template("desk_top", "en"), padding=True)
        with gr.Tab("Puzzle file"):
            _file_tab(web_app)
        with gr.Tab("Dashboard"):
            _dashboard_tab(web_app, page)
    return page


def _file_tab(web_app: WebApp) -> None:
    drafts = gr.State({})
    with gr.Row():
        with gr.Column(scale=2):
            game = gr.Dropdown(sorted(web_app.engine.games), value="situation_puzzle", label="Game type")
            dropped = gr.File(label="Puzzle file (JSON)", file_types=[".json"], file_count="single")
            chosen = gr.Dropdown([], label="Puzzle", interactive=True)
            publish = gr.Button("Publish", variant="primary", interactive=False)
        with gr.Column(scale=3):
            report = gr.HTML(_report([]), padding=True)
    question = gr.Textbox(label="Try a question or claim", submit_btn=True, max_length=_LONGEST)
    ruling = gr.HTML(padding=True)
    actions, private = _AuthorActions(web_app), cast("Any", {"api_visibility": "private"})
    dropped.change(actions.read, [dropped, game], [drafts, chosen, publish, report, ruling], **private)
    question.submit(actions.try_out, [question, chosen, drafts], ruling, **private)
    publish.click(actions.publish, [chosen, drafts], report, **private)


class _AuthorActions:
    """Actions of an author on a file."""

    def __init__(self, web_app: WebApp) -> None:
        self._web_app, self._engine = web_app, web_app.engine

    async def read(self, path: str | None, kind: str) -> tuple[Drafts, Any, Any, str, str]:
        """Read and check the file that was dropped: its puzzles, the menu of them, and the report."""
        found: Drafts = {}
        results: list[Ingested] = []
        for record in self._engine.games[kind].read_file(Path(path)) if path else []:
            record.source = Path(record.source).name
            results.append(await ingest_record(self._engine, kind, record, dry_run=True))
            if record.scenario:
                name = f"{record.scenario.title} ({record.scenario.id}, {record.scenario.language})"
                found[name] = {"game": kind, "scenario": record.scenario.to_json()}
        menu = gr.Dropdown(list(found), value=next(iter(found), None))
        return found, menu, gr.Button(interactive=bool(found)), _report(results), ""

    async def try_out(self, text: str, name: str | None, known: Drafts) -> str:
        """Rule on a question, with what decided."""
        if not name or name not in known or not text.strip():
            return _ruling(text, [], "Drop a puzzle file first, then ask.")
        try:
            kind, scenario = self._scenario(known[name])
            context = await draft_context(self._engine, kind, scenario)
            shown = await self._engine.games[kind].try_out(context, text[:_LONGEST])
        except EchoesError as error:
            return _ruling(text, [], str(error))
        return _ruling(text, shown, "")

    async def publish(self, name: str | None, known: Drafts) -> str:
        """Put a puzzle where players find it."""
        if not name or name not in known:
            return _report([])
        try:
            kind, scenario = self._scenario(known[name])
            return _report([await ingest_record(self._engine, kind, FileReport(name, scenario))])
        except EchoesError as error:
            return _ruling(name, [], str(error))

    def _scenario(self, draft: dict[str, Any]) -> tuple[str, Any]:
        return str(draft["game"]), self._engine.games[draft["game"]].load(draft["scenario"])


def _report(results: Sequence[Ingested]) -> str:
    return render_template("desk_report", "en", results=results)


def _ruling(text: str, blocks: Sequence[Block], error: str) -> str:
    return render_template("desk_ruling", "en", text=text, blocks=blocks, error=error)


def _dashboard_tab(web_app: WebApp, page: gr.Blocks) -> None:
    refresh = gr.Button("Refresh", size="sm")
    table = gr.Dataframe(headers=list(_COLUMNS.values()), interactive=False, label="Puzzles")
    with gr.Row():
        rates = gr.BarPlot(x="Puzzle", y="Solve rate", title="Solve rate", y_lim=[0, 1], sort="-y")
        questions = gr.BarPlot(
            x="Puzzle", y="Questions to solve", title="Questions to solve", y_lim=[0, None], sort="y"
        )
    with gr.Row():
        hints = gr.BarPlot(x="Puzzle", y="Hints a game", title="Hints a game", y_lim=[0, None], sort="-y")
        ends = gr.BarPlot(x="Puzzle", y="Games", color="How it ended", title="How games ended")

    async def look() -> tuple[Any, ...]:
        figures: list[dict[str, Any]] = [row.to_json() for row in await puzzle_figures(web_app.engine)]
        frame = pd.DataFrame([{name: row[key] for key, name in _COLUMNS.items()} for row in figures])
        if frame.empty:
            frame = pd.DataFrame(columns=list(_COLUMNS.values()))
        frame["Puzzle"] = [f"{row['title']} ({row['lang']})" for row in figures]
        kinds = {"solved": "solved", "given_up": "given up", "abandoned": "abandoned"}
        ended = [
            {"Puzzle": f"{row['title']} ({row['lang']})", "How it ended": kind, "Games": row[key]}
            for row in figures
            for key, kind in kinds.items()
        ]
        counts = pd.DataFrame(ended, columns=["Puzzle", "How it ended", "Games"])
        plots = [
            frame.assign(**{name: pd.to_numeric(frame[name])}).dropna(subset=[name]) for name in _PLOTTED
        ]
        return frame, *plots, counts

    outputs: Any = [table, rates, questions, hints, ends]
    refresh.click(look, None, outputs, api_visibility="private")
    page.load(look, None, outputs, api_visibility="private")
