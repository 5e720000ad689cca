"""YAML, read without surprises: all scalars are text, and nothing refers to anything else."""

from typing import Any

import yaml
from pydantic import JsonValue

from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.values import object_of

_NULLS = ("", "~", "null", "Null", "NULL")


class _Loader(yaml.BaseLoader):
    """A loader that takes `no` for a word, keeps repeated keys in view, and refuses aliases.

    An alias can make a page stand for billions of values.
    """

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose a node, if it is no alias."""
        if self.check_event(yaml.AliasEvent):
            line = f"{self.peek_event().start_mark.line + 1}"
            raise Unreadable(
                f"line {line}: has an alias (*name), which is not taken in; write the text out",
                f"第 {line} 行：有别名（*name），这里不支持，请把文字直接写出来",
            )
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:
        """Return an object whose line and repeated keys are noted."""
        nodes: list[tuple[yaml.Node, yaml.Node]] = node.value
        texts: list[tuple[JsonValue, JsonValue]] = [
            (self.construct_object(key, deep=True), self.construct_object(value, deep=True))
            for key, value in nodes
        ]
        return object_of([(str(key), value) for key, value in texts], node.start_mark.line + 1)

    def construct_scalar(self, node: yaml.ScalarNode) -> Any:
        """Return a text; nothing for an empty one that is not quoted."""
        value = super().construct_scalar(node)
        return None if node.style is None and value in _NULLS else value


_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.construct_mapping)


def read_yaml(text: str) -> JsonValue:
    """Return the value of a YAML file; several documents come as a list.

    Raises:
        Unreadable: it is not YAML, or has aliases.
    """
    try:
        documents: list[JsonValue] = [part for part in yaml.load_all(text, _Loader) if part is not None]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise Unreadable(
            f"is not YAML ({where}{error.problem}); mend that place",
            f"不是 YAML（{where}{error.problem}），请改好这里",
        ) from None
    except yaml.YAMLError as error:
        reason = " ".join(str(error).split())
        raise Unreadable(f"is not YAML ({reason})", f"不是 YAML（{reason}）") from None
    except RecursionError:
        raise Unreadable("is nested too deep to be a puzzle", "嵌套太深，不像谜题") from None
    return documents[0] if len(documents) == 1 else documents
