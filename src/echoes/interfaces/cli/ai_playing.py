"""`echoes play --ai`: an AI player at the table, shown live."""

from collections.abc import Sequence

from echoes.app import open_engine
from echoes.bench.players.games import INVALID_ENDINGS
from echoes.config import load_config
from echoes.core.seats.roles import Role
from echoes.core.seats.visibility import PUBLIC
from echoes.core.text.punctuation import in_brackets, with_colon
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.sessions.queries import events_dealt
from echoes.games.player import PlayerLimits
from echoes.interfaces.cli.event_printer import EventPrinter
from echoes.interfaces.cli.output import notice
from echoes.interfaces.cli.thinking_line import ThinkingLine

_PUZZLE = "situation_puzzle"
"""Only a puzzle is solved or given up; any other game is just over."""
_WORDS = {
    "en": {
        "solved": "The player has solved it",
        "over": "The game is over",
        "given_up": "The player has given up",
        "out_of_turns": "The player has used up its turns",
        "out_of_messages": "The player has sent too many messages without a ruling",
        "unreadable": "The replies of the player's model can't be read",
        "out_of_budget": "The budget of the player's model is used up",
        "stopped": "The player has nothing more to say",
        "no_referee": "The referee could not answer",
        "no_player": "The player's model did not answer",
        "cost": "turns: {turns} of {most}; calls of its model: {calls}; tokens: {tokens}. Session {session}.",
    },
    "zh": {
        "solved": "玩家解开了谜题",
        "over": "这一局结束了",
        "given_up": "玩家放弃了",
        "out_of_turns": "玩家的步数用完了",
        "out_of_messages": "玩家说了很多，却没有得到回答",
        "unreadable": "看不懂玩家的模型说的话",
        "out_of_budget": "玩家的模型预算用完了",
        "stopped": "玩家没有别的要说了",
        "no_referee": "裁判没能回答",
        "no_player": "玩家的模型没有回答",
        "cost": "用了 {turns} 步（上限 {most}）；模型调用 {calls} 次，{tokens} 个 token。会话 {session}。",
    },
}


async def play_ai(
    strategy: str,
    puzzle: str | None,
    player: str | None,
    lang: str | None,
    turns: int | None,
    seed: int,
    script: Sequence[str],
    as_json: bool,
) -> bool:
    """Play one game by a strategy, and print each message and what it leads to.

    Returns:
        Whether player and referee answered to the end.
    Raises:
        BadInput: the strategy lacks a model or a script.
    """
    config = load_config()
    config.memory = config.memory.model_copy(update={"remember": False})
    async with open_engine(config, announce=notice) as engine:
        chosen = puzzle or config.play.default_puzzle
        game_type = engine.games[engine.scenarios.get(chosen, lang)[0]]
        game_type.check_player(strategy, engine.models.llm(Role.PLAYER), script)
        name = player or f"ai-{strategy}"
        session = await engine.create_session(chosen, name, lang)
        show = EventPrinter(as_json, engine.games)
        caps = game_type.caps()
        caps = PlayerLimits(turns or caps.turns, caps.calls, caps.tokens)
        game = Autoplay(engine, session.session_id, strategy, caps, seed, script)
        for event in (session.started, *events_dealt(engine, session.session_id, PUBLIC)):
            show.event(event)
        thinking = ThinkingLine(not as_json and show.console.is_terminal, lambda: session.started.lang)
        with thinking.waiting():
            async for step in game.steps():
                with thinking.aside():
                    show.message(step.move.text)
                    for event in step.events:
                        show.event(event)
        usage, words = game.usage, _WORDS.get(session.started.lang, _WORDS["en"])
        why = in_brackets(game.why, words["over"])
        cost = words["cost"].format(
            turns=game.turns,
            most=caps.turns,
            calls=usage.model_calls,
            tokens=usage.prompt_tokens + usage.completion_tokens,
            session=session.session_id,
        )
        is_puzzle = session.started.game_type == _PUZZLE
        said = words["over" if game.ending in ("solved", "given_up") and not is_puzzle else game.ending]
        notice(with_colon(f"{said}{why}", cost))
        return game.ending not in INVALID_ENDINGS
