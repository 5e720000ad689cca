"""The player that is a language model: it asks, keeps a board, and decides when to answer.

The board is its role's prompt window: the story, its own notes, and every ruling that stands, within a
budget. It is built from the log for each move, so it neither forgets nor grows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, create_model

from echoes.core.log.events import ClarificationAsked, CommandResult, Event, TurnFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import Call, Function, JsonObject, LLMClient, ModelT
from echoes.core.text.plain_text import clean
from echoes.games.context_window import Part
from echoes.games.player import Move, PlayerSeat, PlayerTool
from echoes.games.situation_puzzle.events import (
    HypothesisJudged,
    PuzzleClarificationAsked,
    QuestionRuled,
    RulingUnavailable,
    statement_of,
)
from echoes.games.situation_puzzle.players.prompts import PLAYER, TITLES, TOOLS
from echoes.games.situation_puzzle.players.registry import PlayerSettings
from echoes.games.situation_puzzle.puzzle.cloze import ClozeForm
from echoes.games.situation_puzzle.turn.message_parser import parse_control_message, selection_message
from echoes.games.typed_commands import without_marks

USABLE = ("rag_query_public", "get_recent_events", "append_event")
"""The tools that a player may use; memories of other games are not among them."""
_TRIES = 3
"""Attempts to get a new message from the model before it has to answer."""
_ANSWER = "/answer "
_FOUND = 1500
"""Characters kept of a tool's result, or of an argument."""
_SHOWN = 200
"""Characters kept of a tool's arguments in the row of a game."""


def _described(text: str) -> ConfigDict:
    return ConfigDict(json_schema_extra={"description": text})


class PickForm(BaseModel):
    """The number of the question that was meant; the model reads the description."""

    model_config = _described("Which of the questions offered was meant.")

    number: int = Field(ge=0)


class PicksForm(BaseModel):
    """The numbers of what makes the answer; the model reads the description."""

    model_config = _described(
        "Which of those offered make the answer, in the order in which they are told; none where none does."
    )

    numbers: list[int]


class FillForm(BaseModel):
    """The number of the choice in each gap; the model reads the description."""

    model_config = _described("For each gap in its order the number of the choice that belongs in it.")

    numbers: list[int]


class AnswerForm(BaseModel):
    """The whole solution."""

    text: str = Field(min_length=1)


class MoveForm(BaseModel):
    """A question, an answer, or the use of a tool."""

    kind: str
    text: str = Field(min_length=1)


