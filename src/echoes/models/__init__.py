"""Turn settings into language models and embedders."""
