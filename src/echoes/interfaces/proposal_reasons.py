"""Reasons for a proposal, in words."""

from echoes.engine.proposals import Proposal

_WORDS = {
    "en": {
        "open": "you have begun it",
        "step_up": "one step harder than what you have solved",
        "fitting": "the level that suits you now",
        "easier": "easier than your level",
        "harder": "harder than your level",
        "new": "",
        "played": "you have finished it before",
        "liked": "you have solved: {tags}",
    },
    "zh": {
        "open": "你已经开始了",
        "step_up": "比你解开过的难一级",
        "fitting": "正适合你现在的水平",
        "easier": "比你现在的水平容易",
        "harder": "比你现在的水平难",
        "new": "",
        "played": "你已经玩过",
        "liked": "你解开过这类：{tags}",
    },
}


def reason_text(proposal: Proposal, lang: str) -> str:
    """Return the reason for a proposal's place, empty where there is none.

    Args:
        proposal: of one scenario.
        lang: `en` or `zh`.
    """
    words = _WORDS.get(lang, _WORDS["en"])
    said = [words[proposal.reason]]
    if proposal.liked and proposal.reason in ("step_up", "fitting", "easier", "harder"):
        said.append(words["liked"].format(tags=", ".join(proposal.liked)))
    return "; ".join(filter(None, said))
