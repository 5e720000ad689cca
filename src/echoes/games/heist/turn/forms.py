"""Messages whose form tells their meaning: commands, numbers, answers, refusals, names, dice."""

from collections.abc import Sequence

from echoes.games.conversation.form import read_form
from echoes.games.heist.narration.phrases import phrases_in
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.die_intent import die_intent
from echoes.games.heist.turn.exits import own_words
from echoes.games.heist.turn.intent import UNWANTED, HeistIntent, OpenMove
from echoes.games.heist.turn.matching import plain_of
from echoes.games.heist.turn.unframed import unframed_moves
from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable
from echoes.language.given_names import are_pronouns, given_name
from echoes.language.replies import yes_or_no
from echoes.language.speech_acts import read_speech_act

COMMANDS = CommandTable({
    "help": ("help", "帮助"),
    "sheet": ("sheet", "角色", "status", "状态"),
    "recap": ("recap", "look", "回顾", "局面"),
    "undo": ("undo", "撤销", "撤回"),
    "fresh": ("fresh", "换骰"),
    "giveup": GIVE_UP_WORDS,
    "quit": ("quit", "exit", "退出"),
})  # fmt: skip


def intent_by_form(
    score: Score, state: HeistState, moves: Sequence[OpenMove], message: str
) -> HeistIntent | None:
    """Return the meaning of a message whose form tells it; None for free words.

    Args:
        score: that is played.
        state: before the message.
        moves: that are open.
        message: what the player sent.
    """
    asked = state["asked"]
    things, offered = phrases_in(score.language).lists["refused_things"], [move.key for move in moves]

    def known() -> dict[str, OpenMove]:
        return {move.key: move for move in (*moves, *unframed_moves(score, state))}

    def texts() -> dict[str, str]:
        return {key: move.text for key, move in known().items()}

    if form := read_form(message, COMMANDS, asked or offered, texts, bool(asked), things):
        if form.kind == "which":
            return HeistIntent("choose", moves=[move for key, move in known().items() if key in asked])
        return HeistIntent(form.kind, form.key, form.text)
    agrees = None if asked else yes_or_no(message, things)
    if agrees is not None and (reply := _reply_to_offer(state, moves, agrees)):
        return reply
    if key := own_words(score, state, moves, plain_of(message)):
        return HeistIntent("move", key)
    if state["phase"] == "creation" and (own := _written(score.language, moves, message)):
        return own
    return die_intent(score.language, state, moves, message) if state["mood"] == "action" else None


def _reply_to_offer(state: HeistState, moves: Sequence[OpenMove], agrees: bool) -> HeistIntent | None:
    """Return the meaning of a plain yes or no to what is on offer, and was not asked back.

    What is refused is closed or kept, and nothing is paid for it.
    """
    if state["phase"] not in ("playing", "between_scenes"):
        return None
    instead = {"action": "drop", "aftermath": "accept" if agrees else "resist"}.get(state["mood"], "")
    found = [move for move in moves if move.key == instead]
    if agrees:
        return HeistIntent("move", "accept") if instead == "accept" and found else None
    if instead == "drop" and state["framing"] and not state["framing"]["used"]:
        return HeistIntent("move", instead)
    return HeistIntent("choose", moves=found, why="ask_meant") if found else UNWANTED


def _written(language: str, moves: Sequence[OpenMove], message: str) -> HeistIntent | None:
    """Return the name that was written where one is asked for; few words are pronouns.

    Names begin like questions (Will, Can, 哪吒), so only a question mark makes one there.
    """
    step = moves[0].key.split(":")[1] if moves and moves[0].key.startswith("fill:") else ""
    value = given_name(message)[:40]
    if step not in ("name", "pronouns") or not value or value.endswith(("?", "？")):
        return None
    asks = read_speech_act(language, value, {}).is_question
    if step == "pronouns" and (asks or not are_pronouns(value)):
        return None
    return HeistIntent("move", f"fill:{step}:{value}")
