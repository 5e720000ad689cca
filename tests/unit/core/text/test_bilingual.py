"""A text that carries its Chinese is the English one to whoever does not ask."""

import copy
import json
import pickle

from echoes.core.text.bilingual import Bilingual, in_language, located

NOTE = Bilingual("title taken as 'x'", "标题用“x”")


def test_it_is_the_english_text_to_programs():
    assert NOTE == "title taken as 'x'" and json.dumps([NOTE]) == "[\"title taken as 'x'\"]"


def test_each_reader_gets_the_own_language():
    assert [in_language(NOTE, lang) for lang in ("en", "zh", "fr")] == [NOTE, "标题用“x”", NOTE]
    assert in_language("plain", "zh") == in_language(Bilingual("plain"), "zh") == "plain"
    assert in_language(located("a.json", NOTE), "zh") == "a.json：标题用“x”"
    assert located("a.json", NOTE) == "a.json: title taken as 'x'"


def test_a_copy_keeps_both():
    for made in (copy.deepcopy(NOTE), pickle.loads(pickle.dumps(NOTE))):
        assert made == NOTE and in_language(made, "zh") == NOTE.zh
