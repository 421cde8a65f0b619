// The documents that a fix is checked against: the rules of its component and files, and rules that resemble the fix.

import type { Actor } from '../../access/actor.ts';
import { labelOf, titleOf } from '../../memories/names.ts';
import { EDGE, type Memory, type MemoryType } from '../../model.ts';
import type { Store } from '../../ports.ts';
import { plainEntry } from '../../text/paths.ts';
import type { Finding } from '../finding.ts';
import { filePathOf } from '../reading.ts';
import { distinct } from '../requirement-trace.ts';
import { type Surroundings, tieInWords } from '../surroundings.ts';
import type { Document } from './alignment.ts';

const RULES: readonly MemoryType[] = ['requirements', 'design', 'code_pattern'];
const NEAR = 12;
/** The minimum similarity to the fix for documents that are not connected to the component. */
const LIKE = 0.3;
/** The maximum number of connected documents. */
const MOST_CONNECTED = 500;
const MOST_COMPONENTS = 2000;
const MOST_AFFECTED = 10;

export class FixDocuments {
  readonly #store: Store;
  readonly #finding: Finding;
  readonly #surroundings: Surroundings;

  constructor(store: Store, finding: Finding, surroundings: Surroundings) {
    this.#store = store;
    this.#finding = finding;
    this.#surroundings = surroundings;
  }

  /**
   * Rules connected to the component, directly or through its requirements and designs; rules of other components
   * whose files are affected; and rules that resemble the fix.
   */
  async of(actor: Actor, component: Memory, fix: string, files: readonly string[]): Promise<Document[]> {
    const direct = distinct(await this.#surroundings.of(actor, component, RULES));
    const basis = new Map(direct.map((tie) => [tie.memory.row, tieInWords(component, tie)]));
    const firsts = direct.filter((tie) => tie.memory.type !== 'code_pattern').map((tie) => tie.memory.row);
    const labels = new Map(direct.map((tie) => [tie.memory.row, labelOf(tie.memory)]));
    for (const { from, to } of await this.#store.trace.edges(firsts, 'both', this.#finding.filter(actor, RULES))) {
      const [known, other] = basis.has(from) ? [from, to] : [to, from];
      if (!basis.has(other)) basis.set(other, `connected through ${labels.get(known) ?? 'another document'}`);
    }
    const others = new Set<number>();
    for (const other of await this.#livingIn(actor, component, files)) {
      for (const tie of await this.#surroundings.of(actor, other, RULES)) {
        if (basis.has(tie.memory.row)) continue;
        others.add(tie.memory.row);
        basis.set(tie.memory.row, `a rule of ${titleOf(other)}, whose file is affected`);
      }
    }
    const rows = [...basis.keys()].slice(0, MOST_CONNECTED);
    const near = await this.#finding.near(actor, fix, RULES, NEAR, rows);
    return near.flatMap(({ memory, similarity }): Document[] => {
      const known = basis.get(memory.row);
      if (known !== undefined) {
        const ofOther = others.has(memory.row);
        return [{ memory, tied: true, ofOther, similarity: similarity ?? 0, basis: known }];
      }
      if (similarity !== null && similarity < LIKE) return [];
      const why = 'similar to the fix, not connected to the component';
      return [{ memory, tied: false, similarity: similarity ?? LIKE, basis: why }];
    });
  }

  /** Designs that another design supersedes. */
  async superseded(actor: Actor, documents: readonly Document[]): Promise<Set<number>> {
    const rows = documents.filter(({ memory }) => memory.type === 'design').map(({ memory }) => memory.row);
    const edges = await this.#store.trace.edges(rows, 'incoming', this.#finding.filter(actor));
    return new Set(edges.filter(({ type }) => type === EDGE.SUPERSEDES).map(({ to }) => to));
  }

  /** The other components that these files belong to. */
  async #livingIn(actor: Actor, component: Memory, files: readonly string[]): Promise<Memory[]> {
    if (files.length === 0) return [];
    const { within, validAt } = this.#finding.filter(actor);
    const query = { within, validAt, types: ['component'], limit: MOST_COMPONENTS, offset: 0 };
    const others = (await this.#store.memories.list(query)).filter(({ row }) => row !== component.row);
    const paths = files.map(plainEntry);
    const isAffected = (home: string) => paths.some((path) => isSamePath(home, path) || path.startsWith(`${home}/`));
    return others.filter((other) => isAffected(plainEntry(filePathOf(other) ?? ' '))).slice(0, MOST_AFFECTED);
  }
}

export const isSamePath = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
