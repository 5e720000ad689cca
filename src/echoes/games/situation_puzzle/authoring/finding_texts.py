"""Findings on a puzzle: each kind with its rule, its severity, and its words in both languages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from echoes.games.lint_findings import LintFinding, Severity

FindingText = str | float | Sequence[str] | Mapping[str, int]
"""An argument of a finding's words: a text, a number, a list, or counts by name."""
_RULINGS_ZH = {"YES": "是", "NO": "不是", "YES AND NO": "是也不是", "IRRELEVANT": "无关"}
_LANGUAGES_ZH = {"en": "英文", "zh": "中文"}
_MARKS = {"negation": "a negation", "reason": "a reason", "quotes": "quotation marks", "capital": "a capital"}
_MARKS_ZH = {"negation": "否定词", "reason": "说明原因的话", "quotes": "引号", "capital": "大写字母"}
_PARTS_ZH = {"rulings": "裁定", "facts": "事实", "hints": "提示", "cast": "人物",
             "synonyms": "同义词", "wordings": "事实的其他说法", "proposals": "还没有裁定的问题",
             "cloze": "填空"}  # fmt: skip
_WORDS = {
    "en": {"mark": _MARKS},
    "zh": {"ruling": _RULINGS_ZH, "language": _LANGUAGES_ZH, "part": _PARTS_ZH, "mark": _MARKS_ZH},
}
"""The words for what an argument names, by language and argument."""


@dataclass(frozen=True)
class _Kind:
    """A kind of finding: its rule and severity, and by language its message and its remedy."""

    rule: str
    severity: Severity
    words: Mapping[str, tuple[str, str]]


def _kind(rule: str, severity: Severity, en: str, remedy: str, zh: str, remedy_zh: str) -> _Kind:
    return _Kind(rule, severity, {"en": (en, remedy), "zh": (zh, remedy_zh)})


