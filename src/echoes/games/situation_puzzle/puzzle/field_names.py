"""Names that fields have in files of other people, and the fields that they stand for.

Names are compared without case, spaces, `_`, `-` and punctuation, in simplified characters. Where several
names of a record stand for one field, the first of the list is taken.
"""

import re
import unicodedata
from functools import lru_cache

from pydantic import JsonValue

from echoes.core.text.plain_text import simplified
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

Fields = dict[str, JsonValue]
"""The fields of a record, by name."""

ALIASES: dict[str, str] = {
    "statement": "statement|puzzle_statement|surface|soup_surface|puzzle_surface|soup_table|soup_face|puzzle"
    "|scenario|situation|setup|front|open_part|story|question|riddle|task|content|description"
    "|汤面|谜面|题面|故事|谜题|内容|题目|问题",
    "answer": "answer|bottom|soup_bottom|soup_base|truth|truth_story|solution|final_answer|puzzle_answer"
    "|full_answer|back|hidden_part|reveal|explanation|汤底|谜底|真相|答案|解答|core_sentence",
    "title": "title|name|标题|题名|名称|题目|chinese_title",
    "id": "id|puzzle_id|story_id|uid|index|编号|序号",
    "language": "language|lang|语言",
    "difficulty": "difficulty|level|level_of_difficulty|difficulty_level|难度",
    "tags": "tags|tag|标签",
    "facts": "facts|key_facts|关键事实",
    "side_facts": "side_facts|additional_info|additional_information|supplementary_info"
    "|supplementary_information|补充信息|附加信息|额外信息",
    "found_facts": "tips|tip|clue|clues|key_clues|story_tree|logic_profile|propositions|提示词|线索",
    "key_points": "key_points|要点",
    "hints": "hints|hint|提示",
    "rulings": "rulings|判定",
    "cloze": "cloze|填空",
    "cast": "cast|characters|人物",
    "proposals": "proposals|key_question|key_questions",
    "kinds": "category|categories|type|genre|theme|类型|类别|分类|规则|类",
    "content_warnings": "content_warnings|warnings|content_warning",
    "constraints": "constraints",
    "provenance": "provenance",
    "author": "author|authors|contributor|作者",
    "source": "source|source_name|book|来源|出处",
    "url": "url|link|source_url|address|网址|链接",
    "licence": "licence|license|许可|许可证",
    "notes": "notes|note|memo|remark|remarks|附加说明|备注|说明|description",
    "chinese_title": "chinese_title",
    "status": "status",
}
"""The names of each field, the likeliest first."""
_LABELS = {
    "statement": ("Story", "汤面"),
    "answer": ("Answer", "汤底"),
    "title": ("Title", "标题"),
    "id": ("Id", "编号"),
    "language": ("Language", "语言"),
    "difficulty": ("Difficulty", "难度"),
    "tags": ("Tags", "标签"),
    "kinds": ("Category", "类别"),
    "facts": ("Facts", "事实"),
    "side_facts": ("Side facts, which no solution needs", "次要事实（解开时不需要）"),
    "found_facts": ("Clues (unconfirmed facts)", "线索（待确认的事实）"),
    "key_points": ("Key points", "要点"),
    "hints": ("Hints", "提示"),
    "rulings": ("Rulings", "裁定"),
    "proposals": ("Questions without a ruling", "还没有裁定的问题"),
    "cast": ("Characters", "人物"),
    "content_warnings": ("Content warnings", "内容提醒"),
    "author": ("Author", "作者"),
    "source": ("Source", "来源"),
    "url": ("Address", "网址"),
    "licence": ("Licence", "许可"),
    "notes": ("Notes", "备注"),
    "chinese_title": ("Title in Chinese", "中文标题"),
    "status": ("Status, such as ok or draft", "状态，如 ok 或 draft"),
}
"""The fields that a column may be mapped to by hand, in English and Chinese."""
SCHEMA_FIELDS = frozenset(Puzzle.model_fields) | {"schema_version"}
_PUNCTUATION = re.compile(r"[\W_]+")
_NUMBERED_HINT = re.compile(r"hint(\d{1,2})|提示(\d{1,2})")
_NOT_IN_TEXTS = frozenset(
    {"chinese_title", "status", "provenance", "constraints", "rulings", "cast", "cloze"}
)


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """Return a name as names are compared."""
    return _PUNCTUATION.sub("", simplified(unicodedata.normalize("NFKC", name[:64])).casefold())


_FIELDS: dict[str, list[str]] = {}
for _field, _aliases in ALIASES.items():
    for _name in _aliases.split("|"):
        _FIELDS.setdefault(plain_name(_name), []).append(_field)


def fields_named(name: str) -> list[str]:
    """Return the fields that a name can stand for, the likeliest first."""
    if _NUMBERED_HINT.fullmatch(plain_name(name)):
        return ["hints"]
    return _FIELDS.get(plain_name(name), [name] if name in SCHEMA_FIELDS else [])


def labels_of_fields(language: str) -> dict[str, str]:
    """Return the fields that a column may be mapped to by hand, each with its label in a language."""
    return {name: labels[language == "zh"] for name, labels in _LABELS.items()}


def field_named(words: str) -> str | None:
    """Return the field that a heading or label in a text stands for."""
    found = fields_named(words) if len(words) <= 24 else []
    return found[0] if found and found[0] not in _NOT_IN_TEXTS else None


def is_known_name(name: str) -> bool:
    """Return whether a column of this name would be taken for a field."""
    return bool(fields_named(name)) or plain_name(name) in CASE_NAMES


def _names(words: str) -> frozenset[str]:
    return frozenset(map(plain_name, words.split("|")))


CASE_TEXTS = _names("text|guess|question|user_guess|query|player_question|猜测|问题|提问")
CASE_LABELS = _names(
    "ruling|label|gold|judgement|judgment|verdict|answer|reply_label|expected|correct|is_correct|is_true|truth"
    "|回答|答案|判定|标签|结果|期望|预期|正确|是否正确"
)
CASE_STORIES = _names("story|title|story_id|story_title|puzzle|puzzle_id|标题|题名|故事|汤")
CASE_NAMES = CASE_TEXTS | CASE_LABELS | CASE_STORIES
