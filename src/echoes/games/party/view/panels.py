"""Panels beside the conversation: whose turn it is, the party, clocks, quests, and what only a seat knows.

What a viewer is shown follows from what that viewer has seen (`PartyState.known`).
"""

from collections.abc import Sequence
from dataclasses import replace

from echoes.core.views.blocks import ComposerMode, Shortcut, plain_mode
from echoes.core.views.panels import Checklist, Clock, Drawing, Listing, Panel
from echoes.games.party.memory.threads import MOST_OFFERED_THREADS, idle_threads, thread_name
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import creation_phrase, table_phrase
from echoes.games.party.rules.creation import may_make
from echoes.games.party.rules.fight_turns import name_in_fight
from echoes.games.party.rules.predicates import holds_at_table
from echoes.games.party.state import PartyState
from echoes.games.party.turn.telling import newest_map
from echoes.games.party.view.condition_words import CONDITION_WORDS

_TITLES = {
    "en": {
        "turn": "Turn",
        "party": "Party",
        "fight": "Initiative",
        "here": "Here",
        "alone": "nobody but you",
        "map": "Map",
        "carries": "You carry",
        "quests": "Quests",
        "knows": "You know",
        "script": "Your script",
        "clues": "Clues",
        "threads": "Not heard of for long",
        "down": "down",
        "fled": "gone",
        "marked": "{name} ({marks})",
    },
    "zh": {
        "turn": "轮到",
        "party": "同伴",
        "fight": "先后次序",
        "here": "这里",
        "alone": "只有你一个人",
        "map": "地图",
        "carries": "随身",
        "quests": "任务",
        "knows": "你知道",
        "script": "你的剧本",
        "clues": "线索",
        "threads": "久未提起",
        "down": "倒下",
        "fled": "跑了",
        "marked": "{name}（{marks}）",
    },
}


def panels_of_table(module: Module, state: PartyState, seat: str) -> Sequence[Panel]:
    """Return the panels of a seat; who has none sees what the whole table sees.

    Args:
        module: that is played.
        state: at this moment.
        seat: whose panels; empty for viewers without one.
    """
    titles, known, due = _TITLES[module.language], state["known"][seat], state["due"]
    party = [
        f"{sheet.name} {known['hit_points'][one]}/{sheet.hit_points}" for one, sheet in module.party.items()
    ]
    turn = module.party[due].name if due in module.party else table_phrase(module.language, "master")
    panels: list[Panel] = [Listing(titles["turn"], [turn])] if due and not state["ended"] else []
    panels.append(Listing(titles["party"], party))
    panels += _fight(module, state, seat, titles)
    for key, clock in module.clocks.items():
        if not clock.hidden:
            panels.append(Clock(clock.name, clock.segments, state["clocks"][key]))
    quests = [(module.quests[key].title, one == "done") for key, one in known["quests"].items()]
    if quests:
        panels.append(Checklist(titles["quests"], quests, is_final=bool(state["ended"])))
    threads = state["memory"]["threads"]
    idle = [key for key in idle_threads(threads, state["turns"], seat) if not key.startswith("quest.")]
    if idle:
        names = [thread_name(module, key, threads[key]) for key in idle[:MOST_OFFERED_THREADS]]
        panels.append(Listing(titles["threads"], names))
    return [*panels, *_own(module, state, seat, titles)] if seat in module.party else panels


def _fight(module: Module, state: PartyState, seat: str, titles: dict[str, str]) -> Sequence[Panel]:
    """Return the order of a fight, for those who see it: whoever is there, the master, or all if all are."""
    fight = state["fight"]
    if fight is None:
        return []
    there = [one for one, scene in state["at"].items() if scene == fight["scene"]]
    if len(there) < len(module.party) and seat not in (*there, MASTER):
        return []
    words, comma = CONDITION_WORDS[module.language], table_phrase(module.language, "comma")
    shown: list[str] = []
    for who in fight["order"]:
        name = name_in_fight(module, fight["encounter"], who)
        marks = [words[one][0] for one in state["conditions"].get(who, ())]
        if fight["fighters"][who]["out"]:
            marks.append(titles["fled" if fight["fighters"][who]["fled"] else "down"])
        shown.append(titles["marked"].format(name=name, marks=comma.join(marks)) if marks else name)
    return [Listing(titles["fight"], shown)]


def composer_at_table(module: Module, state: PartyState, language: str, seat: str) -> Sequence[ComposerMode]:
    """Return the one way to say something; a button makes a character, as long as a seat may."""
    fresh = may_make(module, state, seat) and seat not in state["casting"]["making"]
    shortcut = Shortcut(creation_phrase(language, "button_says"), creation_phrase(language, "button"))
    return [replace(plain_mode(language), shortcuts=[shortcut] if fresh else [])]


def seat_label(module: Module, seat: str) -> str:
    """Return a seat in words: the character's name and calling, or the master."""
    if seat not in module.party:
        return table_phrase(module.language, "master")
    sheet = module.party[seat]
    return table_phrase(module.language, "introduced", name=sheet.name, calling=sheet.calling)


def _own(module: Module, state: PartyState, seat: str, titles: dict[str, str]) -> Sequence[Panel]:
    """Return the part that only the seat sees."""
    where = state["known"][seat]["where"]
    scene = module.scenes[where[seat]]
    others = [one for one in module.party if one != seat and where[one] == where[seat]]
    here = [*(module.people[who].name for who in scene.present), *(module.party[one].name for one in others)]
    carries = [
        *module.party[seat].inventory.values(),
        *(module.items[key].label for key in state["items"][seat]),
    ]
    knows = [module.secrets[key].title for key in state["knows"][seat]]
    clues = [module.clues[key].title for key in state["clues"][seat]]
    ways = [way.label for way in scene.exits.values() if holds_at_table(way.when, state, seat)]
    in_words = table_phrase(module.language, "comma").join([scene.title, *ways])
    return [
        *([Drawing(titles["map"], drawn, in_words)] if (drawn := newest_map(module, state, seat)) else []),
        Listing(f"{titles['here']} · {scene.title}", here or [titles["alone"]]),
        *([Listing(titles["carries"], carries)] if carries else []),
        *([Listing(titles["knows"], knows)] if knows else []),
        *([Listing(titles["clues"], clues)] if clues else []),
        *([Listing(titles["script"], pages)] if (pages := _pages(module, state, seat)) else []),
    ]


def _pages(module: Module, state: PartyState, seat: str) -> list[str]:
    """Return the pages of a seat's script that it has, each with its title."""
    script, colon = module.scripts.get(seat), table_phrase(module.language, "colon")
    pages = [script.pages[key] for key in state["pages"][seat]] if script else []
    return [f"{page.title}{colon}{page.text}" for page in pages]