_KINDS: dict[str, _Kind] = {
    "no_facts": _kind(
        "core-facts", "warning",
        "no facts: each sentence of the answer counts as one", "Write facts, and mark the core ones.",
        "没有写事实，汤底的每句话都算一条", "请写出事实，并标出关键的几条。",
    ),
    "no_facts_of_dossier": _kind(
        "core-facts", "warning",
        "no facts: the answer is too long to stand for them, so final answers can't be judged",
        "Write facts, and mark the core ones.",
        "没有写事实，汤底又太长，无法代替事实，所以最终答案没法评判", "请写出事实，并标出关键的几条。",
    ),
    "no_core_fact": _kind(
        "core-facts", "warning",
        "no core fact: all facts count as core", "Write facts, and mark the core ones.",
        "没有标出关键事实，所有事实都算关键", "请写出事实，并标出关键的几条。",
    ),
    "answer_is_core": _kind(
        "core-facts", "note",
        "no core fact was marked: each sentence of the answer counts as one",
        "Say in each only what a solution needs, and unmark the rest.",
        "没有标出关键事实：汤底的每句话各算一条", "请只留下解开所必需的内容，并取消其余的标记。",
    ),
    "no_hints": _kind(
        "no-hints", "note", "no hints", "Write hints, the gentlest first.",
        "没有提示", "请写提示，最含蓄的放在最前面。",
    ),
    "no_rulings": _kind(
        "no-rulings", "warning",
        "no authored rulings: without a model few questions can be ruled on",
        "Write rulings, or play it with a model.",
        "没有写裁定，不接入模型就几乎无法裁定问题", "请写裁定，或接入模型来玩。",
    ),
    "few_rulings": _kind(
        "few-rulings", "warning",
        "{count} {rulings}: without a model about {enough} are needed", "Write more rulings.",
        "只有 {count} 条裁定，不接入模型大约需要 {enough} 条", "请再写一些裁定。",
    ),
    "few_of_a_kind": _kind(
        "few-of-a-kind", "note", "few of a kind: {few}", "Write more rulings of these kinds.",
        "有几类裁定偏少：{few}", "请多写一些这几类的裁定。",
    ),
    "unknown_place": _kind(
        "unknown-place", "warning",
        "not on the map: about '{place}'; known: {known}", "Name one of the known places in `about`.",
        "`about` 写的“{place}”不在问题地图上；可用的有：{known}", "请在 `about` 里填其中一个。",
    ),
    "no_places": _kind(
        "holes", "note",
        "no ruling names its place on the map (`about`), so holes can't be found",
        "Write rulings on these places.",
        "没有一条裁定写明它在问题地图上的位置（`about`），因此找不出空缺", "请给裁定填上 `about`。",
    ),
    "holes": _kind(
        "holes", "note", "holes on the map: {holes}", "Write rulings on these places.",
        "问题地图上的空缺：{holes}", "请为这些方面写裁定。",
    ),
    "language": _kind(
        "language", "error", "{field} is not written in '{language}'", "Translate it, or correct `language`.",
        "{field} 不是{language}写的", "请翻译，或改正 `language`。",
    ),
    "foreign_labels": _kind(
        "labels-language", "warning",
        "{field} not in '{language}': {words}; players see them on the card, and choose by them",
        "Write them in the puzzle's language.",
        "{field} 里有不是{language}的：{words}；玩家会在卡片上看到，也按它们筛选", "请用谜题的语言来写。",
    ),
    "hint_gives_away": _kind(
        "hint-gives-away", "warning",
        "hint {number} states core fact {fact}; only the last one should", "Make it vaguer, or put it last.",
        "提示 {number} 说出了关键事实 {fact}，只有最后一条提示才该这样", "请写得含蓄些，或把它放到最后。",
    ),
    "hint_tells_more": _kind(
        "hint-tells-more", "warning",
        "hint {number} tells several core facts: {facts}", "Let it tell one at most.",
        "提示 {number} 一次说出了几条关键事实：{facts}", "一个提示最多说一条，请拆开。",
    ),
    "hint_aims_at_more": _kind(
        "hint-aims-at-more", "warning",
        "hint {number} leads to several core facts ({facts}), so it is given even if all but one are known",
        "Lead to one thing in each hint.",
        "提示 {number} 指向几条关键事实（{facts}），玩家只差一条时也会给出来", "请让每条提示只指向一件事。",
    ),
    "hint_settled": _kind(
        "hint-settled", "warning",
        "hint {number} tells only what first questions settle", "Lead to something that nobody asks at once.",
        "提示 {number} 说的，玩家一开始就会问出来", "请指向玩家不会马上想到的事。",
    ),
    "statement_gives_away": _kind(
        "statement-gives-away", "warning",
        "the statement shares a long run of words with the answer",
        "Say it in other words in the statement.",
        "汤面有一长段文字与汤底相同", "请在汤面里换个说法。",
    ),
    "synonym_twice": _kind(
        "synonym-twice", "warning",
        "“{word}” is in two groups of synonyms, {first} and {second}",
        "Take it out of one of the groups.",
        "“{word}”同时在第 {first} 组和第 {second} 组同义词里", "请从其中一组里去掉。",
    ),
    "synonym_form_twice": _kind(
        "synonym-twice", "warning",
        "“{word}” is the word “{same}”, and is in two groups of synonyms, {first} and {second}",
        "Take it out of one of the groups.",
        "“{word}”就是“{same}”，同时在第 {first} 组和第 {second} 组同义词里", "请从其中一组里去掉。",
    ),
    "contradicts_puzzle": _kind(
        "contradiction", "error",
        "ruling {first} ({ruling}) “{text}” contradicts what the puzzle states: “{other}”",
        "Correct one of the two.",
        "第 {first} 条裁定（{ruling}）“{text}”与谜题所写的“{other}”矛盾", "请改正其中之一。",
    ),
    "contradict": _kind(
        "contradiction", "error",
        "rulings {first} and {second} contradict each other: “{text}”, “{other}”",
        "Correct one of the two.",
        "第 {first} 条和第 {second} 条裁定互相矛盾：“{text}”，“{other}”", "请改正其中之一。",
    ),
    "ruled_differently": _kind(
        "contradiction", "error",
        "rulings {first} and {second} say the same and are ruled differently: “{text}”, “{other}”",
        "Correct one of the two.",
        "第 {first} 条和第 {second} 条裁定说的是一回事，结果却不同：“{text}”，“{other}”", "请改正其中之一。",
    ),
    "unsupported_fact": _kind(
        "unsupported-fact", "warning",
        "fact {fact} is not supported by the answer, which does not speak of: {words}",
        "Tell it in the answer, or drop the fact.",
        "事实 {fact} 在汤底里没有依据，汤底没有提到：{words}", "请在汤底里交代，或删去这条事实。",
    ),
    "unreachable_fact": _kind(
        "unreachable-fact", "error",
        "core fact {fact} can't be reached: no ruling with YES establishes it",
        "Write a question whose YES establishes it, with the fact's id in `facts`.",
        "关键事实 {fact} 问不出来：没有任何“是”能确认它",
        "请写一个问题，回答“是”就能确认它，并在 `facts` 里填上它的编号。",
    ),
    "no_cloze": _kind(
        "no-cloze", "note",
        "no cloze: final answers in other words can't be judged without a model", "Write a cloze.",
        "没有填空：不接入模型，用别的话说出的最终答案没法评判", "请写填空（`cloze`）。",
    ),
    "cloze_fact_left": _kind(
        "cloze-facts", "warning",
        "core fact {fact} is told by no gap of the cloze", "Name it in `facts` of a gap that tells it.",
        "填空里没有哪个空说到关键事实 {fact}", "请加一个说到它的空，并在 `facts` 里填上它的编号。",
    ),
    "cloze_choices": _kind(
        "cloze-size", "warning",
        "gap '{gap}' has {count} choices; four or five are right", "Write or drop wrong choices.",
        "空“{gap}”有 {count} 个选项，四到五个才合适", "请增减错误的选项。",
    ),
    "cloze_sentences": _kind(
        "cloze-size", "warning",
        "the cloze has {count} sentences; three to six are right", "Write it in three to six sentences.",
        "填空有 {count} 句话，三到六句才合适", "请改写成三到六句。",
    ),
    "cloze_combinations": _kind(
        "cloze-size", "warning",
        "the cloze can be filled in {count} ways only; with fewer than {enough} it can be guessed",
        "Write more gaps or choices.",
        "填空总共只有 {count} 种填法，少于 {enough} 种就容易蒙对", "请多写几个空或选项。",
    ),
    "cloze_lengths": _kind(
        "cloze-length", "warning",
        "a choice of gap '{gap}' is much longer or shorter than the others: “{text}”",
        "Make the choices about equally long.",
        "空“{gap}”有一个选项比其他的长得多或短得多：“{text}”", "请让选项长短相近。",
    ),
    "cloze_length_tells": _kind(
        "cloze-length", "warning",
        "the right choice of gap '{gap}' is told by its length: “{text}”",
        "Make a wrong choice as long, or as short.",
        "空“{gap}”的正确选项看长短就知道：“{text}”", "请把某个错误选项写得和它一样长或短。",
    ),
    "cloze_form": _kind(
        "cloze-form", "warning",
        "the right choice of gap '{gap}' is told by its form, for it alone has {mark}: “{text}”",
        "Give a wrong choice the same form.",
        "空“{gap}”的正确选项看形式就知道，只有它有{mark}：“{text}”", "请让某个错误选项也是这样的形式。",
    ),
    "cloze_form_without": _kind(
        "cloze-form", "warning",
        "the right choice of gap '{gap}' is told by its form, for all others have {mark}: “{text}”",
        "Give a wrong choice the same form.",
        "空“{gap}”的正确选项看形式就知道，其他的都有{mark}：“{text}”", "请让某个错误选项也是这样的形式。",
    ),
    "cloze_gives_away": _kind(
        "cloze-gives-away", "warning",
        "the text outside the gaps gives core fact {fact} away: {words}",
        "Put that in a gap, or say it in general words.",
        "填空以外的文字透露了关键事实 {fact}：{words}", "请把这些放进空里，或说得笼统些。",
    ),
    "cloze_same_choice": _kind(
        "cloze-true-choice", "warning",
        "a wrong choice of gap '{gap}' says the same as the right one: “{text}”, “{right}”",
        "Write another one.",
        "空“{gap}”有一个错误选项和正确选项说的是一回事：“{text}”，“{right}”", "请换一个。",
    ),
    "cloze_true_choice": _kind(
        "cloze-true-choice", "warning",
        "a wrong choice of gap '{gap}' is true by ruling {number} (YES): “{text}”, “{ruled}”",
        "Write another one, or correct the ruling.",
        "空“{gap}”有一个错误选项，按第 {number} 条裁定（是）其实没错：“{text}”，“{ruled}”",
        "请换一个，或改正裁定。",
    ),
    "unconfirmed": _kind(
        "unconfirmed", "note",
        "{waiting} for your confirmation",
        "Confirm what waits (echoes puzzles confirm {id}).",
        "有 {count} 条{part}等你确认", "请逐条确认（echoes puzzles confirm {id}）。",
    ),
    "same_story": _kind(
        "duplicate-story", "warning",
        "it tells the story of “{title}” ({id}) in the same words", "Keep one of them.",
        "与《{title}》（{id}）是同一个故事，一字不差", "请只留一个。",
    ),
    "similar_story": _kind(
        "duplicate-story", "warning",
        "it seems to tell the story of “{title}” ({id}) in other words ({percent} % alike)",
        "If it does, keep one of them.",
        "看起来和《{title}》（{id}）是同一个故事，只是换了说法（相似度 {percent}%）", "如果是，请只留一个。",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class PuzzleFinding:
    """A finding before it is put in words.

    Attributes:
        kind: one of the kinds above.
        place: the field; empty for the whole puzzle.
        told: the arguments of its words.
    """

    kind: str
    place: str = ""
    told: Mapping[str, FindingText] = field(default_factory=dict[str, FindingText])

    def worded(self, language: str = "en") -> LintFinding:
        """Return the finding in an author's language."""
        kind = _KINDS[self.kind]
        message, remedy = kind.words.get(language, kind.words["en"])
        told = {name: _told(name, value, language) for name, value in self.told.items()}
        said, remedy = message.format(**told), remedy.format(**told)
        return LintFinding(kind.rule, kind.severity, self.place, said, remedy)


def finding(kind: str, place: str = "", /, **told: FindingText) -> PuzzleFinding:
    """Return a finding of a kind; `told` are the arguments of its words."""
    return PuzzleFinding(kind, place, told)


def _told(name: str, value: FindingText, language: str) -> str:
    chinese = language == "zh"
    between = "、" if chinese else ", "
    if isinstance(value, Mapping):
        form = "{} ({})" if name == "holes" else "{} {}"
        return between.join(form.format(_told("ruling", key, language), n) for key, n in value.items())
    if not isinstance(value, str | int | float):
        return between.join(value)
    words = _WORDS["zh" if chinese else "en"].get(name, {})
    return words.get(str(value), str(value))
