"""Recall by cosine alone on a folder in BEIR's layout: to watch what teaching does elsewhere. Nothing here is trained on."""
import json
import pathlib
from collections.abc import Callable

import torch

CUTS = (1, 5, 10)
# Those of agent-notes that are found by meaning or not at all.
CATEGORIES = ("meaning", "long")


def measure(folder: pathlib.Path, embed: Callable[[list[str]], torch.Tensor]) -> dict[str, float]:
    """Of every second question: what is chosen by these figures is reported on the others."""
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    queries = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    right: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines():
        query, document, *score = line.split("\t")
        if score and score[-1].isdigit() and int(score[-1]) > 0:
            right.setdefault(query, set()).add(document)
    ids = [document["_id"] for document in corpus]
    texts = embed([f"{document['title']}\n\n{document['text']}" if document.get("title") else document["text"] for document in corpus])
    asked = [query for query in queries if right.get(query["_id"])][::2]
    scores = embed([query["text"] for query in asked]) @ texts.T
    best = scores.topk(max(CUTS), dim=1).indices.tolist()
    each: dict[str, list[float]] = {}
    for query, columns in zip(asked, best):
        answers = right[query["_id"]]
        found = [ids[column] for column in columns]
        category = query.get("metadata", {}).get("category")
        for kind in ["", f"{category} "] if category in CATEGORIES else [""]:
            for cut in CUTS:
                each.setdefault(f"{kind}recall@{cut}", []).append(len(answers & set(found[:cut])) / len(answers))
            each.setdefault(f"{kind}mrr@10", []).append(next((1 / rank for rank, document in enumerate(found, 1) if document in answers), 0))
    return {name: sum(values) / len(values) for name, values in each.items()}
