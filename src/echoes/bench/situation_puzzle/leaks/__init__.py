"""Attacks on the models, and the secrets that get out: `echoes bench leaks`."""
