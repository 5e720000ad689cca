"""The end of an adventure."""

from collections.abc import Iterator

from echoes.games.party.events import AimAtEnd, PartyDetails, PartyEnded, PartyNote, RevealedSecret
from echoes.games.party.memory.summaries import merged_summary
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.state import PartyState


def end_lost(play: PartyPlay) -> str:
    """Return the ending of a party of which nobody is left: the one that counts least."""
    endings = play.module.endings
    return min(endings, key=lambda key: (endings[key].success, endings[key].score))


def end_game(play: PartyPlay) -> None:
    """End with the ending that is due; all secrets are open now."""
    spec = play.module.endings[play.ending]
    details = _details(play, play.ending, spec.title, spec.text, spec.success, spec.score)
    play.add(PartyEnded(status="COMPLETED" if spec.success else "ABORTED", details=details))
    _note_memories(play)


def give_up_table(play: PartyPlay) -> None:
    """End before the end."""
    title = table_phrase(play.module.language, "given_up")
    play.add(PartyEnded(status="ABORTED", details=_details(play, "", title, "", False, 0)))
    _note_memories(play)


def _note_memories(play: PartyPlay) -> None:
    """Note what each character takes along from the adventure."""
    seats, language = play.state["memory"]["seats"], play.module.language
    play.note_of(
        PartyNote(
            summaries={
                seat: merged_summary(language, seats[seat]["summary"], seats[seat]["noted"])
                for seat in play.module.party
            }
        )
    )


def _details(play: PartyPlay, ending: str, title: str, text: str, success: bool, score: int) -> PartyDetails:
    module, state = play.module, play.state
    fulfilled = [quest for quest, how in state["quests"].items() if how == "done"]
    secrets = [
        RevealedSecret(
            title=secret.title,
            text=secret.told or secret.text,
            known_by=[module.party[seat].name for seat in module.party if key in state["knows"][seat]],
        )
        for key, secret in module.secrets.items()
    ]
    return PartyDetails(
        ending=ending,
        title=title,
        text=text,
        success=success,
        score=score,
        rounds=state["round"],
        done=[*dict.fromkeys([*fulfilled, *(module.endings[ending].done if ending else ())])],
        secrets=secrets,
        aims=[*_aims(play, ending)] if ending else [],
        seed=state["seed"],
    )


def _aims(play: PartyPlay, ending: str) -> Iterator[AimAtEnd]:
    """Yield what the characters wanted for themselves, and whether they got it, whoever knows of it."""
    flags = {flag: [*play.module.party] for flag in play.state["flags"]}
    state: PartyState = {**play.state, "ended": ending, "flags": flags}
    for seat, script in play.module.scripts.items():
        for aim in script.aims.values():
            yield AimAtEnd(name=play.name(seat), text=aim.text, reached=holds_at_table(aim.when, state, seat))
