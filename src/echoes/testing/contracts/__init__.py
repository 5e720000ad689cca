"""The contract suites, one for each kind of plug-in; their assertions say what they found, as in any test."""

import pytest

_SUITES = ("game_types", "model_providers", "rag_providers", "referees")
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in _SUITES))
