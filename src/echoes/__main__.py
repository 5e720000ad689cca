"""`python -m echoes` is the `echoes` command."""

from echoes.interfaces.cli.main import main

if __name__ == "__main__":  # further processes of a benchmark import this module too
    main()
