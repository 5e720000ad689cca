"""`python -m echoes` is the `echoes` command."""

from echoes.interfaces.cli.main import main

main()
