"""What is trained on: groups of texts that belong together, with questions and the texts of the group that answer each."""
import json
import pathlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from texts import DATA, Text, Turn, read

# A passage of a long note, in words: what fits into the model's 256 tokens.
PASSAGE_WORDS = 170
# So many texts in a row become one, to learn what a passage is about that is about several things.
MOST_JOINED = 5
# In a group.
PAIRS = 24
# Folders that were written later, for the judge alone.
FOR_THE_JUDGE = ("short", "paraphrased", "near")


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


def joined(group: Group, chance: random.Random) -> Group:
    """The same with some of its texts run together, as in long notes."""
    texts: list[str] = []
    where: list[int] = []
    for text in group.texts:
        words = len(texts[-1].split()) + len(text.split()) if texts else 0
        if texts and left > 0 and words <= PASSAGE_WORDS:
            texts[-1] += "\n" + text
            left -= 1
        else:
            texts.append(text)
            left = chance.randrange(MOST_JOINED)
        where.append(len(texts) - 1)
    questions = [(text, sorted({where[i] for i in answers})) for text, answers in group.questions]
    return Group(f"{group.kind}, joined", texts, questions)


def written() -> list[Group]:
    """What the embedding model is taught with."""
    groups = [group_of(read(path)) for path in sorted(DATA.glob("*/*.txt")) if path.parent.name not in FOR_THE_JUDGE]
    chance = random.Random(0)
    return groups + [joined(group, chance) for group in groups if group.kind in ("notebooks", "chats")]


def read_pairs(path: pathlib.Path) -> list[dict]:
    """Lines of {q, p, n}: a question, what answers it, and what does not."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def pairs(found: list[dict], kind: str, embed: Callable[[list[str]], torch.Tensor]) -> list[Group]:
    """Those together whose answers the public model holds for alike; where they name the group they are of, with others of it."""
    together: dict[str, list[dict]] = {}
    for pair in found:
        together.setdefault(pair.get("group", ""), []).append(pair)
    groups = []
    for own in together.values():
        for alike in neighbourhoods(embed([pair["p"] for pair in own]), PAIRS):
            group = Group(kind)
            for pair in (own[i] for i in alike):
                group.questions.append((pair["q"], [len(group.texts)]))
                group.texts += [pair["p"], *pair.get("n", [])]
            groups.append(group)
    return groups


def neighbourhoods(vectors: torch.Tensor, size: int) -> list[list[int]]:
    """Each is in one, with those next to it that are in none yet."""
    left = torch.ones(len(vectors), dtype=torch.bool, device=vectors.device)
    found = []
    for first in range(len(vectors)):
        if not left[first]:
            continue
        near = (vectors @ vectors[first]).masked_fill(~left, -2).topk(min(size, int(left.sum()))).indices
        left[near] = False
        found.append(near.tolist())
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