class ModelPlayer:
    """A player that mostly makes one model call a message.

    Args:
        seat: what it is given; all of it is public.
        settings: how often the story is repeated, and how often it may use tools.
    """

    name = "model"
    asks_a_model = True

    def __init__(self, seat: PlayerSeat, settings: PlayerSettings) -> None:
        assert seat.llm is not None  # checked by `PlayerRegistry.open`
        self._llm: LLMClient = seat.llm
        self._statement = statement_of(seat.started)
        self._lang = seat.started.lang if seat.started.lang in PLAYER else "en"
        self._titles = TITLES[self._lang]
        self._seat, self._settings = seat, settings
        self._tools = {name: seat.tools[name] for name in USABLE if name in seat.tools}
        if not settings.look_ups:
            self._tools = {}
        self._without_tools = _move_form(("ask", "answer"))
        self._with_tools = _move_form(("ask", "answer", *self._tools))
        self._functions = [_function(tool) for tool in self._tools.values()]
        self._said: set[tuple[str, str]] = set()
        self._moves = 0
        self._spent = Usage()

    async def move(self, events: Sequence[Event], turns_left: int) -> Move | None:
        """Return the next question or answer; a number where it was asked back."""
        self._spent = Usage()
        last = events[-1] if events else None
        if isinstance(last, ClarificationAsked):
            return await self._pick(last)
        self._moves += 1
        return await self._next(_words(last, self._titles), turns_left)

    async def _next(self, said: str, turns_left: int) -> Move | None:
        titles, found, looked_up = self._titles, "", list[str]()
        pressed = titles["last"] if turns_left <= 1 else titles["left"].format(count=turns_left)
        if turns_left <= 1:
            return await self._answer(pressed, said)
        repeated = 0
        while repeated < _TRIES:
            prompt = await self._prompt(pressed, said, found)
            form = await self._look_or_ask(prompt, len(looked_up) < self._settings.look_ups)
            if isinstance(form, Call):
                told = ", ".join(map(str, form.arguments.values()))
                looked_up.append(f"{form.name}: {told[:_SHOWN]}")
                found = await self._use(form)
                continue
            text = clean(form.text)
            if message := self._new_message(form.kind, text):
                return Move(message, self._spent, repeated, tuple(looked_up))
            repeated += 1
            said = titles["repeated" if self._is_question(text) else "no_question"].format(text=text)
        return await self._answer(titles["stuck"], "", repeated, tuple(looked_up))

    async def _answer(
        self, pressed: str, said: str, repeated: int = 0, looked_up: tuple[str, ...] = ()
    ) -> Move | None:
        form = await self._ask(await self._prompt(pressed, said, ""), AnswerForm)
        message = self._new_message("answer", clean(form.text))
        return Move(message, self._spent, repeated, looked_up) if message else None

    async def _pick(self, asked: ClarificationAsked) -> Move:
        if isinstance(asked, PuzzleClarificationAsked) and asked.cloze:
            return await self._fill(asked, asked.cloze)
        offered = "\n".join(f"{option.n}. {option.text}" for option in asked.options)
        title = self._titles["pick_many" if asked.many else "pick"]
        prompt = f"{asked.text}\n\n{title}\n{asked.prompt}\n{offered}"
        if asked.many:
            numbers = (await self._ask(prompt, PicksForm)).numbers
            return Move(selection_message(asked, dict.fromkeys(numbers)), self._spent)
        form = await self._ask(prompt, PickForm)
        return Move(str(form.number if form.number <= len(asked.options) else 0), self._spent)

    async def _fill(self, asked: PuzzleClarificationAsked, cloze: ClozeForm) -> Move:
        """Fill a cloze by one call; a gap without a usable number keeps its choice, or gets the first."""
        text = "".join(
            f"{part}[{number}]" if number <= len(cloze.gaps) else part
            for number, part in enumerate(cloze.parts, 1)
        )
        choices = "\n".join(
            f"[{number}] " + "; ".join(f"{n}. {choice}" for n, choice in enumerate(gap.choices, 1))
            for number, gap in enumerate(cloze.gaps, 1)
        )
        known = (await self._seat.look()).text(Part.TURNS)
        prompt = (
            f"{self._titles['known']}:\n{known}\n\n{asked.text}\n\n{self._titles['fill']}\n{text}\n{choices}"
        )
        numbers = [*(await self._ask(prompt, FillForm)).numbers, *[0] * len(cloze.gaps)]
        picks = [
            pick if 1 <= pick <= len(gap.choices) else gap.pick or 1
            for gap, pick in zip(cloze.gaps, numbers, strict=False)
        ]
        return Move(" ".join(map(str, picks)), self._spent)

    async def _look_or_ask(self, prompt: str, may_look: bool) -> MoveForm | Call:
        """Ask for a message or the use of a tool, by function calling where the server has it."""
        if not (self._tools and may_look):
            return await self._ask(prompt, self._without_tools)
        reply, usage = await self._llm.call(self._told(), prompt, self._with_tools, self._functions)
        self._spent += usage
        reply = reply or await self._ask(prompt, self._with_tools)
        if isinstance(reply, MoveForm):
            return self._named(reply.kind, reply.text)
        return Call(reply.name, {key: _sanitized(value) for key, value in reply.arguments.items()})

    def _named(self, kind: str, text: str) -> MoveForm | Call:
        """Turn a tool that is named in the closed form into a call, with the text as its first argument."""
        if kind not in self._tools:
            return MoveForm(kind=kind, text=text)
        tool = self._tools[kind]
        first = next(iter(tool.args), None)
        wants_text = first is not None and tool.args[first].get("type") == "string"
        return Call(kind, {first: clean(text)} if wants_text and first else {})

    async def _ask(self, prompt: str, form: type[ModelT]) -> ModelT:
        reply, usage = await self._llm.generate_structured(self._told(), prompt, form)
        self._spent += usage
        return reply

    def _told(self) -> str:
        """Return the system prompt, which is the same for every move."""
        tools, query = TOOLS[self._lang] if self._tools else ("", "")
        told = PLAYER[self._lang].format(tools=tools.format(names=_tool_list(self._tools)), query=query)
        return f"{told}\n{self._titles['story']}\n{self._seat.started.title}\n{self._statement}"

    async def _prompt(self, pressed: str, said: str, found: str) -> str:
        window, titles = await self._seat.look(), self._titles
        known = "\n".join(filter(None, [window.text(Part.SUMMARY), window.text(Part.TURNS)]))
        again = self._moves % self._settings.restate_every == 0
        blocks = [
            (titles["known"], known or titles["nothing"]),
            (titles["notes"], window.text(Part.NOTES)),
            (titles["again"], self._statement if again else ""),
            (titles["found"], found),
            (titles["said"], said),
        ]
        return "\n\n".join([*(f"{title}:\n{text}" for title, text in blocks if text), pressed])

    async def _use(self, call: Call) -> str:
        """Return the result of a tool, or the error where it was called wrongly."""
        try:
            return str(await self._tools[call.name].ainvoke(call.arguments))[:_FOUND]
        except ValidationError as error:
            return f"{call.name}: {error.errors()[0]['msg']}"
        except (TypeError, ValueError) as error:
            return f"{call.name}: {error}"

    def _new_message(self, kind: str, text: str) -> str:
        """Return the message to send; empty where it was sent before. Only an answer is a command."""
        line = without_marks(" ".join(text.split()))[: self._seat.longest - len(_ANSWER)]
        if kind == "answer":
            line = f"{_ANSWER}{line.replace('#', '').replace('＃', '')}"  # else numbers pick findings
        letters = _letters(line.removeprefix(_ANSWER))
        if not letters or (kind, letters) in self._said or not self._is_taken_for(kind, line):
            return ""
        self._said.add((kind, letters))
        return line

    def _is_taken_for(self, kind: str, message: str) -> bool:
        """Return whether the game reads a message as it is meant: bare numbers, say, would pick findings."""
        if kind != "answer":
            return self._is_question(message)
        found = parse_control_message(message)
        return found is not None and found.kind == "hypothesis"

    def _is_question(self, text: str) -> bool:
        """Return whether the game reads a text as a question; the bare word "hint" is a command."""
        return parse_control_message(without_marks(text)) is None


