"""The `echoes` command."""
