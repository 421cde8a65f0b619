"""Notes of one sentence about the properties of things, put together from data/properties: what is the same property of the same thing, and what only looks like it.

    python3 training/properties.py                           # says what is wrong with the files, and counts

A file holds names of subjects by type, and properties: sentences that state one ({s} is the subject, {v} the value), sentences that report a change (from {old}),
questions, values, and the properties that are easily confused with it.
"""
import json
import pathlib
import random
import sys
from dataclasses import dataclass
from typing import NamedTuple

from texts import DATA

FOLDER = DATA / "properties"
# Things that each property is told of, as pairs of notes.
SUBJECTS = 8
# Other properties of the same thing that each pair is held against: those easily confused with it, and any.
CONFUSED, ANY = 2, 2


@dataclass(frozen=True)
class Property:
    name: str
    subjects: tuple[str, ...]
    states: tuple[str, ...]
    changes: tuple[str, ...]
    questions: tuple[str, ...]
    values: tuple[str, ...]
    near: tuple[str, ...]


class NotePair(NamedTuple):
    """An earlier and a later note."""

    earlier: str
    later: str
    outdated: bool
    weight: float


def read_properties(path: pathlib.Path) -> list[Property]:
    found = json.loads(path.read_text(encoding="utf-8"))
    parts = ("states", "changes", "questions", "values", "near")
    return [Property(each["name"], tuple(found["subjects"][each["subject"]]), *(tuple(each[part]) for part in parts)) for each in found["properties"]]


def all_properties() -> list[list[Property]]:
    return [read_properties(path) for path in sorted(FOLDER.glob("*.json"))]


def filled(sentence: str, subject: str, value: str = "", old: str = "") -> str:
    text = sentence.replace("{s}", subject).replace("{v}", value).replace("{old}", old)
    return text[:1].upper() + text[1:] if sentence.startswith("{") and not subject[:1].isupper() and sentence[-1:] == "." else text


def pairs_of(properties: list[Property], chance: random.Random) -> dict[str, list[NotePair]]:
    """By property, pairs of notes of which the later makes the earlier outdated, and pairs that both hold."""
    by_name = {each.name: each for each in properties}
    return {each.name: [pair for subject in chance.sample(each.subjects, SUBJECTS) for pair in _pairs_of(each, subject, by_name, chance)] for each in properties}


def _pairs_of(own: Property, subject: str, by_name: dict[str, Property], chance: random.Random) -> list[NotePair]:
    value, new = chance.sample(own.values, 2)
    earlier, again, *stated = chance.sample(own.states, 4)
    before, *changes = chance.sample(own.changes, 3)
    note = filled(earlier, subject, value)
    pairs = [
        *(NotePair(note, filled(change, subject, new, value), True, 1) for change in changes),
        *(NotePair(note, filled(state, subject, new), True, 1) for state in stated),
        NotePair(filled(before, subject, value, new), filled(stated[0], subject, new), True, 0.5),
        NotePair(note, filled(again, subject, value), False, 0.5),
    ]
    of_it = [each for each in by_name.values() if each.subjects == own.subjects and each != own]
    near = [each for each in of_it if each.name in own.near]
    any_of_it = [each for each in of_it if each not in near]
    for other in chance.sample(near, min(CONFUSED, len(near))) + chance.sample(any_of_it, min(ANY, len(any_of_it))):
        was, now = chance.sample(other.values, 2)
        pairs += [
            NotePair(note, filled(chance.choice(other.states), subject, now), False, 1),
            NotePair(note, filled(chance.choice(other.changes), subject, now, was), False, 1),
        ]
    elsewhere = chance.choice([name for name in own.subjects if name != subject])
    was, now = chance.sample(own.values, 2)
    pairs += [
        NotePair(note, filled(chance.choice(own.states), elsewhere, new), False, 1),
        NotePair(note, filled(chance.choice(own.changes), elsewhere, now, was), False, 1),
    ]
    return pairs


def wrong_in(path: pathlib.Path) -> list[str]:
    found = []
    properties = read_properties(path)
    names = [each.name for each in properties]
    for each in properties:
        few = [("subjects", each.subjects, SUBJECTS), ("states", each.states, 4), ("changes", each.changes, 3), ("values", each.values, 2)]
        found += [f"{each.name}: fewer than {least} {part}" for part, some, least in few if len(some) < least]
        for sentence in (*each.states, *each.changes):
            if sentence.count("{s}") != 1 or sentence.count("{v}") != 1 or sentence.count("{old}") > (sentence in each.changes):
                found.append(f"{each.name}: {sentence}")
        found += [f"{each.name}: {question}" for question in each.questions if "{s}" not in question or "{v}" in question]
        found += [f"{each.name}: near {name}, which is not another property" for name in each.near if name == each.name or name not in names]
        everything = (*each.states, *each.changes, *each.questions, *each.values)
        found += [f"{each.name}: twice: {text}" for text in set(everything) if everything.count(text) > 1]
    return [f"{path.name}: {what}" for what in found] + [f"{path.name}: {name} twice" for name in set(names) if names.count(name) > 1]


def main() -> int:
    wrong = [line for path in sorted(FOLDER.glob("*.json")) for line in wrong_in(path)]
    for line in wrong:
        print(line)
    files = all_properties()
    chance = random.Random(0)
    pairs = [pair for own in files for some in pairs_of(own, chance).values() for pair in some]
    print(f"{sum(map(len, files))} properties, {len(pairs)} pairs, {sum(pair.outdated for pair in pairs)} outdated")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
