"""The bundled puzzles come with their vectors, and these are the ones that would be computed."""

from pathlib import Path

import numpy as np
import pytest
from tests.support import committed

from echoes.bench.bundled_vectors import bundled_texts
from echoes.config import load_config
from echoes.models.minilm.encoder import PRECOMPUTED, MiniLM
from echoes.models.minilm.precomputed import PrecomputedVectors

REMEDY = "run `echoes bench vectors` and commit what it writes"


@pytest.fixture(scope="module")
def bundled() -> dict[str, list[str]]:
    """The texts of the puzzles that belong to the project."""
    ours = {Path(path).stem for path in committed() if path.startswith("data/")}
    return {name: texts for name, texts in bundled_texts(load_config()).items() if name in ours}


def test_each_bundled_text_has_its_vector(bundled: dict[str, list[str]]):
    stale = [name for name, texts in bundled.items() if not PRECOMPUTED.holds(name, texts)]
    assert bundled and not stale, REMEDY
    assert {
        Path(path).stem for path in committed() if path.endswith(".npz") and "/minilm/vectors/" in path
    } == {*bundled}, REMEDY


def test_the_vectors_are_those_that_would_be_computed(bundled: dict[str, list[str]]):
    sample = [text for texts in bundled.values() for text in texts[:: len(texts) // 2]]
    ready = PRECOMPUTED.find(sample)
    computed = MiniLM().embed_quantized(sample)
    found = np.array([ready.get(number, computed[number] * 0) for number in range(len(sample))])
    assert np.array_equal(found, computed), f"raise VERSION in models/minilm/encoder.py, {REMEDY}"


def test_precomputed_and_computed_vectors_are_the_same_to_the_last_bit(bundled: dict[str, list[str]]):
    text = bundled["wrong_umbrella_en"][0]
    alone = MiniLM().embed([text])  # computed
    together = MiniLM().embed([text, "A text that stands in no file.", text])
    assert alone[0].tobytes() == together[0].tobytes() == together[2].tobytes()


def test_files_hold_what_was_written(tmp_path: Path):
    ready = PrecomputedVectors(tmp_path, version=1)
    assert ready.find(["one"]) == {}
    ready.write("some", ["one", "two"], np.array([[1, -127], [3, 4]], dtype=np.float32))
    ready.write("more", ["three"], np.array([[5, 6]], dtype=np.float32))
    found = ready.find(["two", "four", "one", "two", "three"])
    assert {number: row.tolist() for number, row in found.items()} == {
        0: [3, 4], 2: [1, -127], 3: [3, 4], 4: [5, 6]
    }  # fmt: skip
    assert ready.holds("some", {"two", "one"})
    assert not ready.holds("some", {"two"})
    assert not ready.holds("none", {"two"})
    assert PrecomputedVectors(tmp_path, version=2).find(["one", "two"]) == {}
