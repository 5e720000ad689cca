"""all-MiniLM-L6-v2, a small sentence encoder for English, with 8-bit weights (Apache-2.0, see LICENSE).

`convert_weights.py` makes the weights and the tokenizer; `vectors/` holds the vectors of the bundled puzzles.
"""
