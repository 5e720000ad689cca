"""all-MiniLM-L6-v2, a small sentence encoder for English, with 8-bit weights.

`make.py` makes the files from the published weights. The model is Apache-2.0 (LICENSE).
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from echoes.models.minilm.exact import Floats, looked_up, normalized, product, rounded, total
from echoes.models.minilm.ready import ReadyVectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FOLDER = Path(__file__).parent
VERSION = 3
"""To be raised by whatever changes a vector."""
LAYERS, HEADS, WIDTH = 6, 12, 384
GELU_STEPS, EXP_STEPS = 256, 256
_MAX_TOKENS = 128
_BATCH = 16
_MANY, _THREADS = 8, 4
"""From so many batches on they are shared out among threads, and among how many at the most."""
_QUERY_LEVELS = 511
"""511 · 511 · 32 < 2^24: 32 numbers a head."""
_SHARE_LEVELS, _VALUE_LEVELS = 8191, 1023
"""The shares of attention add up to 1, so that 1023 times their sum stays below 2^24."""
_VECTOR_LEVELS = 127
"""A vector is a direction of bytes, so that it can be kept in little space as it is."""
READY = ReadyVectors(FOLDER / "ready", VERSION)
"""Of the bundled puzzles, so that nobody waits for them to be embedded."""


class MiniLM:
    """Maps English texts to unit vectors; near in meaning is near in direction.

    It is blind to negation and to who did what to whom: it finds candidates and must never
    decide. The same text has the same vector, to the last bit, on every processor and among
    whatever other texts. The files are loaded at the first text.
    """

    dimension = WIDTH

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The means of the token vectors, each at length 1 (Reimers and Gurevych, 2019).

        Args:
            texts: at least one.
        Returns:
            One row of 384 numbers per text, in order.
        """
        found = np.empty((len(texts), WIDTH), dtype=np.float32)
        # A single text is sooner computed than looked for.
        ready = READY.find(texts) if len(texts) > 1 else {}
        missing = [number for number in range(len(texts)) if number not in ready]
        if ready:
            found[[*ready]] = [*ready.values()]
        if missing:
            found[missing] = self.directions([texts[number] for number in missing])
        return (found / np.sqrt(total(found * found))).astype(np.float32, copy=False)

    def directions(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The directions of the vectors, computed, in whole numbers from -127 to 127.

        Args:
            texts: at least one.
        """
        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        batches = _batches(encoded)
        found = np.empty((len(texts), WIDTH), dtype=np.float32)

        def encode(chosen: list[int]) -> None:
            found[chosen] = self._encode(np.array([encoded[number] for number in chosen]))

        if len(batches) < _MANY:
            for chosen in batches:
                encode(chosen)
        else:
            with ThreadPoolExecutor(min(_THREADS, cpu_count() or 1)) as pool:
                _ = [*pool.map(encode, batches)]
        return found

    def _encode(self, ids: NDArray[np.int64]) -> Floats:
        """The directions of texts of equal length, given as (texts, tokens) of token numbers."""
        texts, tokens = ids.shape
        w = self._weights
        x = w["words"][ids] * w["words.unit"][ids, None] + w["places"][:tokens]
        x = normalized(x.reshape(-1, WIDTH), w["start.scale"], w["start.bias"])
        for layer in range(LAYERS):
            mixed = self._attend(self._dense(x, f"{layer}.in"), texts, tokens)
            x = self._norm(x + self._dense(mixed, f"{layer}.out"), f"{layer}.attended")
            wide = looked_up(self._dense(x, f"{layer}.up"), w["gelu"], GELU_STEPS)
            x = self._norm(x + self._dense(wide, f"{layer}.down"), f"{layer}.done")
        x = x.reshape(texts, tokens, WIDTH)
        mean = x[:, 0]
        for token in range(1, tokens):  # one after the other: a sum in a fixed order
            mean = mean + x[:, token]
        return rounded(mean, _VECTOR_LEVELS)[0] + np.float32(0)  # bytes know no negative zero

    def _attend(self, x: Floats, texts: int, tokens: int) -> Floats:
        """Scaled dot-product attention (Vaswani et al., 2017) of (texts · tokens, 3 · width)."""
        shape = (texts, tokens, 3, HEADS, WIDTH // HEADS)
        queries, keys, values = x.reshape(shape).transpose(2, 0, 3, 1, 4)
        queries, query_unit = rounded(queries, _QUERY_LEVELS)
        keys, key_unit = rounded(keys, _QUERY_LEVELS)
        values, value_unit = rounded(values, _VALUE_LEVELS, axis=-2)
        scores = (queries @ keys.swapaxes(-1, -2)) * query_unit * key_unit.swapaxes(-1, -2)
        scores *= np.float32((WIDTH / HEADS) ** -0.5)
        scores -= scores.max(axis=-1, keepdims=True)
        # Sums of whole numbers up to 128 · 8191 < 2^24 are exact in any order.
        shares = np.rint(looked_up(scores, self._weights["exp"], EXP_STEPS) * np.float32(_SHARE_LEVELS))
        shares = np.rint(shares * np.float32(_SHARE_LEVELS) / shares.sum(axis=-1, keepdims=True))
        mixed = (shares @ values) * (value_unit / np.float32(_SHARE_LEVELS))
        return mixed.transpose(0, 2, 1, 3).reshape(-1, WIDTH)

    def _dense(self, x: Floats, name: str) -> Floats:
        w = self._weights
        return product(x, w[name], w[f"{name}.unit"], w[f"{name}.bias"])

    def _norm(self, x: Floats, name: str) -> Floats:
        return normalized(x, self._weights[f"{name}.scale"], self._weights[f"{name}.bias"])

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_MAX_TOKENS)
        return tokenizer

    @cached_property
    def _weights(self) -> dict[str, NDArray[np.float32]]:
        """By name; the word vectors stay whole numbers of 8 bits, of which few are read at a time."""
        with np.load(FOLDER / "weights.npz") as file:
            read: dict[str, NDArray[Any]] = {name: file[name] for name in file.files}
        return {name: one if name == "words" else one.astype(np.float32) for name, one in read.items()}


def _batches(encoded: Sequence[Sequence[int]]) -> list[list[int]]:
    """The numbers of texts of one length each: no padding, and no mask for it."""
    alike: dict[int, list[int]] = {}
    for number, ids in enumerate(encoded):
        alike.setdefault(len(ids), []).append(number)
    return [
        group[start : start + _BATCH] for group in alike.values() for start in range(0, len(group), _BATCH)
    ]
