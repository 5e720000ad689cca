"""Runs on disk: their plans and rows, figures with intervals, reports."""
