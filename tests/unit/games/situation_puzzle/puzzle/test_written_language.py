"""The language of a text is found by its letters and its commonest words, and English is never taken for another."""

import json
from pathlib import Path

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, opened, puzzles, written

from echoes.games.situation_puzzle.puzzle.written_language import foreign_language, language_of

OTHERS = {
    "Japanese": "男は毎晩、誰にも聞こえない鐘を鳴らしている。",
    "Korean": "한 남자가 매일 저녁 아무도 듣지 못하는 종을 울린다.",
    "Russian": "Каждый вечер мужчина звонит в колокол, которого никто не слышит.",
    "French": "Chaque soir, un homme sonne une cloche que personne n'entend et il ne sait pas qui est dans la tour.",
    "German": "Jeden Abend läutet ein Mann eine Glocke, die niemand hört, und er weiß nicht, wer mit ihm im Turm ist.",
    "Spanish": "Cada noche un hombre toca una campana que nadie oye, y el sonido no llega a los que esperan en la plaza.",
    "Italian": "Ogni sera un uomo suona una campana che nessuno sente, ma il suono non è per gli uomini della piazza.",
    "Portuguese": "Toda noite um homem toca um sino que ninguém ouve, mas ele não sabe que uma mulher escuta da rua.",
    "Greek": "Κάθε βράδυ ένας άντρας χτυπά μια καμπάνα που κανείς δεν ακούει.",
}


@pytest.mark.parametrize("language", OTHERS)
def test_a_puzzle_in_another_language_is_refused_by_its_name(tmp_path: Path, language: str):
    found = foreign_language(OTHERS[language])
    assert found is not None and found.startswith(language)
    fields = {"statement": OTHERS[language], "answer": OTHERS[language]}
    [report] = opened(written(tmp_path, "bell.json", fields)).reports
    assert report.scenario is None and f"is written in {language}" in str(report.error)
    assert "translate it" in str(report.error)


def test_an_author_who_says_english_is_believed_where_only_words_speak_against_it(tmp_path: Path):
    [puzzle] = puzzles(
        written(tmp_path, "a.json", {"statement": OTHERS["French"], "answer": BELLS[1], "language": "en"})
    )
    assert puzzle.language == "en"


@pytest.mark.parametrize(
    "text",
    ["", "He is deaf.", "Le Bar des Amis: a man dies.", "她在の日本料理店点了一碗汤。", "On Elm Street, Señor Díaz dies.",
     "Moskva (Москва) is where she was born.", "Die! he cried.", "每天傍晚，有个人敲钟。OK"],
)  # fmt: skip
def test_a_few_foreign_words_make_no_foreign_text(text: str):
    assert foreign_language(text) is None


def test_no_bundled_puzzle_is_taken_for_foreign():
    paths = sorted(Path("data/situation_puzzles").glob("*.json"))
    assert len(paths) >= 32
    for puzzle in (json.loads(path.read_bytes()) for path in paths):
        assert foreign_language(puzzle["statement"]) is foreign_language(puzzle["answer"]) is None
        assert language_of(puzzle["statement"]) == puzzle["language"]
