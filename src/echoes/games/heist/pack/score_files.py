"""The files of a score: `score.yaml`, and texts for each language (see `games.packs`)."""

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.pack.validation import score_errors
from echoes.games.packs.loader import PackFormat

SCORE_FILES = PackFormat("score.yaml", Score, score_errors)
