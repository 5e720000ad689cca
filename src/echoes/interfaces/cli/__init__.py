"""The `echoes` command: one module for each sub-command, and the terminal game in `playing`.

`main` wires them; they import what they need when they run, so that `--help` is fast.
"""
