"""`python -m echoes` is the `echoes` command."""

from echoes.interfaces.cli.start import start

if __name__ == "__main__":  # further processes of a benchmark import this module too
    start()
