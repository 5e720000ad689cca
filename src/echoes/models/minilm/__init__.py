"""all-MiniLM-L6-v2, a small sentence encoder for English, as 8-bit ONNX.

`make.py` makes the files from the published weights. The model is Apache-2.0 (LICENSE).
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_FOLDER = Path(__file__).parent
_MAX_TOKENS = 128
_BATCH = 32
_MANY, _THREADS = 8, 4
"""From so many batches on they are shared out among threads, and among how many at the most."""


def _batches(encoded: Sequence[Sequence[int]]) -> list[list[int]]:
    """The numbers of texts of one length each: no padding, and no mask for it."""
    alike: dict[int, list[int]] = {}
    for number, ids in enumerate(encoded):
        alike.setdefault(len(ids), []).append(number)
    return [
        group[start : start + _BATCH] for group in alike.values() for start in range(0, len(group), _BATCH)
    ]


class MiniLM:
    """Maps English texts to unit vectors; near in meaning is near in direction.

    It is blind to negation and to who did what to whom: it finds candidates and must never
    decide. The files are loaded at the first text.
    """

    dimension = 384

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The means of the token vectors, each at length 1 (Reimers and Gurevych, 2019).

        Args:
            texts: at least one.
        Returns:
            One row of 384 numbers per text, in order.
        """
        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        means = np.empty((len(texts), self.dimension), dtype=np.float32)
        batches, session = _batches(encoded), self._session

        def run(chosen: list[int]) -> NDArray[np.float32]:
            ids = np.array([encoded[number] for number in chosen], dtype=np.int64)
            [hidden] = session.run(["last_hidden_state"], {"input_ids": ids})
            return hidden.mean(axis=1)

        if len(batches) < _MANY:
            found = [*map(run, batches)]
        else:
            with ThreadPoolExecutor(min(_THREADS, cpu_count() or 1)) as pool:
                found = [*pool.map(run, batches)]
        for chosen, mean in zip(batches, found, strict=True):
            means[chosen] = mean
        return means / np.linalg.norm(means, axis=1, keepdims=True)

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(_FOLDER / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_MAX_TOKENS)
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        import onnxruntime as ort

        options = cast("Any", ort.SessionOptions())
        # One text takes 2 ms; more threads only wait for each other.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return ort.InferenceSession(
            str(_FOLDER / "model_int8.onnx"), options, providers=["CPUExecutionProvider"]
        )
