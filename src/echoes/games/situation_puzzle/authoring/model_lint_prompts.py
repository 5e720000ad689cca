"""Prompts and findings of lint with a model, in each language."""

from echoes.games.situation_puzzle.referees.llm.prompts import RULES

LINT = {
    "en": "You check a situation puzzle for its author: a strange story, and the hidden solution that players find "
    "by yes/no questions. Report only what is plainly wrong; where one may see it either way, report "
    'nothing. "why" is one short sentence. Reply with the JSON object that is asked for, and nothing '
    "else.\n",
    "zh": "你在替作者检查一道海龟汤：汤面离奇，玩家靠提是非问题找出隐藏的汤底。只报告明显不对的地方；两种看法都说得通的，"
    '就不要报告。"why" 用一个短句说明。只回复要求的 JSON 对象。\n',
}

LINT_TASKS = {
    "en": {
        "facts": 'Compare each fact with the solution. "unsupported": facts that the solution neither states nor implies. '
        '"contradicted": facts that can\'t be true together with the solution, or with another fact.\n\nFACTS\n{facts}',
        "hints": 'Which of these hints give a core fact away? "wrong": their numbers.\n\nCORE FACTS\n{core}\n\nHINTS\n{hints}',
        "rulings": 'Which of these rulings are wrong by the solution? "wrong": their numbers. These rules '
        f"hold:\n{RULES['en'].partition('THE FOUR RULINGS')[2].strip()}\n\nQUESTIONS AND RULINGS\n{{rulings}}",
    },
    "zh": {
        "facts": '请把每条事实与汤底对照。"unsupported"：汤底没有说、也推不出来的事实。"contradicted"：与汤底或另一条事实'
        "不可能同时成立的事实。\n\n事实\n{facts}",
        "hints": '哪些提示说破了关键事实？"wrong"：它们的编号。\n\n关键事实\n{core}\n\n提示\n{hints}',
        "rulings": '按汤底看，哪些裁定是错的？"wrong"：它们的编号。裁定的规则是：\n'
        f"{RULES['zh'].partition('四种裁定')[2].strip()}\n\n问题和裁定\n{{rulings}}",
    },
}

LINT_FINDINGS = {
    "en": {
        "unsupported": (
            "fact {name} does not follow from the answer: {why}",
            "Tell it in the answer, or drop it.",
        ),
        "contradicted": (
            "fact {name} contradicts the answer or another fact: {why}",
            "Correct one of the two.",
        ),
        "hint": ("hint {name} gives a core fact away: {why}", "Make it vaguer, or put it last."),
        "ruling": ("ruling {name} ({ruling}) “{text}” is wrong: {why}", "Rule on it once more."),
        "unread": ("{place}: the model's reply can't be read", "Try it again, or with a larger model."),
    },
    "zh": {
        "unsupported": ("从汤底推不出事实 {name}：{why}", "请在汤底里交代，或者去掉这条事实。"),
        "contradicted": ("事实 {name} 与汤底或另一条事实矛盾：{why}", "请改正其中一处。"),
        "hint": ("提示 {name} 说破了关键事实：{why}", "请写得含蓄些，或者放到最后。"),
        "ruling": ("第 {name} 条裁定（{ruling}）“{text}” 不对：{why}", "请重新裁定。"),
        "unread": ("{place}：模型的回复读不懂", "请再试一次，或换一个更大的模型。"),
    },
}
"""By language and kind, the message and the remedy."""
