"""Phrases of the table in English and Chinese; the texts of a module are the author's."""

from pathlib import Path

from echoes.games.phrases import PhraseBook

TABLE_PHRASES = PhraseBook(Path(__file__).with_name("phrases.yaml"))
table_phrase = TABLE_PHRASES.phrase
CREATION_PHRASES = PhraseBook(Path(__file__).with_name("creation.yaml"))
creation_phrase = CREATION_PHRASES.phrase
