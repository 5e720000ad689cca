"""Facts, hints and open questions of a record, in all the forms in which they are found."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from pydantic import JsonValue

from echoes.core.files.json_values import as_array, is_array, is_object
from echoes.games.situation_puzzle.puzzle.answer_sentences import LIST_MARK, answer_sentences
from echoes.games.situation_puzzle.puzzle.field_mapping import ColumnValues
from echoes.games.situation_puzzle.puzzle.field_names import Fields, fields_named, plain_name
from echoes.games.situation_puzzle.puzzle.labels import ruling_label
from echoes.games.situation_puzzle.puzzle.schema import DOSSIER

_FACT_TEXTS = ("statement", "text", "fact", "content", "value", "proposition", "key_point", "clue", "tip",
               "description", "milestone")  # fmt: skip
_CORE = frozenset({"core", "critical", "essential", "key", "must", "关键", "核心", "必要"})
_TELLS = re.compile(r".{13}|[一-鿿].{5}|.*[.!。！]$", re.DOTALL)
"""What is long enough to be a fact by itself, without the key before it."""
_DEEPEST = 20


class Parts:
    """The facts, hints, rulings and proposals of a record.

    Attributes:
        facts: those that the source calls facts, then those that it calls tips, clues and the like, which
            are unconfirmed.
        side_facts: those that it gives as additional information, which no solution needs.
        told: the sentences of the answer, where these are the core facts.
        proposals: questions without a ruling.
    """

    def __init__(self) -> None:
        self.facts: list[Fields] = []
        self.side_facts: list[Fields] = []
        self.told: list[Fields] = []
        self.hints: list[JsonValue] = []
        self.rulings: list[JsonValue] = []
        self.proposals: list[str] = []

    @classmethod
    def of(cls, columns: ColumnValues) -> "Parts":
        """Return the parts that the columns of a record hold, by the fields that they stand for."""
        parts = cls()
        for name, take in (
            ("facts", parts._take_facts),
            ("key_points", parts._take_key_points),
            ("found_facts", parts._take_found),
            ("side_facts", parts._take_side_facts),
            ("hints", parts._take_hints),
            ("rulings", parts._take_rulings),
            ("proposals", parts._take_proposals),
        ):
            for _, value in columns.get(name, ()):
                take(value)
        _number([*parts.facts, *parts.side_facts])
        parts.proposals = list(dict.fromkeys(parts.proposals))
        return parts

    def mark_core(self, answer: str, statement: str) -> None:
        """Say what is core where there are side facts and nothing is marked.

        It is what the source calls facts; where it has none, each sentence of the answer.
        """
        others = [fact for fact in self.facts if not fact.get("unconfirmed")]
        if not self.side_facts or any(fact.get("core") for fact in (*others, *self.side_facts)):
            return
        for fact in others:
            fact["core"] = True
        told = [] if others or len(answer) > DOSSIER else answer_sentences(answer, statement)
        self.told = [{"id": f"a{n}", "statement": one, "core": True} for n, one in enumerate(told, 1)]
        self.side_facts = [fact for fact in self.side_facts if fact["statement"] not in told]

    def _take_facts(self, value: JsonValue) -> None:
        for item in _items(value):
            if is_object(item) and not _is_fact(item):
                self._take_info(item, self.facts)
            else:
                self.facts += _facts_of(item, unconfirmed=False)

    def _take_side_facts(self, value: JsonValue) -> None:
        for item in _items(value):
            if is_object(item) and not _is_fact(item):
                self._take_info(item, self.side_facts)
            elif is_object(item):
                self.side_facts += _facts_of(item, unconfirmed=False)
            else:
                self._take_entry("", item, self.side_facts)

    def _take_info(self, entries: Fields, facts: list[Fields]) -> None:
        """Take an object of additional information, which may hold anything under keys of its own."""
        if "type" in entries and (content := entries.get("content") or entries.get("text")):
            entries = {"hint" if entries["type"] == "hint" else "": content}
        for key, value in entries.items():
            if fields_named(key)[:1] == ["hints"]:
                self._take_hints([*value.values()] if is_object(value) else value)
                continue
            for item in as_array(value):
                if not is_object(item):
                    self._take_entry(key, item, facts)
                elif _is_fact(item):
                    facts += _facts_of(item, unconfirmed=False)
                else:
                    self._take_info(item, facts)

    def _take_entry(self, key: str, value: JsonValue, facts: list[Fields]) -> None:
        """Take one entry of additional information: a question with its ruling, or facts."""
        text = "" if value is None else str(value).strip()
        if key and (ruling := ruling_label(value)):
            self.rulings.append({"texts": [key], "ruling": ruling})
        elif text and (not key or key.isdecimal() or _TELLS.match(text)):
            asks = {"?", "？"} & {*text}
            told: list[Fields] = [{"statement": one} for one in ([text] if asks else answer_sentences(text))]
            facts += told
        elif text:
            facts.append({"statement": f"{key}: {text}"})

    def _take_key_points(self, value: JsonValue) -> None:
        for item in _items(value):
            self.facts += _facts_of(item, unconfirmed=False)
            if is_object(item) and (hint := item.get("hint")):
                self.hints.append(hint)

    def _take_found(self, value: JsonValue) -> None:
        for item in _items(value):
            for fact, question in _below(item):
                self.facts += _facts_of(fact, unconfirmed=True)
                self.proposals += [question] if question else []

    def _take_hints(self, value: JsonValue) -> None:
        self.hints += [hint for hint in _items(value) if hint not in ("", None)]

    def _take_rulings(self, value: JsonValue) -> None:
        for item in as_array(value):
            if is_object(item) and "ruling" in item:
                item["ruling"] = ruling_label(item["ruling"]) or item["ruling"]
            self.rulings.append(item)

    def _take_proposals(self, value: JsonValue) -> None:
        self.proposals += [str(item).strip() for item in _items(value) if str(item).strip()]


def _items(value: JsonValue) -> list[JsonValue]:
    """Return a list of facts or hints: a list, the lines of a text, or one object."""
    if is_array(value):
        return value
    if isinstance(value, str):
        return [*_lines(value)]
    return [] if value is None else [value]


def _lines(text: str) -> list[str]:
    """Return the numbered lines of a text; all of it is one where they are not numbered."""
    lines = [line.strip() for line in text.split("\n") if line.strip() and not line.strip().startswith("```")]
    if len(lines) > 1 and sum(bool(LIST_MARK.match(line)) for line in lines) * 2 > len(lines):
        found: list[str] = []
        for line in lines:
            if LIST_MARK.match(line) or not found:
                found.append(LIST_MARK.sub("", line))
            else:
                found[-1] += f" {line}"
        return found
    return ["\n".join(lines)] if lines else []


def _is_fact(entry: Fields) -> bool:
    if "type" in entry and ("content" in entry or "text" in entry):
        return False  # typed entries may be hints
    return any(plain_name(name) in map(plain_name, entry) for name in _FACT_TEXTS)


def _facts_of(item: JsonValue, unconfirmed: bool) -> list[Fields]:
    """Return the fact of an item as the schema has it."""
    marks: Fields = {"unconfirmed": True} if unconfirmed else {}
    if not is_object(item):
        text = LIST_MARK.sub("", str(item)).strip() if item is not None else ""
        return [{"statement": text, **marks}] if text else []
    entry = {**item}
    names = {plain_name(key): key for key in entry}
    found = next((names[plain_name(name)] for name in _FACT_TEXTS if plain_name(name) in names), None)
    if found is None:
        texts = [
            f"{key}: {value}" for key, value in entry.items() if isinstance(value, str) and value.strip()
        ]
        return [{"statement": text, **marks} for text in texts]
    fact = {"statement": entry.pop(found), **entry, **marks}
    if "factid" in names and "id" not in fact:
        fact["id"] = fact.pop(names["factid"])
    if "importance" in names and "core" not in fact:
        importance = str(fact.pop(names["importance"])).strip().casefold()
        fact["core"] = importance in _CORE
    if "hint" in fact and found != "hint":
        del fact["hint"]  # taken as a hint
    return [fact]


def _below(entry: JsonValue, depth: int = 0) -> Iterator[tuple[JsonValue, str]]:
    """Yield the facts of a tree of them, each with the question that leads to it."""
    if not is_object(entry) or depth > _DEEPEST:
        yield entry, ""
        return
    children = _nested(entry)
    question = str(entry.get("key_question") or "").strip()
    rest = {key: value for key, value in entry.items() if value not in children and key != "key_question"}
    if question or not children or any(plain_name(key) in map(plain_name, _FACT_TEXTS) for key in rest):
        yield rest.get("value", rest) if rest else None, question
    for child in chain.from_iterable(children):
        yield from _below(child, depth + 1)


def _nested(entry: Fields) -> list[list[JsonValue]]:
    """Return the lists of facts within a tree or a profile."""
    names = ("children", "milestones", "nodes", "propositions", "clues", "tips")
    return [value for key, value in entry.items() if plain_name(key) in names and is_array(value)]


def _number(facts: Sequence[Fields]) -> None:
    """Give an id to each fact that has none."""
    taken = {str(fact["id"]) for fact in facts if "id" in fact}
    for number, fact in enumerate(facts, 1):
        own = f"f{number}" if f"f{number}" not in taken else f"f{number}x"
        fact["id"] = str(fact.get("id", own))
