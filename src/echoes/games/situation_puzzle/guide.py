"""A guide for newcomers to situation puzzles: the rules, a tiny puzzle, and questions to begin with."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from echoes.core.log.events import Event
from echoes.core.views.blocks import Outcome
from echoes.games.guide import Guide, Tutorial, TutorialStep
from echoes.games.situation_puzzle.events import QuestionRuled
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.view import badge

STARTERS = 3
"""Questions to begin with."""
_FIRST_PLACES = (
    "alive_or_dead",
    "crime",
    "intentions",
    "surface",
    "relations",
    "accident",
    "feelings",
    "who",
)
"""Places on the question map where most games begin, the most usual first."""

_RULES = {
    "en": (
        "A strange story with a hidden truth. Ask anything that can be answered with yes or no.",
        "The answer is YES, NO, YES AND NO (true in one way, not in another) or IRRELEVANT (no difference).",
        "When you know what happened, tell it: your final answer (/answer TEXT). Stuck? Take a hint (/hint).",
    ),
    "zh": (
        "一个离奇的故事，背后藏着真相。凡是能用“是”或“不是”回答的，都可以问。",
        "回答有四种：是、不是、是也不是（一方面对，另一方面不对）、无关（对真相没有影响）。",
        "想通了，就把经过讲出来，作为最终答案（/答案 内容）。卡住了，可以要提示（/提示）。",
    ),
}
_YES_AND_NO = {
    "en": "“Yes and no”: it is true in one part or sense and not in another. Ask about one of them.",
    "zh": "“是也不是”的意思是：一部分对，或者从一个角度看对，另一部分不对。把问题拆开再问就清楚了。",
}
_GIVING_UP = {
    "en": "Give up and read the solution? The game ends with 0 points.",
    "zh": "要放弃并看真相吗？这局会以 0 分结束。",
}
_TITLES = {"en": "The House in the Snow", "zh": "雪中的房子"}
_STATEMENTS = {
    "en": "On a winter evening a girl breaks all the windows of a house, then the door, then the roof. "
    "Her grandmother, who built it, looks on and is glad.",
    "zh": "冬天的晚上，一个女孩砸碎了一座房子所有的窗户，接着是门，最后是屋顶。"
    "房子是奶奶亲手造的，奶奶在一旁看着，很高兴。",
}
_TASKS = {
    "en": (
        "Ask something that yes or no can answer.",
        "Now ask about the house.",
        "Now you can guess what it is. Tell your final answer.",
    ),
    "zh": (
        "先问一个能用“是”或“不是”回答的问题。",
        "再问问那座房子。",
        "现在可以猜到了。说出你的最终答案。",
    ),
}
_CLOSING = {
    "en": "That is all there is to it. A real story takes more questions, asked in words of your own.",
    "zh": "玩法就是这样。真正的故事要多问几个问题，而且可以用你自己的话来问。",
}
_STEPS: dict[str, tuple[tuple[tuple[str, str, str, str], ...], ...]] = {
    "en": (
        (
            (
                "Is the girl angry?",
                "NO",
                "So you know one thing that it is not.",
                "angry anger mad furious rage upset cross annoyed",
            ),
            (
                "Was it an accident?",
                "NO",
                "She does it on purpose, and in high spirits.",
                "accident accidental accidentally purpose deliberate deliberately mistake mean intend",
            ),
            (
                "Does the winter matter?",
                "YES",
                "It does: such a house is made at that time of the year.",
                "winter season snow cold weather evening christmas",
            ),
        ),
        (
            ("Is it a real house?", "YES AND NO", _YES_AND_NO["en"], "real toy model normal ordinary actual"),
            (
                "Does anybody live in it?",
                "NO",
                "Nobody could: it stands on the kitchen table.",
                "live inhabit inhabitant people family inside empty",
            ),
            (
                "Can it be eaten?",
                "YES",
                "That brings you closer.",
                "eat edible food cake gingerbread biscuit cookie sweet sweets candy sugar chocolate",
            ),
        ),
        (
            (
                "It is a gingerbread house, and they are eating it.",
                "SOLVED",
                "That is it.",
                "gingerbread eat edible food cake biscuit cookie candy sweet sweets dessert",
            ),
            (
                "She does not like the house.",
                "WRONG",
                "No: she likes it very much. It was gingerbread, to eat.",
                "dislike hate ugly revenge",
            ),
        ),
    ),
    "zh": (
        (
            ("女孩在生气吗？", "NO", "这样就排除了一种可能。", "生气 愤怒 恼火 发火 发脾气"),
            ("是不小心砸的吗？", "NO", "她是故意的，而且兴高采烈。", "不小心 故意 有意 无意 失手 意外"),
            ("冬天这一点重要吗？", "YES", "重要：这样的房子正是这个时节做的。", "冬天 季节 天气 下雪 圣诞"),
        ),
        (
            ("那是真的房子吗？", "YES AND NO", _YES_AND_NO["zh"], "真的 真房子 玩具 模型 普通"),
            ("里面住着人吗？", "NO", "住不了人：它就摆在厨房的桌子上。", "住 有人 里面"),
            ("它能吃吗？", "YES", "你离真相更近了。", "吃 食物 点心 饼 蛋糕 糖 巧克力"),
        ),
        (
            ("那是一座姜饼屋，她们在吃它。", "SOLVED", "就是这样。", "姜饼 饼 吃 蛋糕 点心 糖果"),
            ("她不喜欢这座房子。", "WRONG", "不，她喜欢极了：那是姜饼做的，可以吃。", "不喜欢 讨厌 恨 报复"),
        ),
    ),
}


@cache
def guide_in(language: str) -> Guide:
    """Return the guide in a language; the English one where there is none."""
    spoken = language if language in _RULES else "en"
    steps = zip(_TASKS[spoken], _STEPS[spoken], strict=True)
    tutorial = Tutorial(
        _TITLES[spoken],
        _STATEMENTS[spoken],
        [_step(task, outcomes, spoken) for task, outcomes in steps],
        _CLOSING[spoken],
    )
    return PuzzleGuide(_RULES[spoken], tutorial, _YES_AND_NO[spoken])


def question_before_giving_up(language: str) -> str:
    """Return the question that a person is asked before they give up a puzzle."""
    return _GIVING_UP.get(language, _GIVING_UP["en"])


def _step(task: str, told: Sequence[tuple[str, str, str, str]], language: str) -> TutorialStep:
    outcomes = [Outcome(0, said, badge(word, language), remark=remark) for said, word, remark, _ in told]
    return TutorialStep(task, outcomes, [frozenset(words.split()) for *_, words in told])


@dataclass(frozen=True)
class PuzzleGuide(Guide):
    """The guide to situation puzzles.

    Attributes:
        yes_and_no: the meaning of that answer.
    """

    yes_and_no: str

    def starters(self, scenario: Puzzle) -> Sequence[str]:
        """Return questions that the author marked open and that establish nothing, each about something else.

        They are chosen by their place on the question map alone, never by how they are ruled.
        """
        first: dict[str, str] = {}
        for ruling in scenario.rulings:
            if _begins(ruling):
                first.setdefault(ruling.about, ruling.texts[0])
        return [first[place] for place in _FIRST_PLACES if place in first][:STARTERS]

    def explanation(self, event: Event) -> str:
        """Return the meaning of YES AND NO, the one answer that does not explain itself."""
        return self.yes_and_no if isinstance(event, QuestionRuled) and event.ruling == "YES AND NO" else ""


def _begins(ruling: AuthoredRuling) -> bool:
    """Return whether a ruling may stand on an empty table: open, yes or no, and telling of no fact."""
    asks = ruling.texts[0].rstrip().endswith(("?", "？"))
    return asks and ruling.open and ruling.ruling in ("YES", "NO") and not ruling.facts and not ruling.steps