def _move_form(kinds: Sequence[str]) -> type[MoveForm]:
    listed: Any = Literal[*kinds]
    return create_model("Move", __base__=MoveForm, kind=(listed, ...))


def _sanitized(value: JsonValue) -> JsonValue:
    """Return an argument as a player could have typed it; no tool takes nested ones."""
    if isinstance(value, str):
        return clean(value)[:_FOUND]
    return None if isinstance(value, dict | list) else value


def _function(tool: PlayerTool) -> Function:
    schema: JsonObject = tool.tool_call_schema.model_json_schema()
    return Function(tool.name, tool.description, schema)


def _tool_list(tools: Mapping[str, PlayerTool]) -> str:
    return "; ".join(f'"{name}" ({tool.description})' for name, tool in tools.items())


def _words(event: Event | None, titles: Mapping[str, str]) -> str:
    """Return the referee's last message where the board does not show it."""
    match event:
        case QuestionRuled(ruled_as=True):
            return titles["ruled_as"].format(asked=event.asked, text=event.text, ruling=event.ruling)
        case RulingUnavailable():
            return f"“{event.text}”: {event.reason}"
        case CommandResult():
            return event.text
        case HypothesisJudged():
            return f"{event.verdict}. {event.remark}"
        case TurnFailed():
            return event.error
        case _:
            return ""


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
