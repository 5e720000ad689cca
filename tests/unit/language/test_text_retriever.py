"""Where no index can be used, the letters of the documents are compared."""

from dataclasses import replace

import pytest

from echoes.core.documents import Document
from echoes.core.seats.roles import Tier
from echoes.language.text_retriever import TextRetriever, weighted_ngrams

TEXTS = {
    "a": "The lamp stands in the window.",
    "b": "A loaf floats down the river.",
    "c": "窗口的灯一直是黑的。",
}
DOCUMENTS = [
    Document(key, text, Tier.PUBLIC, "hint" if key == "c" else "fact") for key, text in TEXTS.items()
]


async def test_the_document_that_shares_most_comes_first_in_both_languages():
    retriever = TextRetriever(lambda: DOCUMENTS)
    assert (await retriever.search("Is there a lamp in the window?"))[0].id == "a"
    assert (await retriever.search("窗口的灯"))[0].id == "c"
    assert [passage.id for passage in await retriever.search("lamp window river", kind="hint")] == []
    assert await retriever.search("?") == []


async def test_the_same_words_score_one():
    [best] = await TextRetriever(lambda: DOCUMENTS).search(TEXTS["b"], limit=1)
    assert best.score == 1


async def test_documents_are_read_once_however_often_they_are_searched(monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []

    def counted(text: str) -> list[tuple[str, int]]:
        read.append(text)
        return [*weighted_ngrams(text)]

    monkeypatch.setattr("echoes.language.text_retriever.weighted_ngrams", counted)
    new = [replace(document, text=f"{document.text} Nobody has read this.") for document in DOCUMENTS]
    for _ in range(2):  # as each turn of a story has a retriever of its own
        retriever = TextRetriever(lambda: new)
        for _ in range(3):
            await retriever.search("lamp")
    assert sorted(read) == sorted([*(one.text for one in new), *["lamp"] * 6])
