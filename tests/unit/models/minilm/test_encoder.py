"""The encoder: unit vectors, the same in any batch, and batches of equal length so that nothing is padded."""

import numpy as np
import pytest

from echoes.models.minilm.encoder import WIDTH, MiniLM, _batches  # pyright: ignore[reportPrivateUsage]

ENCODER = MiniLM()


def test_batches_hold_texts_of_one_length_each_text_once_and_no_more_than_are_computed_at_once():
    lengths = [3, 5, 3, *[4] * 40]
    batches = _batches([[0] * length for length in lengths])
    assert sorted(number for batch in batches for number in batch) == [*range(len(lengths))]
    assert all(len({lengths[number] for number in batch}) == 1 for batch in batches)
    assert max(map(len, batches)) == 16


def test_a_vector_has_length_1_and_is_the_same_alone_and_among_others():
    texts = ["Was the bell broken?", "It rained.", "Was it broken, the bell?"]
    together = ENCODER.embed(texts)
    alone = np.concatenate([ENCODER.embed([text]) for text in texts])
    assert together.shape == (3, WIDTH)
    assert np.array_equal(together, alone)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-6)


def test_texts_that_mean_the_same_are_nearer_than_others():
    bell, rain, same = ENCODER.embed(["Was the bell broken?", "It rained.", "Was it broken, the bell?"])
    assert bell @ same > 0.8 > bell @ rain


def test_what_is_too_long_is_cut_and_still_has_a_vector():
    long, longer = ENCODER.embed_quantized(["bell " * 200, "bell " * 300])
    assert np.array_equal(long, longer)
    assert np.abs(long).max() == 127
