"""Two traces of one entry as one."""

from typing import Any, TypeVar, cast

from echoes.core.log.events import Trace
from echoes.core.operation.usage import Usage

TraceT = TypeVar("TraceT", bound=Trace)


def joined_traces(trace: TraceT, later: TraceT) -> TraceT:
    """Return two traces of one entry as one: lists and usage are added, else the later value stands.

    Args:
        trace: that stands beside an event.
        later: noted to the same event; a value of it that says nothing changes nothing.
    """
    names = [name for name in type(later).model_fields if name in later.model_fields_set]
    new = {name: value for name in names if (value := getattr(later, name)) not in ("", (), {}, None)}
    return trace.model_copy(update={name: _joined(trace, name, value) for name, value in new.items()})


def _joined(trace: Trace, name: str, value: Any) -> Any:
    """Return the value of a field with what is noted to it later."""
    was = getattr(trace, name)
    if not isinstance(value, dict):
        return was + value if was and isinstance(value, tuple | Usage) else value
    new = cast("dict[str, Any]", value)
    if name in trace.summed:
        return {**was, **{key: was.get(key, 0) + number for key, number in new.items()}}
    lists = [key for key, one in new.items() if isinstance(one, list)]
    return {**was, **new, **{key: [*was.get(key, ()), *new[key]] for key in lists}}
