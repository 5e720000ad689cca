"""Outcomes of tables that play by themselves: how they end, how long they take, what gets out."""

from dataclasses import asdict

from echoes.bench.party.command_specs import PartyOptions
from echoes.bench.party.crowd import measure_tables_at_once
from echoes.bench.party.games import play_tables
from echoes.bench.party.long_table import measure_long_table
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text
from echoes.bench.seeded_games import (
    leaks_and_unended,
    play_by_seed,
    players_named,
    row_of,
    scenarios_to_play,
)
from echoes.config import load_config
from echoes.games.party.pack.schema import Module
from echoes.games.party.players.registry import PARTY_PLAYERS


async def measure_tables(options: PartyOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    """Play, and report; it fails where something leaked or a game did not end.

    Raises:
        BadInput: there is no such module.
        UnknownName: there is no such player.
    """
    modules = scenarios_to_play(Module, "module", options.module, options.lang)
    players = players_named(options.players, PARTY_PLAYERS)
    results = play_by_seed(play_tables, modules, players, options, on_progress)
    counted = ("turns", "rounds")
    rows = [row_of(results, "module", one.id, player, counted) for one in modules for player in players]
    leaks, unended = leaks_and_unended(results)
    text = [*(row.text() for row in rows), f"leaks: {leaks}; games that did not end: {unended}"]
    total: dict[str, object] = {"leaks": leaks, "unended": unended}
    long = None
    if options.turns:
        long = await measure_long_table(load_config(), options.lang or "en", options.turns)
        text.append(long.text())
        total["long_table"] = {**asdict(long), "ok": long.ok}
    crowd = None
    if options.tables:
        crowd = await measure_tables_at_once(load_config(), options.tables, lang=options.lang or "en")
        text.append(crowd.text())
        total["tables_at_once"] = {**asdict(crowd), "ok": crowd.ok}
    flat = (long is None or long.ok) and (crowd is None or crowd.ok)
    lines = [*(row.json() for row in rows), json_text(total)]
    return BenchmarkOutcome(text, lines, ok=not leaks and not unended and flat)
