"""Adventures that a model suggests to a character, knowing no more than that one; code checks the list."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.forms import SuggestedAdventure
from echoes.games.party.agents.guard import problem_with_words
from echoes.games.party.agents.prompts import joined, named_text, table_prompt, table_system, table_word
from echoes.games.party.agents.windows import teller_window
from echoes.games.party.memory.threads import finder_of
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.boundaries import boundary_words
from echoes.games.party.rules.play import PartyPlay
from echoes.language.readers import reader_for

FEWEST, MOST = 2, 5
LONGEST_TITLE, LONGEST_HOOK = 60, 240
_TRIES = 2


async def suggest_adventures(
    agents: PartyAgents, play: PartyPlay, entries: Sequence[Entry]
) -> Sequence[SuggestedAdventure]:
    """Return adventures to which a character could turn; none where the model gave no list that can be used.

    A list that breaks a rule is asked for once more; so is one that can't be read, by the model's client.

    Args:
        agents: of the session.
        play: of the message.
        entries: of the session.
    """
    module, language = play.module, play.module.language
    tokens = agents.settings.context_tokens.narrator
    window = teller_window(module, entries, play.scene, play.alone, tokens)
    prompt = joined(table_prompt(window, language), boundary_words(module, play.state))
    system, problem = table_system(language, "ideas"), ""
    for _ in range(_TRIES):
        why = named_text(language, "problems", problem) if problem else ""
        again = table_word(language, "again", problem=why) if problem else ""
        found = await agents.suggest("ideas", system, joined(again, prompt))
        if found is None:
            return ()
        problem = problem_with_adventures(found.adventures, module, prompt, system)
        if not problem:
            return found.adventures
    agents.failures["ideas"] = problem
    return ()


def problem_with_adventures(
    adventures: Sequence[SuggestedAdventure], module: Module, shown: str, system: str
) -> str:
    """Return the fault of a list: `count`, `long`, `language`, `unseen`, or a fault of its words.

    Args:
        adventures: that were suggested.
        module: that is played.
        shown: all that the model was shown of it.
        system: the instructions.
    """
    if not FEWEST <= len({one.title for one in adventures}) == len(adventures) <= MOST:
        return "count"
    for one in adventures:
        whole = f"{one.title}\n{one.hook}"
        sizes = (
            len(one.title) <= LONGEST_TITLE,
            len(one.hook) <= LONGEST_HOOK,
            "\n" not in one.title.strip(),
        )
        if not (one.title.strip() and all(sizes)):
            return "long"
        if not all(map(reader_for(module.language).in_language, (one.title, one.hook))):
            return "language"
        if _names_unseen(whole, module, shown):
            return "unseen"
        for text in (one.title, one.hook):
            if problem := problem_with_words(text, module.language, (), system):
                return problem
    return ""


def _names_unseen(text: str, module: Module, shown: str) -> bool:
    """Return whether a text names a person, a secret or a clue of the module that the model was not shown.

    Places and things have names that are words of every day, and give nothing away.
    """
    finder, plain, seen = finder_of(module), text.casefold(), shown.casefold()
    named = {*finder.named_in(text)} - {*finder.named_in(shown)}
    titles = [one.title.casefold() for one in (*module.secrets.values(), *module.clues.values())]
    strangers = any(key.startswith("person.") for key in named)
    return strangers or any(title in plain and title not in seen for title in titles)
