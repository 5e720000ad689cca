"""The texts of the pages."""

import re
from pathlib import Path

from echoes.interfaces.web import i18n
from echoes.interfaces.web.i18n import all_texts


def test_the_two_languages_say_the_same_things_with_the_same_variables():
    def variables(text: str) -> set[str]:
        return {part.split("}")[0] for part in text.split("{")[1:]}

    english, chinese = all_texts()["en"], all_texts()["zh"]
    assert english.keys() == chinese.keys()
    assert [key for key, text in english.items() if variables(text) != variables(chinese[key])] == []


def test_every_word_is_said_somewhere():
    room = Path(i18n.__file__).parent
    pages = [path.read_text("utf-8") for path in (*room.rglob("*.html"), *room.rglob("*.py"))]
    said = "\n".join(pages)
    made = (
        "alone_",
        "chapter_",
        "board_",
        "state_",
        "status_",
        "ending_",
        "strategy_",
        "ai_",
        "compare_",
        *(
            f"desk_{name}_"
            for name in ("alone", "end", "page", "result", "said", "severity", "status", "wish")
        ),
        "share_",
        "table_",
        "seat_",
    )  # with a name
    unused = [
        key for key in all_texts()["en"] if not key.startswith(made) and not re.search(rf"\b{key}\b", said)
    ]
    assert unused == []
