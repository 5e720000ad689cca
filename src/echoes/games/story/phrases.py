"""Phrases of the game in English and Chinese; the texts of a story are the author's."""

from pathlib import Path

from echoes.games.phrases import PhraseBook

STORY_PHRASES = PhraseBook(Path(__file__).with_name("phrases.yaml"))
story_phrase = STORY_PHRASES.phrase
