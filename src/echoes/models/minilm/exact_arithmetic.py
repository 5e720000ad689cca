"""Arithmetic that gives the same bits on every processor.

Floating-point sums depend on their order, and the order depends on the processor: matrix libraries
add in blocks as wide as its registers, and fuse products with sums where they can. Two kinds of
operation do not depend on it, and only these are used here: elementwise operations with one rounding
each (fixed by IEEE 754), and sums of integers below 2^24, which single precision holds exactly in
any order. So operands of matrix products are quantized to integers first, and functions such as exp
are read from tables that were computed once.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_BLOCK = 384
"""Rows of a weight matrix per partial product."""
_INPUT_LEVELS = 343
"""343 · 127 · 384 < 2^24, with weights up to 127."""


def quantize(x: Floats, levels: int, axis: int = -1) -> tuple[Floats, Floats]:
    """Quantize vectors symmetrically.

    Args:
        x: of any shape.
        levels: the largest integer.
        axis: the axis along which the vectors lie; each has a scale of its own.
    Returns:
        Integers from -levels to levels in the shape of `x`, and the scales, with length 1 along `axis`.
    """
    scale = np.abs(x).max(axis=axis, keepdims=True) / np.float32(levels)
    scale[scale == 0] = 1
    return np.rint(x / scale), scale


def dense(x: Floats, weights: NDArray[np.float32], scale: Floats, bias: Floats) -> Floats:
    """Apply a dense layer.

    Args:
        x: (rows, width).
        weights: (width, columns), integers up to 127; width is a multiple of 384.
        scale: (columns,), the scale of each column of the weights.
        bias: (columns,).
    Returns:
        (rows, columns).
    """
    integers, unit = quantize(x, _INPUT_LEVELS)
    result = integers[:, :_BLOCK] @ weights[:_BLOCK]
    for start in range(_BLOCK, len(weights), _BLOCK):
        result += integers[:, start : start + _BLOCK] @ weights[start : start + _BLOCK]
    result *= scale
    result *= unit
    result += bias
    return result


def ordered_sum(x: Floats) -> Floats:
    """Sum along the last axis, of length 3 · 2^n, in a fixed order; the axis is kept with length 1."""
    third = x.shape[-1] // 3
    x = np.add(np.add(x[..., :third], x[..., third : 2 * third]), x[..., 2 * third :])
    while x.shape[-1] > 1:
        half = x.shape[-1] // 2
        x = np.add(x[..., :half], x[..., half:], dtype=np.float32)
    return x


def layer_norm(x: Floats, scale: Floats, bias: Floats, epsilon: float = 1e-12) -> Floats:
    """Normalize along the last axis (layer normalization, Ba et al., 2016)."""
    width = np.float32(x.shape[-1])
    x = np.subtract(x, ordered_sum(x) / width)
    x /= np.sqrt(ordered_sum(x * x) / width + np.float32(epsilon))
    x *= scale
    x += bias
    return x


def lookup(x: Floats, table: Floats, steps: int) -> Floats:
    """Evaluate a tabulated function at `x`.

    Args:
        x: of any shape.
        table: values at multiples of 1 / steps, with 0 in the middle; beyond its ends the last value holds.
        steps: entries of the table per unit of `x`.
    """
    middle = len(table) // 2
    entries = np.rint(x * np.float32(steps)) + np.float32(middle)
    return table[np.clip(entries, 0, len(table) - 1).astype(np.intp)]
