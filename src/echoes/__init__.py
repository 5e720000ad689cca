"""Echoes of Deceit: a platform for situation puzzles, stories, tables and heists."""

import os

__version__ = "0.1.0"

# Texts are short, and games and threads of our own run beside each other: more threads a product only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
