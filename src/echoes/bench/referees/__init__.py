"""Referees against gold: rulings, final answers, consistency, retrieval."""
