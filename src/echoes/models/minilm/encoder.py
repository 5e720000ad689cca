"""The sentence encoder: a BERT encoder of six layers in exact integer arithmetic."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from echoes.models.minilm.exact_arithmetic import Floats, dense, layer_norm, lookup, ordered_sum, quantize
from echoes.models.minilm.precomputed import PrecomputedVectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FOLDER = Path(__file__).parent
VERSION = 3
"""To be raised with every change that changes a vector."""
LAYERS, HEADS, WIDTH = 6, 12, 384
GELU_STEPS, EXP_STEPS = 256, 256
_MAX_TOKENS = 128
_BATCH = 16
_MIN_THREADED_BATCHES, _MAX_THREADS = 8, 4
_QUERY_LEVELS = 511
"""511 · 511 · 32 < 2^24, with 32 numbers per head."""
_ATTENTION_LEVELS, _VALUE_LEVELS = 8191, 1023
"""Attention weights add up to about 8191, so that 1023 times their sum stays below 2^24."""
_VECTOR_LEVELS = 127
"""Vectors are rounded to bytes, so that they can be stored exactly in little space."""
PRECOMPUTED = PrecomputedVectors(FOLDER / "vectors", VERSION)
"""Vectors of the bundled puzzles, so that no player waits for them to be computed."""


class MiniLM:
    """Maps English texts to unit vectors; texts with similar meanings have similar directions.

    It ignores negation and who did what to whom, so it may propose candidates and must never decide. The
    same text has the same vector, to the last bit, on every processor and in any batch. The weights are
    loaded with the first text.
    """

    dimension = WIDTH

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the mean of the token vectors of each text, scaled to length 1 (Reimers and Gurevych, 2019).

        Args:
            texts: at least one.
        Returns:
            (texts, 384), in order.
        """
        vectors = np.empty((len(texts), WIDTH), dtype=np.float32)
        # A single text is computed faster than it is found.
        ready = PRECOMPUTED.find(texts) if len(texts) > 1 else {}
        missing = [number for number in range(len(texts)) if number not in ready]
        if ready:
            vectors[[*ready]] = [*ready.values()]
        if missing:
            vectors[missing] = self.embed_quantized([texts[number] for number in missing])
        return (vectors / np.sqrt(ordered_sum(vectors * vectors))).astype(np.float32, copy=False)

    def embed_quantized(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Compute the vectors as integers from -127 to 127, before they are scaled to length 1.

        Args:
            texts: at least one.
        Returns:
            (texts, 384), in order.
        """
        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        batches = _batches(encoded)
        vectors = np.empty((len(texts), WIDTH), dtype=np.float32)

        def encode(batch: list[int]) -> None:
            vectors[batch] = self._encode(np.array([encoded[number] for number in batch]))

        if len(batches) < _MIN_THREADED_BATCHES:
            for batch in batches:
                encode(batch)
        else:
            with ThreadPoolExecutor(min(_MAX_THREADS, cpu_count() or 1)) as pool:
                _ = [*pool.map(encode, batches)]
        return vectors

    def _encode(self, ids: NDArray[np.int64]) -> Floats:
        """Return the quantized vectors of texts of equal length, given as (texts, tokens) of token ids."""
        texts, tokens = ids.shape
        w = self._weights
        x = w["words"][ids] * w["words.unit"][ids, None] + w["places"][:tokens]
        x = layer_norm(x.reshape(-1, WIDTH), w["start.scale"], w["start.bias"])
        for layer in range(LAYERS):
            attended = self._attend(self._dense(x, f"{layer}.in"), texts, tokens)
            x = self._norm(x + self._dense(attended, f"{layer}.out"), f"{layer}.attended")
            hidden = lookup(self._dense(x, f"{layer}.up"), w["gelu"], GELU_STEPS)
            x = self._norm(x + self._dense(hidden, f"{layer}.down"), f"{layer}.done")
        x = x.reshape(texts, tokens, WIDTH)
        total = x[:, 0]
        for token in range(1, tokens):  # one after the other: a sum in a fixed order
            total = total + x[:, token]
        return quantize(total, _VECTOR_LEVELS)[0] + np.float32(0)  # bytes have no negative zero

    def _attend(self, x: Floats, texts: int, tokens: int) -> Floats:
        """Apply scaled dot-product attention (Vaswani et al., 2017).

        Args:
            x: (texts · tokens, 3 · width), queries, keys and values side by side.
            texts, tokens: the shape of the batch.
        Returns:
            (texts · tokens, width).
        """
        shape = (texts, tokens, 3, HEADS, WIDTH // HEADS)
        queries, keys, values = x.reshape(shape).transpose(2, 0, 3, 1, 4)
        queries, query_unit = quantize(queries, _QUERY_LEVELS)
        keys, key_unit = quantize(keys, _QUERY_LEVELS)
        values, value_unit = quantize(values, _VALUE_LEVELS, axis=-2)
        scores = (queries @ keys.swapaxes(-1, -2)) * query_unit * key_unit.swapaxes(-1, -2)
        scores *= np.float32((WIDTH / HEADS) ** -0.5)
        scores -= scores.max(axis=-1, keepdims=True)
        # Sums of integers up to 128 · 8191 < 2^24 are exact in any order.
        weights = np.rint(lookup(scores, self._weights["exp"], EXP_STEPS) * np.float32(_ATTENTION_LEVELS))
        weights = np.rint(weights * np.float32(_ATTENTION_LEVELS) / weights.sum(axis=-1, keepdims=True))
        mixed = (weights @ values) * (value_unit / np.float32(_ATTENTION_LEVELS))
        return mixed.transpose(0, 2, 1, 3).reshape(-1, WIDTH)

    def _dense(self, x: Floats, name: str) -> Floats:
        w = self._weights
        return dense(x, w[name], w[f"{name}.unit"], w[f"{name}.bias"])

    def _norm(self, x: Floats, name: str) -> Floats:
        return layer_norm(x, self._weights[f"{name}.scale"], self._weights[f"{name}.bias"])

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_MAX_TOKENS)
        return tokenizer

    @cached_property
    def _weights(self) -> dict[str, NDArray[np.float32]]:
        """Arrays by name; the word embeddings stay 8-bit integers, since few are read at a time."""
        with np.load(FOLDER / "weights.npz") as file:
            read: dict[str, NDArray[Any]] = {name: file[name] for name in file.files}
        return {name: one if name == "words" else one.astype(np.float32) for name, one in read.items()}


def _batches(encoded: Sequence[Sequence[int]]) -> list[list[int]]:
    """Group the positions of texts by length, so that no padding and no mask is needed."""
    by_length: dict[int, list[int]] = {}
    for number, ids in enumerate(encoded):
        by_length.setdefault(len(ids), []).append(number)
    return [
        group[start : start + _BATCH]
        for group in by_length.values()
        for start in range(0, len(group), _BATCH)
    ]
