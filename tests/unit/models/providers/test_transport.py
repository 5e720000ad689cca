"""HTTP to a server: the words of an error, the pause that it asks for, and where no proxy is used."""

import pytest

from echoes.models.providers.transport import Transport, host_of, is_loopback, pause_in, said_in


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ({"message": "no", "code": "bad", "param": None}, "no bad"),
        (
            {"detail": [{"loc": ["body", "seed"], "msg": "extra", "input": {"temperature": 1}}]},
            "body seed extra",
        ),
        ([{"error": {"message": "no"}}], "no"),
        ("no", "no"),
        (None, ""),
    ],
)
def test_all_words_of_an_error_are_read_but_not_the_request_that_it_repeats(error: object, words: str):
    assert said_in(error) == words


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("Please try again in 20s.", 20),
        ("Please retry in 7.5s", 7.5),
        ("try again in 300ms", 0.3),
        ("try again in 2 min", 120),
        ("try again", 0),
    ],
)
def test_a_pause_is_read_from_the_words(words: str, seconds: float):
    assert pause_in(words) == seconds


@pytest.mark.parametrize(
    ("url", "is_here"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://localhost:1", True),
        ("http://[::1]:1", True),
        ("http://0.0.0.0:1", True),
        ("http://10.0.0.1:1", False),
        ("https://api.openai.com/v1", False),
        ("http://[::1", False),
    ],
)
def test_a_server_on_this_machine_is_known_by_its_address(url: str, is_here: bool):
    assert is_loopback(url) is is_here


def test_an_address_that_is_none_has_no_host():
    assert host_of("http://[::1") == ""


def test_a_proxy_counts_only_for_other_machines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:1")
    monkeypatch.setenv("NO_PROXY", "inside.example")
    urls = ("https://api.openai.com/v1", "https://inside.example/v1", "https://localhost/v1")
    assert [Transport(url, {}, 1)._proxied() for url in urls] == [True, False, False]
