"""Engines that keep and search the documents of one tier."""
