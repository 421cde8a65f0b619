"""What is trained on: groups of texts that belong together, with questions and the texts of the group that answer each."""
import json
import pathlib
import random
from dataclasses import dataclass, field

from texts import DATA, Text, Turn, read

# A passage of a long note, in words: what fits into the model's 256 tokens.
PASSAGE_WORDS = 130


@dataclass
class Group:
    kind: str
    texts: list[str] = field(default_factory=list)
    questions: list[tuple[str, list[int]]] = field(default_factory=list)
    # Asked of this group, and answered by nothing in it.
    unanswered: list[str] = field(default_factory=list)


def passages(turn: Turn) -> list[tuple[str, set[str]]]:
    """A turn as the store keeps it: whole, or in passages when it is long, each with the labels inside it."""
    said = f"{turn.who}: " if turn.who else ""
    found: list[tuple[str, set[str]]] = []
    text, labels, words = said, set(), 0
    for part in turn.parts:
        count = len(part.text.split())
        if words and words + count > PASSAGE_WORDS:
            found.append((text.strip(), labels))
            text, labels, words = "", set(), 0
        text += ("\n" if words else "") + part.text
        words += count
        if part.label:
            labels.add(part.label)
    found.append((text.strip(), labels))
    return found


def group_of(text: Text) -> Group:
    group = Group(text.path.parent.name)
    where: dict[str, list[int]] = {}
    for turn in text.turns:
        pieces = passages(turn)
        for piece, labels in pieces:
            for label in labels:
                where.setdefault(label, []).append(len(group.texts))
            group.texts.append(piece)
    for question in text.questions:
        answers = sorted({i for label in question.labels for i in where[label]})
        if answers:
            group.questions.append((question.text, answers))
        else:
            group.unanswered.append(question.text)
    return group


def written() -> list[Group]:
    return [group_of(read(path)) for path in sorted(DATA.glob("*/*.txt"))]


def pairs(path: pathlib.Path, kind: str, size: int, seed: int) -> list[Group]:
    """Lines of {q, p, n}: a question, what answers it, and what does not. They are put together by chance, or, where lines name the group they are of, with others of it."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    random.Random(seed).shuffle(lines)
    together: dict[str, list[dict]] = {}
    for line in lines:
        together.setdefault(line.get("group", ""), []).append(line)
    found = []
    for own in together.values():
        for start in range(0, len(own), size):
            group = Group(kind)
            for line in own[start : start + size]:
                group.questions.append((line["q"], [len(group.texts)]))
                group.texts += [line["p"], *line.get("n", [])]
            found.append(group)
    return found


def split(groups: list[Group], share: float, seed: int) -> tuple[list[Group], list[Group]]:
    """Some of each kind are kept back to choose by."""
    kept, rest = [], []
    for kind in sorted({group.kind for group in groups}):
        of_kind = [group for group in groups if group.kind == kind]
        random.Random(seed).shuffle(of_kind)
        count = round(len(of_kind) * share)
        kept += of_kind[:count]
        rest += of_kind[count:]
    return rest, kept
