"""What is laid on later covers key by key, and each setting knows where it stands."""

from echoes.core.files.layers import Layers


def laid(*settings: dict[str, object]) -> Layers:
    layers = Layers()
    for number, one in enumerate(settings, 1):
        layers.lay(one, f"file {number}")
    return layers


def test_the_keys_that_are_not_covered_stay():
    layers = laid({"play": {"hints": 3, "hosts": [1, 2]}, "web": {"port": 1}}, {"play": {"hosts": [9]}})
    assert layers.settings == {"play": {"hints": 3, "hosts": [9]}, "web": {"port": 1}}


def test_a_section_whose_keys_are_all_commented_out_changes_nothing():
    assert laid({"play": {"hints": 3}}, {"play": None}).settings == {"play": {"hints": 3}}


def test_a_key_is_covered_by_nothing_too():
    assert laid({"play": {"hints": 3}}, {"play": {"hints": None}}).settings == {"play": {"hints": None}}


def test_a_setting_is_found_in_the_file_that_has_the_say():
    layers = laid({"play": {"hints": 3, "hosts": []}}, {"play": {"hints": 4}})
    assert layers.source("play", "hints") == "file 2"
    assert layers.source("play", "hosts") == "file 1"
    assert layers.source("play", "hosts", 0, "name") == "file 1"
    assert layers.source("web", "port") is None


def test_what_was_read_is_not_changed():
    below = {"play": {"hints": 3}}
    laid(below, {"play": {"hints": 4}})
    assert below == {"play": {"hints": 3}}
