"""The end screen of a game."""

from echoes.core.views.blocks import Badge, Sheet
from echoes.core.views.panels import Checklist, PathStep, TurnPath
from echoes.interfaces.web.views.ending import EndScreen, end_screen_html, marks_of

UP = TurnPath("Way", [PathStep(Badge("x", "✔"), f"turn {n}", n / 4) for n in range(5)])


def test_a_path_goes_from_left_to_right_and_up_with_progress():
    marks = marks_of(UP)
    assert [mark.x for mark in marks] == sorted(mark.x for mark in marks)
    assert [mark.y for mark in marks] == sorted((mark.y for mark in marks), reverse=True)
    assert len({(mark.x, mark.y) for mark in marks}) == len(marks)


def test_an_end_screen_shows_what_there_is_and_escapes_it():
    found = Checklist("Parts", [("<i>fog</i>", True), ("ice", False)])
    screen = EndScreen(
        "Won <b>", True, value="9", sheets=[Sheet("Truth", "<u>")], panels=[found, UP], share="s"
    )
    page = end_screen_html(screen, 3, "en")
    assert page.count('class="mark') == 5
    assert page.count('aria-pressed="true"') == 3
    assert "&lt;i&gt;fog" in page and "Won &lt;b&gt;" in page and "&lt;u&gt;" in page


def test_a_game_that_says_nothing_more_has_a_plain_end():
    page = end_screen_html(EndScreen("The end", False), 0, "zh")
    assert "The end" in page and "lost" in page
    assert "share-text" not in page and "score" not in page
