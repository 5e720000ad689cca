"""Play one game through the engine: ask two questions, take a hint, answer.

Run it with the environment that `make play` made: .venv/bin/python demo/play_one_game.py
"""

import asyncio

from echoes import ClarificationAsked, HintGiven, HypothesisJudged, QuestionRuled, open_engine

MESSAGES = [
    "Was the umbrella stolen?",
    "Is the rain important?",
    "/hint",
    "/answer The man was being held by two kidnappers who never left his side. "
    "He had written a call for help on the inside of his umbrella. "
    "The man swapped the two umbrellas on purpose.",
]


async def main() -> None:
    """Send all messages, and print what each leads to."""
    async with open_engine(announce=print) as engine:
        session = await engine.create_session("wrong_umbrella", player_id="demo")
        print(session.started.statement)
        for message in MESSAGES:
            print(f"\n› {message}")
            async for event in engine.handle_message(session.session_id, message):
                match event:
                    case QuestionRuled():
                        print(event.ruling)
                    case HintGiven():
                        print(event.text)
                    case HypothesisJudged():
                        print(event.verdict, event.remark)
                    case ClarificationAsked():
                        print(event.prompt, [option.text for option in event.options])
                    case _:
                        print(f"({event.event})")


asyncio.run(main())
