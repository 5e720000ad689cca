"""Packs: the files of a score, read, checked and walked through."""
