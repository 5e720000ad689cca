"""Reasons for a proposal, in words."""

from echoes.engine.players.proposals import Proposal

_WORDS = {
    "en": {
        "open": "you have begun it",
        "step_up": "one step harder than your level",
        "fitting": "suits your level",
        "easier": "easier than your level",
        "harder": "harder than your level",
        "new": "",
        "played": "you have finished it before",
        "liked": "like others you have solved ({tags})",
    },
    "zh": {
        "open": "你已经开始了",
        "step_up": "比你的水平难一级",
        "fitting": "适合你的水平",
        "easier": "比你的水平容易",
        "harder": "比你的水平难",
        "new": "",
        "played": "你已经玩过",
        "liked": "和你解开过的题相似（{tags}）",
    },
}
_COMMA, _SEMICOLON = {"zh": "、"}, {"zh": "；"}


def reason_text(proposal: Proposal, lang: str) -> str:
    """Return the reason for a proposal's place, empty where there is none.

    Args:
        proposal: of one scenario.
        lang: `en` or `zh`.
    """
    words = _WORDS.get(lang, _WORDS["en"])
    said = [words[proposal.reason]]
    if proposal.liked and proposal.reason in ("step_up", "fitting", "easier", "harder"):
        said.append(words["liked"].format(tags=_COMMA.get(lang, ", ").join(proposal.liked)))
    return _SEMICOLON.get(lang, "; ").join(filter(None, said))
