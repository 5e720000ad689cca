"""Puzzle files: their schema, the formats that are read, and what becomes of them.

The question map lists what players ask about, whatever the story.
"""
