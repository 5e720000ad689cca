"""The turn of a person who leads the table: narrates, speaks for people, asks for checks, reveals."""

from collections.abc import Iterator, Sequence

from echoes.core.chance import roll
from echoes.games.party import events as happened
from echoes.games.party.events import PartyNote
from echoes.games.party.pack.parts import Openness
from echoes.games.party.pack.schema import Module
from echoes.games.party.phrases import table_phrase
from echoes.games.party.rules.abilities import ABILITY_OF, Skill
from echoes.games.party.rules.acting import dice_seen_by, roll_check
from echoes.games.party.rules.checks import skill_roll
from echoes.games.party.rules.effects import learn_secret, move_clock
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState
from echoes.games.party.turn.addressing import addressed, names_at_table
from echoes.games.party.turn.moves import PartyMove

_EASIEST, _HARDEST = 5, 30
_OPENNESS: Sequence[Openness] = ("public", "private", "blind")


def master_moves(module: Module, state: PartyState) -> list[PartyMove]:
    """Return the suggestions of the module's tables to whoever leads; all else is said in free words."""
    return [*_people(module, state), *_plot(module, state)]


def _people(module: Module, state: PartyState) -> Iterator[PartyMove]:
    language = module.language
    scenes = dict.fromkeys(state["at"][seat] for seat in module.party)
    for who in dict.fromkeys(who for scene in scenes for who in module.scenes[scene].present):
        fresh = next(
            (n for n, _ in enumerate(module.people[who].lines) if f"{who}:{n}" not in state["told"]), -1
        )
        if fresh >= 0:
            line = module.people[who].lines[fresh]
            yield PartyMove(f"line:{who}.{fresh}", table_phrase(language, "suggest_line", line=line))


def _plot(module: Module, state: PartyState) -> Iterator[PartyMove]:
    language = module.language
    for key, oracle in module.oracles.items():
        yield PartyMove(f"oracle:{key}", table_phrase(language, "suggest_oracle", question=oracle.question))
    for key, clock in module.clocks.items():
        if state["clocks"][key] < clock.segments:
            yield PartyMove(f"tick:{key}", table_phrase(language, "suggest_tick", name=clock.name))
    for key, secret in module.secrets.items():
        if any(key not in known for known in state["knows"].values()):
            title = table_phrase(language, "suggest_reveal", title=secret.title)
            yield PartyMove(f"reveal:{key}", title, (secret.title,))
    yield PartyMove("wait:", table_phrase(language, "suggest_nothing"))


def perform_master(play: PartyPlay, key: str) -> None:
    """Make one of the master's moves that were suggested."""
    play.add(happened.MasterActed(text=""))
    let_happen(play, key)


def let_happen(play: PartyPlay, key: str) -> None:
    """Apply a suggestion to whoever leads: a line, an oracle, a clock, a secret that is out."""
    kind, _, what = key.partition(":")
    match kind:
        case "line":
            who, _, number = what.partition(".")
            here = [
                seat
                for seat in play.module.party
                if who in play.module.scenes[play.state["at"][seat]].present
            ]
            play.tell(play.module.people[who].lines[int(number)], play.heard_by(here))
            play.note_of(PartyNote(told=(f"{who}:{number}",)))
        case "oracle":
            answers = play.module.oracles[what].answers
            keys = [f"oracle.{what}:{number}" for number in range(len(answers))]
            fresh = [key for key in keys if key not in play.state["told"]] or keys
            [drawn] = roll(play.state["seed"], f"oracle {what}/{play.state['turns']}", 1, len(fresh))
            chosen = fresh[drawn - 1]
            play.note_of(PartyNote(told=(chosen,)))
            play.tell(answers[keys.index(chosen)], ())
        case "tick":
            move_clock(play, what, 1)
        case "reveal":
            learn_secret(play, what, [*play.module.party])
        case _:
            pass


def tell_table(play: PartyPlay, text: str) -> None:
    """Tell the table something as the master; it is the master's turn."""
    play.add(happened.MasterActed(text=""))
    play.tell(text, ())


def speak_for(play: PartyPlay, argument: str) -> bool:
    """Speak as a person of the module; return whether there is such a person."""
    people = play.module.people
    who, words = addressed(argument, {key: (one.name, key, *one.cues) for key, one in people.items()})
    if words:
        play.tell(words, (), who, people[who].name)
    return bool(words)


def ask_for_check(play: PartyPlay, argument: str) -> bool:
    """Ask a character for a roll: `NAME SKILL NUMBER`, and who sees it; return whether it could be read."""
    language = play.module.language
    seat, rest = addressed(argument, names_at_table(play))
    words, how = _seen_by(language, rest.split())
    if len(words) < 2 or not words[-1].isdecimal() or not _EASIEST <= int(words[-1]) <= _HARDEST:
        return False
    skill = _skill(language, " ".join(words[:-1]))
    if not skill or seat not in play.module.party:
        return False
    label = table_phrase(language, f"skill_{skill}")
    purpose = f"asked {skill}/{seat}/{play.state['round']}/{play.state['turns']}"
    seen = dice_seen_by(seat, how, ())
    roll_check(play, seat, skill_roll(play.module.party[seat], skill), int(words[-1]), label, purpose, seen)
    return True


def _seen_by(language: str, words: list[str]) -> tuple[list[str], Openness]:
    """Return the words without the last where that says who sees the dice, and who does."""
    said = words[-1].casefold() if words else ""
    for how in _OPENNESS:
        if said in (how, table_phrase(language, f"dice_{how}")):
            return words[:-1], how
    return words, "public"


def _skill(language: str, said: str) -> Skill | None:
    wanted = said.casefold().replace(" ", "_")
    for skill in ABILITY_OF:
        if wanted in (skill, table_phrase(language, f"skill_{skill}").casefold().replace(" ", "_")):
            return skill
    return None
