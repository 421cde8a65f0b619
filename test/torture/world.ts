// All that a run knows of its data folder, and picks from to make the next operation.
import type { ChildProcess } from 'node:child_process';
import { Random } from '../random.ts';
import type { Transport } from './agent.ts';
import { type Facts, observe, TWICE } from './facts.ts';
import { Ledger, type Verdict } from './ledger.ts';
import { inspect } from './look.ts';
import { createPlace, type Place } from './place.ts';
import { freeze } from './signals.ts';
import { Texts } from './texts.ts';

/** Of the common store, and not of a cube's own file. */
const FILE_CUBE = 'in a file';

export class World {
  readonly place: Place;
  readonly random: Random;
  readonly texts: Texts;
  readonly ledger = new Ledger();
  /** What each backup holds. */
  readonly backups = new Map<string, Facts>();
  #ids: ReadonlyMap<string, string> = new Map();
  #isGuarded = false;

  constructor(random: Random, place = createPlace()) {
    this.place = place;
    this.random = random;
    this.texts = new Texts(new Random(random.int(0, 2 ** 31)));
  }

  /** Takes what is there as what must stay. */
  adopt(): void {
    this.ledger.acknowledge(this.#observe());
  }

  /** Holds what is there against what was acknowledged; the ids it finds are used from then on. */
  examine(): Verdict {
    const verdict = this.ledger.compare(this.#observe());
    return { ...verdict, damaged: [...verdict.damaged, ...inspect(this.place.database)] };
  }

  /** The same while a server runs, which has to hold still for that. */
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

  /** Names of the facts of a kind that are there and meet a condition. */
  names(kind: string, meets: (name: string, value: string) => boolean = () => true): string[] {
    return [...this.ledger.expected]
      .filter(([fact, value]) => fact.startsWith(`${kind} `) && meets(fact.slice(kind.length + 1), value))
      .map(([fact]) => fact.slice(kind.length + 1));
  }

  /** One of them, or null when there is none. */
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
    if (id === undefined) throw new Error(`the id of ${kind} ${name} is not known`);
    return id;
  }

  knows(kind: string, name: string): boolean {
    return this.#ids.has(`${kind} ${name}`);
  }

  /** The cube that a memory's name tells it is in; null for the default one. */
  cubeOf(memory: string): string | null {
    return /^(\w+)-/.exec(memory)?.[1] ?? null;
  }

  isInFile(memory: string): boolean {
    const cube = this.cubeOf(memory);
    return cube !== null && this.ledger.expected.get(`cube ${cube}`) === FILE_CUBE;
  }

  /** Once there was a token HTTP asks for one, also after the last is revoked, and who kills servers has lost it. */
  transport(): Transport {
    return this.#isGuarded || this.random.chance(0.5) ? 'stdio' : 'HTTP';
  }
}
