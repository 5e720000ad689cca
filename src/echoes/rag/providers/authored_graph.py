"""A graph of documents, made from what their author has written, without a model."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from echoes.core.documents import LINKS, NAMES, TIES, Document

Vector = Sequence[float]


@dataclass(frozen=True)
class Node:
    """An entity: a document, a group of documents, or somebody or something that is named in them.

    Attributes:
        name: unique in the graph.
        kind: the type of its document, `group` or `name`.
        text: its description.
        vector: that of its document, or the mean over its documents.
        sources: the positions of its documents.
    """

    name: str
    kind: str
    text: str
    vector: Vector
    sources: tuple[int, ...]


@dataclass(frozen=True)
class Edge:
    """A tie between two entities, which a document gives.

    Attributes:
        ends: the names of the entities, in alphabetical order.
        keywords: what it is about, in a word.
        source: the position of the document.
    """

    ends: tuple[str, str]
    keywords: str
    source: int


class AuthoredGraph:
    """The graph of documents.

    A document is tied to the others of its group (the wordings of one ruling), to the documents that its
    metadata names in `links`, such as the facts that a ruling establishes, and to the `names` in its text;
    names are tied to each other by `ties`.

    Args:
        documents: all of one index.
        vectors: theirs, in the same order.

    Attributes:
        nodes, edges: the graph.
    """

    def __init__(self, documents: Sequence[Document], vectors: Sequence[Vector]) -> None:
        self._documents, self._vectors = documents, vectors
        self._names = {one.id: f"{one.type} {one.id}" for one in documents}
        gathered = self._gathered()
        self.nodes = [
            *(
                Node(self._names[one.id], one.type, one.text, vectors[number], (number,))
                for number, one in enumerate(documents)
            ),
            *(self._hub(name, kind, members) for (kind, name), members in gathered.items()),
        ]
        own = [self._names[one.id] for one in documents]
        edges = [
            *(
                Edge(_ends(own[number], name), kind, number)
                for (kind, name), members in gathered.items()
                for number in members
            ),
            *self._links(own),
            *self._ties(),
        ]
        # A pair is tied once, however often it is named.
        self.edges = [*{edge.ends: edge for edge in edges if edge.ends[0] != edge.ends[1]}.values()]

    def _gathered(self) -> Mapping[tuple[str, str], list[int]]:
        """Return the groups and names, each with the positions of its documents."""
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, one in enumerate(self._documents):
            if (group := one.metadata.get("number")) is not None:
                found["group", f"{one.type} group {group}"].append(number)
            for name in _listed(one, NAMES):
                found["name", name].append(number)
        return found

    def _hub(self, name: str, kind: str, members: Sequence[int]) -> Node:
        mean = np.mean([self._vectors[number] for number in members], axis=0)
        vector = mean / (float(np.linalg.norm(mean)) or 1.0)
        return Node(name, kind, name, vector.tolist(), tuple(members))

    def _links(self, own: Sequence[str]) -> Iterable[Edge]:
        for number, one in enumerate(self._documents):
            for other in _listed(one, LINKS):
                if other in self._names:
                    yield Edge(_ends(own[number], self._names[other]), "link", number)

    def _ties(self) -> Iterable[Edge]:
        """Yield the ties between names of one document."""
        for number, one in enumerate(self._documents):
            names = {*_listed(one, NAMES)}
            for pair in _listed(one, TIES):
                first, _, second = pair.partition("\t")
                if {first, second} <= names:
                    yield Edge(_ends(first, second), "tie", number)


def _listed(document: Document, key: str) -> list[str]:
    """Return the parts of a value of a document's metadata, which stand on lines of their own."""
    return str(document.metadata.get(key, "")).split("\n") if document.metadata.get(key) else []


def _ends(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
