"""The cloze in another language, by a model that is not told which choices are right."""

import re

from pydantic import ValidationError

from echoes.games.situation_puzzle.drafting.draft import one_line
from echoes.games.situation_puzzle.drafting.prompts import TASKS
from echoes.games.situation_puzzle.drafting.replies import TranslatedClozeReply
from echoes.games.situation_puzzle.drafting.translated_entries import EntryTranslator
from echoes.games.situation_puzzle.drafting.wholeness import Wholeness
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.schema import Language

_NUMBER = re.compile(r"\{(\d+)\}")


async def translated_cloze(cloze: Cloze, language: Language, texts: EntryTranslator) -> Cloze | None:
    """Return a cloze in another language, with as many gaps and choices; None if it has none there.

    Args:
        cloze: in its own language.
        language: the other one.
        texts: the translator, which has seen the story only.
    """
    first, *rest = cloze.parts
    text = first + "".join(f"{{{number}}}{part}" for number, part in enumerate(rest, 1))
    choices = "\n".join(f"{{{number}}}: {' | '.join(gap.shown)}" for number, gap in enumerate(cloze.gaps, 1))
    task = TASKS[language]["cloze_text"].format(text=text, choices=choices)
    whole = Wholeness(language)

    def usable(reply: TranslatedClozeReply) -> bool:
        said = [reply.text, *(text for gap in reply.gaps for text in gap)]
        return _made(cloze, reply) is not None and all(map(whole.said, said))

    reply = await texts.ask("translation: cloze", task, TranslatedClozeReply, usable)
    return _made(cloze, reply) if reply else None


def _made(cloze: Cloze, reply: TranslatedClozeReply) -> Cloze | None:
    """Return the cloze of a reply, its gaps in the order of the new text; None if anything is lost."""
    order = [int(number) - 1 for number in _NUMBER.findall(reply.text)]
    if sorted(order) != [*range(len(cloze.gaps))] or [*map(len, reply.gaps)] != [
        len(gap.choices) for gap in cloze.gaps
    ]:
        return None
    gaps = [
        {
            "id": gap.id,
            "choices": [
                {"text": one_line(text), "right": number == gap.right}
                for number, text in enumerate(reply.gaps[place], 1)
            ],
            "facts": gap.facts,
        }
        for place in order
        for gap in [cloze.gaps[place]]
    ]
    text = _NUMBER.sub(lambda found: f"{{{cloze.gaps[int(found[1]) - 1].id}}}", one_line(reply.text))
    try:
        return Cloze.model_validate({"text": text, "gaps": gaps, "unconfirmed": True})
    except ValidationError:
        return None
