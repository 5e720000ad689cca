"""A made-up model that drafts the canary puzzle: whatever it writes with the solution before it holds a canary."""

import hashlib
import json
import re
from typing import Any

from tests.support import canary_puzzle

from echoes.games.situation_puzzle.drafting.prompts import TASKS
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_NOUNS = (
    "lamp river ladder mirror ticket garden bottle letter kitchen window doctor engine pocket candle".split()
)
_NUMBERED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


def stripped(**changes: Any) -> Puzzle:
    """The canary puzzle as statement and answer only."""
    bell = canary_puzzle()
    kept = {key: bell[key] for key in ("id", "language", "title", "statement", "answer")}
    return Puzzle.model_validate({**kept, **changes})


def reply(system: str, prompt: str) -> dict[str, Any]:
    """What the model says; the same to the same request."""
    language = "zh" if re.search("中文|汤底", system[:200]) else "en"
    kinds = (name for name in _REPLIES if re.match(_pattern(TASKS[language][name]), prompt, re.DOTALL))
    return _REPLIES[next(kinds)](prompt, language == "zh")


def _pattern(task: str) -> str:
    """How the prompts of a task begin."""
    beginning = re.split(r"(\{\w+\})", task)[:4]
    return "".join(".*?" if part.startswith("{") else re.escape(part) for part in beginning)


def text_reply(system: str, prompt: str) -> str:
    """What a server says: the reply as text, whatever the client appends to the system prompt."""
    return json.dumps(reply(system, prompt), ensure_ascii=False)


def _facts(prompt: str, zh: bool) -> dict[str, Any]:
    told = "积雪 zzfact" if zh else "Snow lay on the slope zzfact"
    return {"facts": [{"statement": f"{told}{name}.", "core": name != "c"} for name in "abc"]}


def _wordings(prompt: str, zh: bool) -> dict[str, Any]:
    return {"wordings": [f"The snow, it lay there zzwording{number}." for number in range(3)]}


def _hints(prompt: str, zh: bool) -> dict[str, Any]:
    return {
        "hints": [
            {"text": f"Think of the season zzhint{n}.", "facts": ["f3", "f1", "f2"] if n == 3 else []}
            for n in range(4)
        ]
    }


def _cloze(prompt: str, zh: bool) -> dict[str, Any]:
    core = re.search(r"told by a gap: (.+)\.", prompt)[1].split(", ")  # type: ignore[index]
    return {
        "text": "Up in the tower the sexton looked {where}. He thought {what}. So he {did}, and the people {after}.",
        "gaps": [
            {
                "id": name,
                "right": f"{words[0]} zzright",
                "wrong": [f"{one} zzwrong" for one in words[1:]],
                "facts": core,
            }
            for name, words in _GAPS.items()
        ],
    }


_GAPS = {
    "where": [
        "up at the white hills",
        "down at the river bank",
        "over at the new school",
        "far across the fields",
    ],
    "what": [
        "of the danger of noise",
        "of his own old mother",
        "of the price of a bell",
        "of the winter morning",
    ],
    "did": [
        "kept the rope at rest",
        "called to the children",
        "ran down all the steps",
        "slept through the feast",
    ],
    "after": [
        "stayed safe in their beds",
        "went home to their dinner",
        "had a dance in the street",
        "looked for a new sexton",
    ],
}


def _cloze_text(prompt: str, zh: bool) -> dict[str, Any]:
    """Translate the gaps in another order: what is last comes first."""
    gaps = re.findall(r"^\{\d+\}: (.+)$", prompt, re.MULTILINE)
    numbers = [*range(1, len(gaps) + 1)]
    return {
        "text": "。".join(f"敲钟人想的是{{{n}}}" for n in numbers[::-1]) + "。",
        "gaps": [[f"那里的{hash_of(text) % 10**6}" for text in gap.split(" | ")] for gap in gaps],
    }


