"""Verdicts on final answers and hints against gold: `echoes bench referee --set hypotheses|hints`."""
