"""A model that leads: when it is to have a word, what it has cost, and whether it replies."""

from typing import TypedDict

from echoes.core.log.events import Event
from echoes.core.operation.usage import Usage
from echoes.games.party import events as happened


class ModelLead(TypedDict):
    """The model that leads a table.

    Attributes:
        every: turns after which it has a word of its own; 0 where no model leads.
        since: turns since then; `due`: whether it is to have one now.
        calls, tokens: that the models of a session have cost.
        away: whether it gave no reply lately.
        pauses: whether the table pauses where it gives no reply; `paused`: whether it does so now.
    """

    every: int
    since: int
    due: bool
    calls: int
    tokens: int
    away: bool
    pauses: bool
    paused: bool


def no_lead() -> ModelLead:
    """Return the state of a table that no model leads."""
    return ModelLead(every=0, since=0, due=False, calls=0, tokens=0, away=False, pauses=False, paused=False)


def lead_after(lead: ModelLead, event: Event, is_asked: bool, is_free: bool) -> ModelLead:
    """Return the state of the model that leads after an event.

    Args:
        lead: before.
        event: that happened.
        is_asked: whether somebody has suggested something.
        is_free: whether it may have a word: no person leads, and nobody fights.
    """
    match event:
        case happened.TurnTaken() | happened.MasterActed() if lead["paused"]:
            return {**lead, "since": lead["since"] + 1, "paused": False, "due": is_free}
        case happened.TurnTaken() | happened.MasterActed():
            return {**lead, "since": lead["since"] + 1}
        case happened.RoundEnded():
            due = bool(lead["every"]) and is_free and (is_asked or lead["since"] >= lead["every"])
            return {**lead, "due": due}
        case happened.PartySettled(put_off=True):
            return {**lead, "due": False, "paused": True}
        case happened.PartySettled() if lead["due"]:
            return {**lead, "due": False, "since": 0}
        case happened.Said() if event.source:
            return {**lead, "away": False}
        case happened.PartyReplied(command="model_away"):
            return {**lead, "away": True}
        case _:
            return lead


def lead_charged(lead: ModelLead, usage: Usage | None) -> ModelLead:
    """Return the state of the model that leads with the cost of more calls."""
    if usage is None:
        return lead
    tokens = usage.prompt_tokens + usage.completion_tokens
    return {**lead, "calls": lead["calls"] + usage.model_calls, "tokens": lead["tokens"] + tokens}
