// What a run knows about its data folder, from which it chooses the next operation.
import type { ChildProcess } from 'node:child_process';
import { Random } from '../random.ts';
import type { Transport } from './agent.ts';
import { type Facts, observe, TWICE } from './facts.ts';
import { Ledger, type Verdict } from './ledger.ts';
import { inspect } from './look.ts';
import { createPlace, type Place } from './place.ts';
import { freeze } from './signals.ts';
import { Texts } from './texts.ts';

/** In the common store, not in a cube's own file. */
const FILE_CUBE = 'in a file';

export class World {
  readonly place: Place;
  readonly random: Random;
  readonly texts: Texts;
  readonly ledger = new Ledger();
  /** The content of each backup. */
  readonly backups = new Map<string, Facts>();
  #ids: ReadonlyMap<string, string> = new Map();
  #isGuarded = false;

  constructor(random: Random, place = createPlace()) {
    this.place = place;
    this.random = random;
    this.texts = new Texts(new Random(random.int(0, 2 ** 31)));
  }

  /** Expects the current content from now on. */
  adopt(): void {
    this.ledger.acknowledge(this.#observe());
  }

  /** Compares the content with what was acknowledged; uses the ids found from then on. */
  examine(): Verdict {
    const verdict = this.ledger.compare(this.#observe());
    return { ...verdict, damaged: [...verdict.damaged, ...inspect(this.place.database)] };
  }

  /** The same while a server runs, which must be idle meanwhile. */
  async examineBeside(server: ChildProcess): Promise<Verdict> {
    const thaw = await freeze(server);
    try {
      return this.examine();
    } finally {
      thaw();
    }
  }

  /** Only learns the ids of what was stored last. */
  async learn(server: ChildProcess): Promise<void> {
    const thaw = await freeze(server);
    this.#observe();
    thaw();
  }

  #observe(): Facts {
    const { facts, ids, isGuarded } = observe(this.place);
    this.#ids = ids;
    this.#isGuarded = isGuarded;
    return facts;
  }

  /** Names of existing facts of a kind that meet a condition. */
  names(kind: string, meets: (name: string, value: string) => boolean = () => true): string[] {
    return [...this.ledger.expected]
      .filter(([fact, value]) => fact.startsWith(`${kind} `) && meets(fact.slice(kind.length + 1), value))
      .map(([fact]) => fact.slice(kind.length + 1));
  }

  /** One of them, or null. */
  some(kind: string, meets?: (name: string, value: string) => boolean): string | null {
    const names = this.names(kind, meets);
    return names.length > 0 ? this.random.pick(names) : null;
  }

  /** A memory of the common store whose id is known. */
  someMemory(): { name: string; id: string } | null {
    const name = this.some('memory', (each, text) => {
      return this.#ids.has(`memory ${each}`) && !text.endsWith(TWICE) && this.cubeOf(each) === null;
    });
    return name === null ? null : { name, id: this.idOf('memory', name) };
  }

  idOf(kind: string, name: string): string {
    const id = this.#ids.get(`${kind} ${name}`);
    if (id === undefined) throw new Error(`the id of ${kind} ${name} is unknown`);
    return id;
  }

  knows(kind: string, name: string): boolean {
    return this.#ids.has(`${kind} ${name}`);
  }

  /** The cube that a memory's name indicates; null for the default one. */
  cubeOf(memory: string): string | null {
    return /^(\w+)-/.exec(memory)?.[1] ?? null;
  }

  isInFile(memory: string): boolean {
    const cube = this.cubeOf(memory);
    return cube !== null && this.ledger.expected.get(`cube ${cube}`) === FILE_CUBE;
  }

  /** HTTP only until a token exists: then it always requires one, and a token is lost when its call is killed. */
  transport(): Transport {
    return this.#isGuarded || this.random.chance(0.5) ? 'stdio' : 'HTTP';
  }
}
