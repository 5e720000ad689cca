"""The author's desk: a puzzle file is read, checked, tried and published; and how puzzles do.

Everything here is behind the operator's password: it shows what is secret.
"""

from pathlib import Path
from typing import Any, cast

import gradio as gr
import pandas as pd

from echoes.core.errors import EchoesError
from echoes.engine.dashboard import puzzle_figures
from echoes.engine.history import LogHistory
from echoes.engine.ingest import take_in
from echoes.games.base import FileReport
from echoes.games.situation_puzzle import asking
from echoes.interfaces.web.house import House
from echoes.interfaces.web.rendering import render

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

Draft = dict[str, Any]
"""A puzzle of a file that was dropped: its game type and its canonical form."""


def desk_page(house: House) -> gr.Blocks:
    """The Blocks of the author's desk.

    Args:
        house: whose puzzles grow.
    """
    with gr.Blocks(title="Author's desk", fill_width=True, analytics_enabled=False) as page:
        gr.HTML(render("desk_top", "en"), padding=True)
        with gr.Tab("Puzzle file"):
            _file_tab(house)
        with gr.Tab("Dashboard"):
            _dashboard_tab(house, page)
    return page


def _file_tab(house: House) -> None:
    drafts = gr.State({})
    with gr.Row():
        with gr.Column(scale=2):
            game = gr.Dropdown(sorted(house.engine.games), value="situation_puzzle", label="Game type")
            dropped = gr.File(label="Puzzle file (JSON)", file_types=[".json"], file_count="single")
            chosen = gr.Dropdown([], label="Puzzle", interactive=True)
            publish = gr.Button("Publish", variant="primary", interactive=False)
        with gr.Column(scale=3):
            report = gr.HTML(render("desk_report", "en", results=[]), padding=True)
    question = gr.Textbox(label="Try a question or claim", submit_btn=True, max_length=_LONGEST)
    ruling = gr.HTML(padding=True)

    async def read(path: str | None, kind: str) -> tuple[Draft, Any, Any, str]:
        found: Draft = {}
        results: list[Any] = []
        for read_in in house.engine.games[kind].read_file(Path(path)) if path else []:
            read_in.source = Path(read_in.source).name
            results.append(await take_in(house.engine, kind, read_in, dry_run=True))
            if read_in.scenario:
                name = f"{read_in.scenario.title} ({read_in.scenario.language})"
                found[name] = {"game": kind, "scenario": read_in.scenario.to_json()}
        names = list(found)
        menu = gr.Dropdown(names, value=names[0] if names else None)
        button = gr.Button(interactive=bool(names))
        return found, menu, button, render("desk_report", "en", results=results)

    async def try_out(text: str, name: str | None, known: Draft) -> str:
        if not name or name not in known or not text.strip():
            return render("desk_ruling", "en", text=text, answer=None, error="Drop a puzzle file first.")
        try:
            kind, scenario = _scenario(house, known[name])
            history = LogHistory(house.engine.storage.event_log, "none")
            context = await house.engine.assembly.context(kind, scenario, history, house.engine.referee)
            answer = await asking.ask(context.referee, text[:_LONGEST], explain=True)
        except EchoesError as error:
            return render("desk_ruling", "en", text=text, answer=None, error=str(error))
        return render("desk_ruling", "en", text=text, answer=answer, error="")

    async def put_up(name: str | None, known: Draft) -> str:
        if not name or name not in known:
            return render("desk_report", "en", results=[])
        try:
            kind, scenario = _scenario(house, known[name])
            result = await take_in(house.engine, kind, FileReport(name, scenario))
        except EchoesError as error:
            return render("desk_ruling", "en", text=name, answer=None, error=str(error))
        return render("desk_report", "en", results=[result])

    private: Any = {"api_visibility": "private"}
    dropped.change(read, [dropped, game], [drafts, chosen, publish, report], **private)
    question.submit(try_out, [question, chosen, drafts], ruling, **private)
    publish.click(put_up, [chosen, drafts], report, **private)


def _scenario(house: House, draft: Draft) -> tuple[str, Any]:
    return str(draft["game"]), house.engine.games[draft["game"]].load(draft["scenario"])


def _dashboard_tab(house: House, page: gr.Blocks) -> None:
    refresh = gr.Button("Refresh", size="sm")
    table = gr.Dataframe(headers=list(_COLUMNS.values()), interactive=False, label="Puzzles")
    with gr.Row():
        rates = gr.BarPlot(x="Puzzle", y="Solve rate", title="Solve rate", y_lim=[0, 1], sort="-y")
        questions = gr.BarPlot(x="Puzzle", y="Questions to solve", title="Questions to solve", sort="y")
    with gr.Row():
        hints = gr.BarPlot(x="Puzzle", y="Hints a game", title="Hints a game", sort="-y")
        ends = gr.BarPlot(x="Puzzle", y="Games", color="How it ended", title="How games ended")

    async def look() -> tuple[Any, ...]:
        figures = cast("list[dict[str, Any]]", await puzzle_figures(house.engine))
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
