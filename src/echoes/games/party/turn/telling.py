"""Texts that a seat may read again: its sheet, and where things stand."""

from collections.abc import Iterator, Sequence

from echoes.games.party.memory.threads import offered_threads
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import creation_phrase, table_phrase
from echoes.games.party.rules.abilities import ABILITY_OF
from echoes.games.party.rules.boundaries import is_veiled
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.state import PartyState


def sheet_of(module: Module, state: PartyState, seat: str) -> str:
    """Return the sheet of a character in full, with what only whoever plays it knows."""
    return "\n".join(_sheet_lines(module, state, seat))


def _sheet_lines(module: Module, state: PartyState, seat: str) -> Iterator[str]:
    language, sheet, vitals = module.language, module.party[seat], state["vitals"][seat]
    comma, colon = table_phrase(language, "comma"), table_phrase(language, "colon")
    shown = {"calling": sheet.calling, "armour": sheet.armour, "coins": state["coins"][seat]}
    life = {"hit_points": vitals["hit_points"], "most": vitals["most"]}
    yield table_phrase(language, "sheet_line", name=sheet.name, **shown, **life)
    bonus = {
        skill: sheet.ability(ABILITY_OF[skill]) + sheet.learnt * (1 + (skill in sheet.expert))
        for skill in sheet.skills
    }
    skills = [f"{table_phrase(language, f'skill_{skill}')} {value:+}" for skill, value in bonus.items()]
    items = [*sheet.inventory.values(), *(module.items[item].label for item in state["items"][seat])]
    arms = [weapon.label for weapon in sheet.weapons.values()] + [
        spell.label for spell in sheet.spells.values()
    ]
    for key, words in (("skilled", skills), ("armed", arms), ("carries", items), ("is", [*sheet.traits])):
        if words:
            between = table_phrase(language, "space") if key == "is" else comma
            yield table_phrase(language, key, items=between.join(words))
    for key in ("ideal", "bond", "flaw", "wants"):
        if text := getattr(sheet, key):
            yield f"{table_phrase(language, key)}{colon}{text}"
    for key in state["knows"][seat]:
        secret = module.secrets[key]
        yield f"{secret.title}{colon}{secret.text if seat in secret.knows else secret.told or secret.text}"


def own_sheet(module: Module, state: PartyState, seat: str) -> str:
    """Return the sheet of a character as only its seat sees it, with the secret that stands on it."""
    secret, language = module.party[seat].secret, module.language
    named = f"{creation_phrase(language, 'own_secret')}{table_phrase(language, 'colon')}{secret}"
    return "\n".join([sheet_of(module, state, seat), *([named] if secret else [])])


def shown_sheet(play: PartyPlay, argument: str) -> str:
    """Return the sheet of whoever asks; of others, what the table sees of them; all of it for the master."""
    module, language = play.module, play.module.language
    named = [
        seat
        for seat, sheet in module.party.items()
        if argument and argument.casefold() in sheet.name.casefold()
    ]
    seat = named[0] if named else play.seat if play.seat in module.party else next(iter(module.party))
    if seat == play.seat:
        return own_sheet(module, play.state, seat)
    if play.seat == MASTER:
        return sheet_of(module, play.state, seat)
    sheet, hit_points = module.party[seat], play.state["known"][play.seat]["hit_points"][seat]
    life = f"{table_phrase(language, 'hit_points')} {hit_points}/{sheet.hit_points}"
    about = table_phrase(language, "introduced", name=sheet.name, calling=sheet.calling)
    return "\n".join([about, sheet.looks, life, *sheet.facts])


def answer_given(play: PartyPlay, key: str) -> str:
    """Return the answer to a question that a seat has heard answered; empty where it is new."""
    kind, _, told = key.partition(":")
    if kind != "talk" or told not in play.state["heard"][play.seat]:
        return ""
    who, _, number = told.partition(".")
    topic = play.module.people[who].topics[number]
    if is_veiled(play.state, topic.touches):
        return table_phrase(play.module.language, "veiled_talk", label=topic.label)
    again = topic.again or topic.says
    name = play.speaker(who, again)
    return f"{name}{table_phrase(play.module.language, 'colon')}{again}" if name else again


def describe_surroundings(play: PartyPlay) -> str:
    """Return the scene of whoever asks: what it looks like, who is there, and where ways lead."""
    module = play.module
    if not play.acts:
        return table_recap(play)
    scene = module.scenes[play.scene]
    return "\n".join([scene.title, scene.read, *scene.map, *_people_and_ways(play)])


