"""The second half of distilling the static table: a vector for each token, so that the sum over the tokens of a text comes
near to what the model makes of it. Each distinct token counts log(1 + how often), times its rarity, mapped by ridge regression.

    python3 training/distil.py FOLDER training/static.bin
"""
import json
import sys

import numpy as np

DIMENSIONS = 128
RIDGE = 3e-5

folder, target = sys.argv[1:3]
samples = json.load(open(f"{folder}/samples.json"))
wanted = np.fromfile(f"{folder}/samples.bin", dtype=np.float32).reshape(len(samples), -1).astype(np.float64)
tokens = np.fromfile(f"{folder}/tokens.bin", dtype=np.float32).reshape(-1, wanted.shape[1]).astype(np.float64)
# The first thousand are marks and placeholders.
tokens -= tokens[1000:].mean(0)

seen = np.ones(len(tokens))
for ids in samples:
    seen[list(set(ids))] += 1
tokens *= np.log(1 + len(samples) / seen)[:, None]

sums = np.zeros_like(wanted)
for i, ids in enumerate(samples):
    distinct, counts = np.unique(ids[1:-1], return_counts=True)
    if len(distinct):
        sums[i] = (tokens[distinct] * np.log1p(counts)[:, None]).sum(0)
sums /= np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9

held = np.arange(len(samples)) % 7 == 3


def mapped(rows):
    """The map and the directions that most of what it gives lies in."""
    gram = sums[rows].T @ sums[rows] + RIDGE * rows.sum() * np.eye(sums.shape[1])
    learned = np.linalg.solve(gram, sums[rows].T @ wanted[rows])
    return learned, np.linalg.svd(sums[rows] @ learned, full_matrices=False)[2][:DIMENSIONS]


learned, basis = mapped(~held)
made = sums[held] @ learned @ basis.T @ basis
print("cosine to the model, held out:", ((made / np.linalg.norm(made, axis=1, keepdims=True)) * wanted[held]).sum(1).mean())

learned, basis = mapped(np.ones(len(samples), bool))
table = tokens @ learned @ basis.T
scales = np.abs(table).max(1) / 127
codes = np.round(table / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
with open(target, "wb") as file:
    np.array([len(table), DIMENSIONS, basis.shape[1]], dtype="<u4").tofile(file)
    scales.astype("<f4").tofile(file)
    basis.astype("<f4").tofile(file)
    codes.tofile(file)
