"""Strategies of AI players."""
