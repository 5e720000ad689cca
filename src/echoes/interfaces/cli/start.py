"""The start of the `echoes` command, during which Ctrl-C ends it without a word."""

import gc
import os
import signal
from importlib import import_module


def start() -> None:
    """Import the command line, which takes a second, and run it.

    What is imported has no garbage among it: the collector would look through it a dozen times for nothing.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    import_module(f"{__package__}.main").main()


def end_start() -> None:
    """Return Ctrl-C to the command, which tidies up from now on, and resume garbage collection."""
    if not gc.isenabled():  # who calls a command from another program has nothing to freeze
        gc.freeze()
        gc.enable()
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(*_: object) -> None:
    os._exit(130)  # nothing is held yet, and an exception would break whichever library is being imported
