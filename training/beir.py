"""Recall by cosine alone on a folder in BEIR's layout: to watch what teaching does elsewhere. Nothing here is trained on."""
import json
import pathlib
from collections.abc import Callable

import torch

CUTS = (1, 5, 10)


def measure(folder: pathlib.Path, embed: Callable[[list[str]], torch.Tensor]) -> dict[str, float]:
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    queries = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    right: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines():
        query, document, *score = line.split("\t")
        if score and score[-1].isdigit() and int(score[-1]) > 0:
            right.setdefault(query, set()).add(document)
    ids = [document["_id"] for document in corpus]
    texts = embed([f"{document['title']}\n\n{document['text']}" if document.get("title") else document["text"] for document in corpus])
    asked = [query for query in queries if right.get(query["_id"])]
    scores = embed([query["text"] for query in asked]) @ texts.T
    best = scores.topk(max(CUTS), dim=1).indices.tolist()
    figures = {f"recall@{cut}": 0.0 for cut in CUTS} | {"mrr@10": 0.0}
    for query, columns in zip(asked, best):
        answers = right[query["_id"]]
        found = [ids[column] for column in columns]
        for cut in CUTS:
            figures[f"recall@{cut}"] += len(answers & set(found[:cut])) / len(answers)
        figures["mrr@10"] += next((1 / rank for rank, document in enumerate(found, 1) if document in answers), 0)
    return {name: value / len(asked) for name, value in figures.items()}
