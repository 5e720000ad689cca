"""Results are the same bits in any order of summation, and close to plain floating point."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from echoes.models.minilm.exact_arithmetic import dense, layer_norm, lookup, ordered_sum, quantize

SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS, st.sampled_from([127, 343, 8191]))
def test_quantized_values_are_integers_within_half_a_step(seed: int, levels: int):
    x = np.random.default_rng(seed).normal(size=(3, 48)).astype(np.float32)
    integers, scale = quantize(x, levels)
    assert np.array_equal(integers, np.rint(integers))
    assert np.abs(integers).max() == levels
    assert np.abs(integers * scale - x).max() <= 0.51 * scale.max()


def test_a_vector_of_zeros_stays_one():
    integers, scale = quantize(np.zeros((2, 5), dtype=np.float32), 127)
    assert not integers.any()
    assert (scale == 1).all()


@given(SEEDS)
def test_a_dense_layer_gives_the_same_bits_in_any_order_of_its_inputs(seed: int):
    random = np.random.default_rng(seed)
    x = random.normal(size=(4, 768)).astype(np.float32)
    weights = random.integers(-127, 128, size=(768, 8)).astype(np.float32)
    scale, bias = np.full(8, 0.01, dtype=np.float32), random.normal(size=8).astype(np.float32)
    order = random.permutation(768)
    found = dense(x, weights, scale, bias)
    assert found.tobytes() == dense(x[:, order], weights[order], scale, bias).tobytes()
    assert np.allclose(found, x @ weights * scale + bias, atol=0.5)


@given(SEEDS)
def test_sums_and_normalization_agree_with_double_precision(seed: int):
    x = np.random.default_rng(seed).normal(size=(2, 384)).astype(np.float32)
    exact = x.astype(np.float64)
    assert np.allclose(ordered_sum(x), exact.sum(axis=-1, keepdims=True), atol=1e-3)
    one, zero = np.ones(384, dtype=np.float32), np.zeros(384, dtype=np.float32)
    wanted = (exact - exact.mean(axis=-1, keepdims=True)) / exact.std(axis=-1, keepdims=True)
    assert np.allclose(layer_norm(x, one, zero), wanted, atol=1e-4)


def test_a_table_is_read_at_the_nearest_entry_and_ends_at_its_ends():
    table = np.array([-2, -1, 0, 1, 2], dtype=np.float32)  # from -1 to 1 in steps of 1/2
    x = np.array([-9, -0.6, 0.1, 0.7, 9], dtype=np.float32)
    assert lookup(x, table, steps=2).tolist() == [-2, -1, 0, 1, 2]
