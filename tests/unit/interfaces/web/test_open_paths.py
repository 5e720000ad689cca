"""Paths of the app's own pages, below which no proxy can serve it."""

import pytest

from echoes.interfaces.web.open_paths import has_pages_below


@pytest.mark.parametrize(
    ("root", "taken"),
    [("/web", True), ("/desk", True), ("/gradio_api", True), ("/games", False), ("/desks", False)],
)
def test_a_path_with_pages_of_the_app_at_or_below_it_is_taken(root: str, taken: bool):
    assert has_pages_below(root) == taken
