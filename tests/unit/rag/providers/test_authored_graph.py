"""Documents are tied to their group, to what they are linked with, and to the names in them."""

import math

from echoes.core.documents import LINKS, NAMES, Document
from echoes.core.seats.roles import Tier
from echoes.rag.providers.authored_graph import AuthoredGraph

DOCUMENTS = [
    Document("fact-f1", "He is a guard.", Tier.SECRET, "fact", {NAMES: "the guard"}),
    Document("ruling-0-0", "Did he work?", Tier.SECRET, "ruling", {"number": 0, LINKS: "fact-f1\nfact-gone"}),
    Document("ruling-0-1", "Had he a job?", Tier.SECRET, "ruling", {"number": 0, LINKS: "fact-f1"}),
    Document(
        "answer", "The guard threw the key.", Tier.SECRET, "puzzle_answer", {NAMES: "the guard\nthe key"}
    ),
]
VECTORS = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.6, 0.8]]


def test_each_document_is_an_entity_with_its_own_vector():
    nodes = {node.name: node for node in AuthoredGraph(DOCUMENTS, VECTORS).nodes}
    assert nodes["fact fact-f1"].vector == [1.0, 0.0]
    assert nodes["ruling group 0"].sources == (1, 2)
    assert nodes["the guard"].sources == (0, 3)
    assert all(math.isclose(math.hypot(*node.vector), 1.0) for node in nodes.values())


def test_ties_are_to_groups_links_and_names_and_to_nothing_that_is_not_there():
    edges = {edge.ends: edge.source for edge in AuthoredGraph(DOCUMENTS, VECTORS).edges}
    assert edges == {
        ("ruling group 0", "ruling ruling-0-0"): 1,
        ("ruling group 0", "ruling ruling-0-1"): 2,
        ("fact fact-f1", "the guard"): 0,
        ("puzzle_answer answer", "the guard"): 3,
        ("puzzle_answer answer", "the key"): 3,
        ("fact fact-f1", "ruling ruling-0-0"): 1,
        ("fact fact-f1", "ruling ruling-0-1"): 2,
    }
