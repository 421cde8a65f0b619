// The types of variables, where the file states them: `Shape s`, `s: Shape`, `s = new Shape()`, `s := NewShape()`.
import type { Node } from 'web-tree-sitter';
import type { Variable } from './captures.ts';
import { collapse } from './paths.ts';
import type { Place } from './place.ts';

/** `self.items`, `this.items`, `@items`: a field of the current object. */
const FIELD = /^(?:self\.|this\.|\$this->|@)(?=\w+$)/;
/** Types that only wrap the value whose methods are called. */
const WRAPPER =
  /^(?:\w+(?:\.|::))*(?:Optional|Box|Rc|Arc|unique_ptr|shared_ptr|Final|ClassVar|Readonly)\s*[<[](.*)[>\]]$/;
const NO_TYPE =
  /^(?:var|auto|let|val|any|object|unknown|dynamic|Any|Object|void|int|str|string|bool|boolean|float|double)$/;

/** Nodes that end a variable's scope: its block, or the function it is a parameter of. */
const BLOCK =
  /block|body|_list$|func|lambda|closure|arrow|for_|statements|program|source_file|compilation_unit|template/;
/** Lists inside a declaration. */
const NO_BLOCK = /^(?:expression_list|parameter_list|formal_parameters|argument_list|const_spec_list|type_list)$/;

/** Generated code may use one name in thousands of consecutive blocks. */
const MAX_BLOCKS = 50;

interface Known {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isField: boolean;
  readonly holds: string;
}

export class Variables {
  readonly #byPlace = new Map<Place | null, Map<string, Known[]>>();

  constructor(variables: readonly Variable[], placeAt: (index: number) => Place | null, hasBlocks: boolean) {
    const seen = new Set<number>();
    // When both are present, the declared type takes precedence over the initialiser.
    for (const { node, declared, made } of variables.toSorted((a, b) => Number(!a.declared) - Number(!b.declared))) {
      const type = declared && plainType(declared.text);
      const holds = type ?? (made && madeBy(made.text));
      if (!holds || seen.has(node.startIndex)) continue;
      seen.add(node.startIndex);
      const written = node.text;
      const name = written.replace(FIELD, '');
      const place = placeAt(node.startIndex);
      const isField = name !== written || /field|property|class_parameter/.test(node.parent?.type ?? '');
      const endIndex = hasBlocks && !isField ? endOfBlock(node) : Number.POSITIVE_INFINITY;
      const owner = name === written ? place : (place?.parent ?? null);
      this.#add(owner, name, { startIndex: node.startIndex, endIndex, isField, holds });
    }
    for (const names of this.#byPlace.values())
      for (const all of names.values()) all.sort((a, b) => a.startIndex - b.startIndex);
  }

  /** The type of a method call's receiver: a variable of the enclosing places, or a field of the enclosing types. */
  holds(receiver: string, index: number, from: Place | null): string | null {
    const name = receiver.replace(FIELD, '');
    if (!/^\$?\w+$/.test(name)) return null;
    for (let place = name === receiver ? from : (from?.parent ?? null); ; place = place.parent) {
      const known = this.#byPlace.get(place)?.get(name) ?? [];
      const found = lastSeen(known, index) ?? known.find(({ isField }) => isField);
      if (found || !place) return found?.holds ?? null;
    }
  }

  #add(place: Place | null, name: string, known: Known): void {
    const names = this.#byPlace.get(place) ?? new Map<string, Known[]>();
    this.#byPlace.set(place, names);
    const all = names.get(name);
    if (all) all.push(known);
    else names.set(name, [known]);
  }
}

/** The last variable before an index whose block has not ended. */
function lastSeen(known: readonly Known[], index: number): Known | undefined {
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle]?.startIndex ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return known.slice(Math.max(low - MAX_BLOCKS, 0), low).findLast(({ endIndex }) => index < endIndex);
}

function endOfBlock(node: Node): number {
  for (let around = node.parent; around; around = around.parent)
    if (BLOCK.test(around.type) && !NO_BLOCK.test(around.type)) return around.endIndex;
  return Number.POSITIVE_INFINITY;
}

/** The plain name of a type; null for arrays, functions and unions. */
function plainType(text: string): string | null {
  const written = collapse(text)
    .replace(/^[:\s]+|^["']|["']$|\?$/g, '')
    .replace(/\s*\|\s*(?:null|undefined|None)\b|\b(?:null|undefined|None)\s*\|\s*/g, '')
    .replace(/^(?:[&*]\s*|'\w+\s+|mut\s+|dyn\s+|const\s+|readonly\s+|impl\s+)+|[\s*&]+$/g, '');
  const inner = WRAPPER.exec(written)?.[1];
  if (inner !== undefined) return plainType(inner);
  const name = written.replace(/\s*(?:<.*>|\[[^\]]+\])$/, '');
  return /^[\w$.:\\]+$/.test(name) && !NO_TYPE.test(name) ? name : null;
}

/** The called function or class, marked with `()`. */
function madeBy(text: string): string | null {
  const callee = collapse(text).replace(/<.*>$/, '');
  // The members of a module are found through its import.
  if (callee === 'require') return null;
  return /^[\w$.:\\]+$/.test(callee) ? `${callee}()` : null;
}
