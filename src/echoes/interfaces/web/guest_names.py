"""Names that guests may take: none by which the page calls somebody who is no guest."""

import re

from echoes.core.errors import BadInput
from echoes.core.look_alikes import name_skeleton, without_invisible
from echoes.core.plain_text import clean
from echoes.interfaces.web.i18n import all_texts

LONGEST_NAME = 24
_OFFICES = """referee system server host owner narrator moderator admin administrator operator author
裁判 系统 系統 服务器 房主 开局的人 旁白 主持 管理员 管理員 作者""".split()
"""Words of a name that say who speaks with what authority; Chinese ones stand within a name, too."""
_BETWEEN = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[\W\d_]+$")


def guest_name(text: str) -> str:
    """Return the name that a guest gets who wants one; empty where nothing of it can be seen.

    Raises:
        BadInput: it is that of the referee, or of somebody else who is no guest.
    """
    name = without_invisible(clean(text))[:LONGEST_NAME].strip()
    if _is_reserved(name):
        raise BadInput(
            f"'{name}' would be taken for somebody who is no guest",
            "Choose another name.",
            zh=f"“{name}”会让人误会你的身份，请换个名字。",
        )
    return name


def _is_reserved(name: str) -> bool:
    of_page = (texts[key] for texts in all_texts().values() for key in ("ai_player", "owner", "app"))
    offices = {name_skeleton(word) for word in (*_OFFICES, *of_page)}
    forms = (form for part in (name, *_BETWEEN.split(name)) for form in (part, _NUMBER.sub("", part)))
    within = (office in name_skeleton(name) for office in offices if not office.isascii())
    return not offices.isdisjoint(map(name_skeleton, forms)) or any(within)
