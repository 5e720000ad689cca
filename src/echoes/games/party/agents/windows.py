"""Views of the models at a table: whoever decides everything, a voice what its hearers know."""

from collections.abc import Iterator, Sequence

from echoes.core.errors import BadSetting
from echoes.core.log.entries import Entry
from echoes.games.context_window import Part, Section, VisibilityMatrix, Window, build_window
from echoes.games.party.agents.prompts import table_word
from echoes.games.party.memory.party_memory import room_of
from echoes.games.party.memory.threads import offered_threads
from echoes.games.party.memory.witnessing import lines_since
from echoes.games.party.pack.schema import MASTER, Module
from echoes.games.party.phrases import table_phrase
from echoes.games.party.state import PartyState
from echoes.games.party.turn.telling import sheet_of
from echoes.games.party.turn.window import NEWEST, shared_lines

LEADER, TELLER, SUMMARIZER = "master", "narrator", "summarizer"
TABLE_AGENTS = (LEADER, TELLER, SUMMARIZER)
"""The roles of models at a table: one decides and sees everything, one tells, one keeps the memories."""
_LATEST = 40
_EVERYTHING: VisibilityMatrix = {LEADER: dict.fromkeys(Part, "all")}
_TOLD: VisibilityMatrix = {TELLER: dict.fromkeys((Part.SCENARIO, Part.TURNS), "all")}
_SHOWN_ORDER = (Part.SCENARIO, Part.SUMMARY, Part.TURNS, Part.SECRET, Part.NOTES, Part.EVIDENCE)
_TRIM_ORDER = (
    (Part.TURNS, NEWEST), (Part.EVIDENCE, 2), (Part.NOTES, 0), (Part.TURNS, 3), (Part.EVIDENCE, 0),
    (Part.SUMMARY, 0), (Part.TURNS, 0),
)  # fmt: skip


def leader_window(module: Module, state: PartyState, entries: Sequence[Entry], budget: int) -> Window:
    """Return the window of the judgement of whoever leads: everything.

    Args:
        module: that is played.
        state: at this moment.
        entries: of the session.
        budget: in tokens.
    Raises:
        BadSetting: the budget is too small for the sheets.
    """
    memory = state["memory"]
    own = memory["seats"][MASTER]
    lines = lines_since(entries, MASTER, max(_LATEST, own["heard"] - own["upto"]), room_of(memory, MASTER))
    idle = offered_threads(module, memory["threads"], state["turns"])
    sheets = [sheet_of(module, state, seat) for seat in module.party]
    sections = [
        Section(Part.SCENARIO, (module.statement, *_where(module, state)), LEADER),
        Section(Part.SUMMARY, (own["summary"],) if own["summary"] else (), LEADER),
        Section(Part.TURNS, tuple(lines), LEADER),
        Section(Part.SECRET, tuple(sheets), LEADER),
        Section(Part.NOTES, tuple(_known(module, state)), LEADER),
        Section(Part.EVIDENCE, tuple(idle), LEADER, "last"),
    ]
    return _fitted(LEADER, sections, _EVERYTHING, budget)


def teller_window(
    module: Module, entries: Sequence[Entry], scene: str, audience: Sequence[str], budget: int
) -> Window:
    """Return the window of a voice: the scene, and what all who hear it have witnessed.

    Args:
        module: that is played.
        entries: of the session.
        scene: in which it is heard.
        audience: who hears it, whoever leads among them; empty for everybody, those who look on too.
        budget: in tokens.
    Raises:
        BadSetting: the budget is too small.
    """
    spec = module.scenes[scene]
    people = [f"{module.people[who].name}: {module.people[who].looks}" for who in spec.present]
    place = f"{table_word(module.language, 'place')}: {spec.title}. {spec.read}"
    listed = [f"{table_word(module.language, 'people')}:", *people] if people else []
    sections = [
        Section(Part.SCENARIO, (module.statement, place, "\n".join(listed)), TELLER),
        Section(Part.TURNS, tuple(shared_lines(entries, audience)), TELLER),
    ]
    return _fitted(TELLER, sections, _TOLD, budget)


def _fitted(role: str, sections: Sequence[Section], visibility: VisibilityMatrix, budget: int) -> Window:
    try:
        return build_window(role, role, sections, visibility, budget, _TRIM_ORDER, _SHOWN_ORDER)
    except BadSetting as error:
        remedy = f"Raise agents.party.context_tokens.{role} in config/agents.yaml, or shorten the module."
        raise BadSetting(error.problem, remedy) from None


def _where(module: Module, state: PartyState) -> Iterator[str]:
    """Yield where everybody is, what runs, and what is open."""
    comma, colon = table_phrase(module.language, "comma"), table_phrase(module.language, "colon")
    for scene in dict.fromkeys(state["at"].values()):
        names = comma.join(module.party[seat].name for seat, at in state["at"].items() if at == scene)
        yield f"{names}{colon}{module.scenes[scene].title}. {module.scenes[scene].read}"
    for key, clock in module.clocks.items():
        yield f"{clock.name} {state['clocks'][key]}/{clock.segments}"
    for key, how in state["quests"].items():
        if how == "open":
            yield f"{module.quests[key].title}{colon}{module.quests[key].text}"


def _known(module: Module, state: PartyState) -> Iterator[str]:
    """Yield what each character knows, by title."""
    comma = table_phrase(module.language, "comma")
    for seat, sheet in module.party.items():
        secrets = [module.secrets[key].title for key in state["knows"][seat]]
        clues = [module.clues[key].title for key in state["clues"][seat]]
        if secrets or clues:
            items = comma.join([*secrets, *clues])
            yield table_word(module.language, "knows", name=sheet.name, items=items)
