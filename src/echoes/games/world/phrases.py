"""Phrases of every game of moves, in English and Chinese."""

from pathlib import Path

from echoes.games.phrases import PhraseBook

WORLD_PHRASES = PhraseBook(Path(__file__).with_name("phrases.yaml"))
world_phrase = WORLD_PHRASES.phrase
