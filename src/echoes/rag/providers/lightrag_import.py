"""The import of LightRAG, without what it does to its surroundings."""

import logging
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple


class LightRAGModules(NamedTuple):
    """The modules of LightRAG that are used; the package brings partial types."""

    lightrag: Any
    utils: Any


@lru_cache(maxsize=1)
def import_lightrag() -> LightRAGModules:
    """Import LightRAG.

    With its import it would read a `.env` of the current folder into the environment, which may belong to
    another program, or to nobody that is trusted. So it is kept from reading any. What it brings along would
    send the log of the whole program to the terminal.

    Raises:
        ImportError: it is not installed.
    """
    dotenv: Any = import_module("dotenv")
    load, handler = dotenv.load_dotenv, logging.NullHandler()
    dotenv.load_dotenv = _load_nothing
    logging.getLogger().addHandler(handler)  # with one, `logging.basicConfig` does nothing
    try:
        found = LightRAGModules(import_module("lightrag.lightrag"), import_module("lightrag.utils"))
        for storage in ("json_kv_impl", "nano_vector_db_impl", "networkx_impl", "json_doc_status_impl"):
            import_module(f"lightrag.kg.{storage}")
    finally:
        dotenv.load_dotenv = load
        logging.getLogger().removeHandler(handler)
    for name in ("lightrag", "nano-vectordb"):
        logging.getLogger(name).setLevel(logging.ERROR)
    return found


def _load_nothing(*_: object, **__: object) -> bool:
    """Stand in for `dotenv.load_dotenv`."""
    return False
