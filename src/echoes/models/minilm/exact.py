"""Arithmetic that gives the same bits on every processor.

Floating-point sums depend on their order, and the order depends on the processor: matrix libraries
add in blocks as wide as its registers, and fuse products with sums where it can. Two kinds of
operation do not depend on it, and only these are used here: one rounding at a time, element by
element (IEEE 754 fixes each), and sums of whole numbers that stay below 2^24, which single precision
holds exactly in whatever order they are added. So operands of matrix products are rounded to whole
numbers first, and functions such as exp are looked up in tables that were made once.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WEIGHT_LEVELS = 127
ROWS = 384
"""Of a weight matrix, taken at a time."""
LEVELS = 343
"""343 · 127 · 384 < 2^24."""


def rounded(x: Floats, levels: int, axis: int = -1) -> tuple[Floats, Floats]:
    """Whole numbers from -levels to levels in proportion to `x`, and the unit of each vector.

    Args:
        x: of any shape.
        axis: along it the vectors lie that share a unit.
    Returns:
        The numbers, and the units with length 1 along `axis`.
    """
    unit = np.abs(x).max(axis=axis, keepdims=True) / np.float32(levels)
    unit[unit == 0] = 1
    return np.rint(x / unit), unit


def product(x: Floats, weights: NDArray[np.float32], scale: Floats, bias: Floats) -> Floats:
    """A dense layer.

    Args:
        x: (rows, width).
        weights: (width, columns), whole numbers up to 127; width is a multiple of 384.
        scale: (columns,), the unit of each column of the weights.
        bias: (columns,).
    """
    numbers, unit = rounded(x, LEVELS)
    found = numbers[:, :ROWS] @ weights[:ROWS]
    for start in range(ROWS, len(weights), ROWS):
        found += numbers[:, start : start + ROWS] @ weights[start : start + ROWS]
    found *= scale
    found *= unit
    found += bias
    return found


def total(x: Floats) -> Floats:
    """The sum along the last axis, of length 3 · 2^n, added in a fixed order; it keeps the axis."""
    third = x.shape[-1] // 3
    x = np.add(np.add(x[..., :third], x[..., third : 2 * third]), x[..., 2 * third :])
    while x.shape[-1] > 1:
        half = x.shape[-1] // 2
        x = np.add(x[..., :half], x[..., half:], dtype=np.float32)
    return x


def normalized(x: Floats, scale: Floats, bias: Floats, least: float = 1e-12) -> Floats:
    """Layer normalisation along the last axis (Ba et al., 2016)."""
    width = np.float32(x.shape[-1])
    x = np.subtract(x, total(x) / width)
    x /= np.sqrt(total(x * x) / width + np.float32(least))
    x *= scale
    x += bias
    return x


def looked_up(x: Floats, table: Floats, steps: int) -> Floats:
    """A function at `x` from its table, whose middle stands for 0.

    Args:
        x: of any shape.
        table: values at whole multiples of 1 / steps.
        steps: how many lie between 0 and 1.
    """
    middle = len(table) // 2
    places = np.rint(x * np.float32(steps)) + np.float32(middle)
    return table[np.clip(places, 0, len(table) - 1).astype(np.intp)]
