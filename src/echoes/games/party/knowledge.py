"""Knowledge of each viewer: of the others and of the table, by the events that it has seen."""

from collections.abc import Iterable, Mapping

from echoes.core.log.events import Event
from echoes.games.party import events as happened
from echoes.games.party.state import Known


def known_after(known: Mapping[str, Known], event: Event) -> dict[str, Known]:
    """Return the knowledge of each viewer after an event, which only its audience sees."""
    return {
        viewer: _seen_too(one, event, viewer) if not event.audience or viewer in event.audience else one
        for viewer, one in known.items()
    }


def _seen_too(known: Known, event: Event, viewer: str) -> Known:
    """Return the knowledge of a viewer after seeing an event."""
    match event:
        case happened.LifeChanged() | happened.CharacterJoined():
            return {**known, "hit_points": {**known["hit_points"], event.seat: event.hit_points}}
        case happened.QuestMoved():
            return {**known, "quests": {**known["quests"], event.quest: "done" if event.done else "open"}}
        case happened.PartyEnded():
            ended = {quest: "done" for quest in known["quests"] if quest in event.details.done}
            return {**known, "quests": {**known["quests"], **ended}}
        case happened.SomebodyLeft():
            went = {**known["went"], event.seat: event.text}
            return {**known, "where": {**known["where"], event.seat: ""}, "went": went}
        case happened.SecretTold():
            there = [seat for seat in known["where"] if not event.audience or seat in event.audience]
            return {**known, "secrets": _known_by(known, event.secret, there)}
        case happened.PartySecretLearned():
            return {**known, "secrets": _known_by(known, event.secret, event.seats)}
        case happened.PartyArrived():
            there = [seat for seat in known["where"] if not event.audience or seat in event.audience]
            left = known["where"] if viewer not in event.seats else dict.fromkeys(known["where"], "")
            went = {seat: title for seat, title in known["went"].items() if seat not in there}
            return {**known, "where": {**left, **dict.fromkeys(there, event.scene)}, "went": went}
        case _:
            return known


def _known_by(known: Known, secret: str, seats: Iterable[str]) -> dict[str, list[str]]:
    """Return the knowers of each secret, as a viewer sees it, after more have learnt one."""
    return {**known["secrets"], secret: [*dict.fromkeys([*known["secrets"].get(secret, ()), *seats])]}
