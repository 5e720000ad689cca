"""Lines and veils: what a table leaves out, and what happens there off-screen, in one sentence."""

from collections.abc import Sequence

from echoes.games.party.pack.schema import Module
from echoes.games.party.phrases import table_phrase
from echoes.games.party.state import PartyState


def is_left_out(state: PartyState, touches: Sequence[str]) -> bool:
    """Return whether the table leaves out what something touches."""
    return not {*touches}.isdisjoint(state["lines"])


def is_veiled(state: PartyState, touches: Sequence[str]) -> bool:
    """Return whether what something touches is told in one sentence, and not played out."""
    return not {*touches}.isdisjoint([*state["veils"], *state["lines"]])


def boundary_words(module: Module, state: PartyState) -> str:
    """Return the lines and veils for whoever tells: topics never brought up, and those never played out."""
    drawn = {"never_told": state["lines"], "never_played_out": state["veils"]}
    return "\n".join(
        table_phrase(module.language, key, items=" ".join(module.lines[line] for line in lines))
        for key, lines in drawn.items()
        if lines
    )