def _people_and_ways(play: PartyPlay) -> list[str]:
    """Return the people where the seat is, as far as it knows, and the ways from there."""
    module, state, seat = play.module, play.state, play.seat
    scene, where = module.scenes[play.scene], state["known"][seat]["where"]
    others = [one for one in module.party if one != seat and where[one] == where[seat]]
    here = [*(module.people[who].name for who in scene.present), *(module.party[one].name for one in others)]
    ways = [way.label for way in scene.exits.values() if holds_at_table(way.when, state, seat)]
    return _rows(module.language, people_here=here, ways_out=ways)


def _rows(language: str, **lists: Sequence[str]) -> list[str]:
    """Return each list that is not empty as a line; the keyword is the phrase."""
    comma = table_phrase(language, "comma")
    return [table_phrase(language, key, items=comma.join(items)) for key, items in lists.items() if items]


def newest_map(module: Module, state: PartyState, seat: str) -> Sequence[str]:
    """Return the map of where a seat is, or of where it was last that has one; empty for none."""
    scenes = [state["at"][seat], *reversed(state["been"][seat])]
    return next((drawn for scene in scenes if (drawn := module.scenes[scene].map)), ())


def drawn_map(play: PartyPlay) -> str:
    """Return the newest map that a seat has seen; where there is none, what there is to see."""
    return "\n".join(
        newest_map(play.module, play.state, play.seat) if play.acts else ()
    ) or describe_surroundings(play)


def own_script(play: PartyPlay) -> str:
    """Return the pages of a seat's script, and what it wants for itself."""
    language, script = play.module.language, play.module.scripts.get(play.seat)
    if script is None:
        return table_phrase(language, "no_script")
    colon = table_phrase(language, "colon")
    pages = [script.pages[key] for key in play.state["pages"][play.seat]]
    aims = [table_phrase(language, "aim", text=aim.text) for aim in script.aims.values()]
    return "\n\n".join([*(f"{page.title}{colon}{page.text}" for page in pages), "\n".join(aims)]).strip()


def own_clues(play: PartyPlay) -> str:
    """Return the clues that a seat has."""
    language, clues = play.module.language, play.state["clues"].get(play.seat, [])
    colon = table_phrase(language, "colon")
    found = [play.module.clues[key] for key in clues]
    return "\n".join(f"{clue.title}{colon}{clue.text}" for clue in found) or table_phrase(
        language, "no_clues"
    )


def table_recap(play: PartyPlay) -> str:
    """Return whose turn it is, where the seat is, which quests are open, and what it knows and has found.

    For the master: where all are.
    """
    module, state, language = play.module, play.state, play.module.language
    colon = table_phrase(language, "colon")
    known = state["known"][play.seat]["quests"]
    quests = [
        f"{module.quests[key].title}{colon}{module.quests[key].text}"
        for key, one in known.items()
        if one == "open"
    ]
    if play.seat == MASTER:
        where = [f"{play.name(seat)}{colon}{module.scenes[state['at'][seat]].title}" for seat in module.party]
        idle = offered_threads(module, state["memory"]["threads"], state["turns"])
        threads = [table_phrase(language, "idle_threads"), *idle] if idle else []
        return "\n".join([table_status(play), *where, *quests, *threads])
    secrets = [module.secrets[key].title for key in state["knows"][play.seat]]
    clues = [module.clues[key].title for key in state["clues"].get(play.seat, ())]
    holds = _rows(language, knows=secrets, clues_found=clues)
    place = module.scenes[play.scene].title
    return "\n".join([table_status(play), place, *_people_and_ways(play), *quests, *holds])


def table_status(play: PartyPlay) -> str:
    """Return whose turn it is, the round, the open clocks, and the quests that are done, in a line."""
    module, state, language = play.module, play.state, play.module.language
    comma, due = table_phrase(language, "comma"), state["due"]
    clocks = [
        f"{clock.name} {state['clocks'][key]}/{clock.segments}"
        for key, clock in module.clocks.items()
        if not clock.hidden
    ]
    quests = state["known"][play.seat]["quests"]
    name = module.party[due].name if due in module.party else table_phrase(language, "master")
    told = [table_phrase(language, "status", round=state["round"], name=name)]
    if clocks:
        told.append(table_phrase(language, "status_clocks", clocks=comma.join(clocks)))
    if quests:
        done = sum(one == "done" for one in quests.values())
        told.append(table_phrase(language, "status_quests", done=done, quests=len(quests)))
    return table_phrase(language, "space").join(told)
