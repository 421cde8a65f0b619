// The few protobuf messages of an ONNX file, written by hand: enough to build a graph, nothing more.

const TYPES = { float: 1, uint8: 2, int8: 3, int64: 7, bool: 9, float16: 10 };
/** The domain of the runtime's own operators. */
const RUNTIME = 'com.microsoft';

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

const int = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, value) => {
  const body = Buffer.isBuffer(value) ? value : Buffer.from(value, 'utf8');
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
};
const message = (field, parts) => bytes(field, Buffer.concat(parts));
const float = (field, value) => {
  const body = Buffer.alloc(4);
  body.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), body]);
};

function attribute([name, value]) {
  if (value instanceof Branch) return [bytes(1, name), bytes(6, value.bytes), int(20, 5)];
  if (Array.isArray(value)) return [bytes(1, name), ...value.map((v) => int(8, v)), int(20, 7)];
  if (Number.isInteger(value)) return [bytes(1, name), int(3, value), int(20, 2)];
  return [bytes(1, name), float(2, value), int(20, 1)];
}

function valueInfo(field, { name, type, shape }) {
  const dimensions = shape.map((d) => message(1, [typeof d === 'number' ? int(1, d) : bytes(2, d)]));
  return message(field, [bytes(1, name), message(2, [message(1, [int(1, TYPES[type]), message(2, dimensions)])])]);
}

/** A graph inside an attribute of a node. */
class Branch {
  constructor(bytes) {
    this.bytes = bytes;
  }
}

/** Collects nodes and constants; `encode` writes the model. */
export class Graph {
  #nodes = [];
  #constants = [];
  #names;

  constructor(names = { next: 0 }) {
    this.#names = names;
  }

  /** Adds a node and returns the name of its output, or of its outputs. */
  node(op, inputs, attributes = {}, outputs = 1) {
    return this.#add(op, inputs, attributes, outputs, []);
  }

  /** The same for one of the runtime's own operators. */
  own(op, inputs) {
    return this.#add(op, inputs, {}, 1, [bytes(7, RUNTIME)]);
  }

  /** One of two values, depending on a condition; each is built in a graph of its own, which sees the names of this one. */
  either(condition, whenTrue, whenFalse) {
    const branch = (name, build) => {
      const graph = new Graph(this.#names);
      const output = build(graph);
      const info = message(12, [bytes(1, output)]);
      return new Branch(Buffer.concat([...graph.#nodes, bytes(2, name), ...graph.#constants, info]));
    };
    return this.node('If', [condition], {
      then_branch: branch('then', whenTrue),
      else_branch: branch('else', whenFalse),
    });
  }

  #add(op, inputs, attributes, outputs, domain) {
    const names = Array.from({ length: outputs }, () => `v${this.#names.next++}`);
    const parts = [...inputs.map((i) => bytes(1, i)), ...names.map((o) => bytes(2, o)), bytes(4, op), ...domain];
    parts.push(...Object.entries(attributes).map((a) => message(5, attribute(a))));
    this.#nodes.push(message(1, parts));
    return outputs === 1 ? names[0] : names;
  }

  constant(type, shape, array) {
    const name = `c${this.#names.next++}`;
    const raw = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    const dims = shape.map((d) => int(1, d));
    this.#constants.push(message(5, [...dims, int(2, TYPES[type]), bytes(8, name), bytes(9, raw)]));
    return name;
  }

  scalar(value) {
    return this.constant('float', [], Float32Array.of(value));
  }

  ints(values) {
    return this.constant('int64', [values.length], BigInt64Array.from(values.map(BigInt)));
  }

  encode({ name, opset, inputs, outputs }) {
    for (const output of outputs)
      this.#nodes.push(message(1, [bytes(1, output.from), bytes(2, output.name), bytes(4, 'Identity')]));
    const graph = [
      ...this.#nodes,
      bytes(2, name),
      ...this.#constants,
      ...inputs.map((i) => valueInfo(11, i)),
      ...outputs.map((output) => valueInfo(12, output)),
    ];
    return Buffer.concat([
      int(1, 8),
      bytes(2, 'remanence'),
      message(7, graph),
      message(8, [bytes(1, ''), int(2, opset)]),
      message(8, [bytes(1, RUNTIME), int(2, 1)]),
    ]);
  }
}
