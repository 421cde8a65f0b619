"""Holds the training texts against sets that models are measured on: no run of words, and no name of a person, may be in both.

    python3 training/compare.py FOLDER ...        (folders in BEIR's layout: corpus.jsonl, queries.jsonl)
"""
import json
import pathlib
import re
import sys

from properties import FOLDER, read_properties
from texts import DATA, read

# So many words in a row are no accident.
RUN = 8
WORD = re.compile(r"[a-z0-9']+")
PERSON = re.compile(r"^([A-Z][a-z]+): ")


def runs(text: str) -> set[str]:
    words = WORD.findall(text.lower())
    return {" ".join(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}


def lines(path: pathlib.Path) -> list[str]:
    return [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]


def main(folders: list[str]) -> int:
    ours: dict[str, str] = {}
    people: dict[str, str] = {}
    for path in sorted(DATA.glob("*/*.txt")):
        text = read(path)
        for said in [turn.text for turn in text.turns] + [question.text for question in text.questions]:
            ours |= dict.fromkeys(runs(said), path.name)
        people |= dict.fromkeys([turn.who for turn in text.turns if turn.who not in ("", "user", "assistant")], path.name)
    for path in sorted(DATA.glob("pairs/*.jsonl")):
        for pair in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            for text in [pair["q"], pair["p"], *pair["n"]]:
                ours |= dict.fromkeys(runs(text), path.name)
    for path in sorted(DATA.glob("changes/*.jsonl")):
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            for text in [case["earlier"], *case["replaced_by"], *case["beside"]]:
                ours |= dict.fromkeys(runs(text), path.name)
    for path in sorted(FOLDER.glob("*.json")):
        for each in read_properties(path):
            for text in [*each.states, *each.changes, *each.questions]:
                ours |= dict.fromkeys(runs(text), path.name)
    shared = 0
    for folder in map(pathlib.Path, folders):
        texts = [text for name in ("corpus.jsonl", "queries.jsonl") for text in lines(folder / name)]
        for run in sorted({run for text in texts for run in runs(text)} & ours.keys()):
            print(f"{folder.name}: in {ours[run]}: {run}")
            shared += 1
        speakers = {found[1] for text in texts if (found := PERSON.match(text))}
        for name in sorted(speakers & people.keys()):
            print(f"{folder.name}: {name} speaks in {people[name]}")
            shared += 1
    print(f"{len(ours)} runs of {RUN} words and {len(people)} speakers compared: {shared} shared")
    return 1 if shared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