def _cast(prompt: str, zh: bool) -> dict[str, Any]:
    return {"cast": [{"name": "敲钟人" if zh else "the sexton", "aliases": ["守钟人" if zh else "zzalias"]}]}


def _synonyms(prompt: str, zh: bool) -> dict[str, Any]:
    if zh:
        return {"groups": [{"words": ["雪", "积雪"], "broader": []}]}
    return {
        "groups": [
            {"words": ["snow", "zzsnow"], "broader": []},
            {"words": ["snow", "only once"], "broader": []},
        ]
    }


def _questions(prompt: str, zh: bool) -> dict[str, Any]:
    count = int(re.search(r"\d+", prompt)[0])  # type: ignore[index]
    seed = int(hashlib.sha256(prompt.encode()).hexdigest()[:6], 16)
    asked: list[dict[str, Any]] = []
    for number in range(count):
        noun, many = _NOUNS[(seed + number) % len(_NOUNS)], (seed + number) % 997
        asked.append(
            {
                "texts": [f"Did the {noun} have {many} parts?", f"Was it a {noun} of {many} parts?"],
                "about": "who",
            }
        )
    return {"questions": [*asked, {"texts": ["Why was it so?"], "about": "nowhere"}]}


def _near(prompt: str, zh: bool) -> dict[str, Any]:
    fact = re.search(r"zzfact\w", prompt)[0]  # type: ignore[index]
    return {"questions": [{"texts": [f"Did snow lie there {fact}?", f"Was there snow {fact}?"]}]}


def _judged(prompt: str, zh: bool) -> dict[str, Any]:
    """Rule YES on snow, and otherwise by the question's words; each eleventh question twice differently."""
    rulings: list[dict[str, Any]] = []
    for number, line in _NUMBERED.findall(prompt):
        first = line.partition(" (")[0]
        mark = int(hashlib.sha256(first.encode()).hexdigest()[:6], 16)
        is_snow, second = "snow" in first, "opposite" in prompt
        word = "YES" if is_snow or mark % 3 == 0 else "NO"
        if mark % 11 == 0 and second and not is_snow:
            word = "IRRELEVANT"
        facts = ["f1", "zzother"] if is_snow else []
        rulings.append(
            {
                "n": int(number),
                "ruling": word,
                "facts": facts,
                "steps": ["f2"] if is_snow else [],
                "confidence": 0.9,
            }
        )
    return {"rulings": rulings}


def _story(prompt: str, zh: bool) -> dict[str, Any]:
    return {
        "title": "无声的钟",
        "statement": "敲钟人爬上钟楼，却没有敲钟，全村的人都感谢他。",
        "public_facts": [],
    }


def _solution(prompt: str, zh: bool) -> dict[str, Any]:
    facts, hints = (len(_NUMBERED.findall(part)) for part in re.split(r"\n(?:HINTS|提示)\n", prompt))
    return {
        "answer": "山坡上有积雪 zzanswer，敲钟人不敢敲钟，怕钟声把雪震下来。",
        "facts": ["山坡上整个冬天都有积雪 zzfacta。"] * facts,
        "hints": ["想想这是一年里的什么季节 zzhint。"] * hints,
    }


def _texts(prompt: str, zh: bool) -> dict[str, Any]:
    entries = [
        {"n": int(number), "texts": [f"是{abs(hash_of(line)) % 10**6}吗？"]}
        for number, line in _NUMBERED.findall(prompt)
    ]
    return {"entries": entries}


def hash_of(text: str) -> int:
    """A number that follows from a text."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


_REPLIES: dict[str, Any] = {
    "facts": _facts,
    "wordings": _wordings,
    "hints": _hints,
    "cloze": _cloze,
    "cloze_text": _cloze_text,
    "cast": _cast,
    "synonyms": _synonyms,
    "near": _near,
    "blind": _questions,
    "follow": _questions,
    "judge": _judged,
    "story": _story,
    "solution": _solution,
    "texts": _texts,
}
