// Designs that bind every component without naming one.
import { type Actor, reach } from '../access/actor.ts';
import { namesOf, texts } from '../memories/names.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import type { Finding } from './finding.ts';
import { type DesignDocument, documentOf } from './requirement-trace.ts';
import type { Surroundings } from './surroundings.ts';

/** At most this many designs are checked, newest first. */
const MOST_DESIGNS = 100;

const EVERYTHING = /^(?:\*|all|any|every(?:thing|where)?|global|project(?:[- ]wide)?|(?:all|every) \w+)$/i;
const SAYS_EVERYTHING =
  /\b(?:all|every|each|any)(?: of)?(?: (?:our|the|new|public|internal|backend|frontend))? (?:components?|services?|modules?|packages?|code|endpoints?|handlers?|classes|functions?|repositories|teams?)\b|\b(?:project|system|company|repo|repository|code ?base)[- ]wide\b|\b(?:whole|entire) (?:project|system|code ?base|application|product)\b|\bacross the (?:project|system|code ?base|board)\b|\beverywhere\b/i;

export class ProjectWideDesigns {
  readonly #store: Store;
  readonly #finding: Finding;
  readonly #surroundings: Surroundings;

  constructor(store: Store, finding: Finding, surroundings: Surroundings) {
    this.#store = store;
    this.#finding = finding;
    this.#surroundings = surroundings;
  }

  /** Project-wide designs that are not in `known`, newest first. */
  async of(actor: Actor, component: Memory, known: readonly DesignDocument[]): Promise<DesignDocument[]> {
    const { validAt } = this.#finding.filter(actor);
    const designs = await this.#store.memories.list({
      within: reach(actor),
      validAt,
      types: ['design'],
      limit: MOST_DESIGNS,
      offset: 0,
    });
    const found: DesignDocument[] = [];
    for (const design of designs) {
      if (known.some(({ memory }) => memory.row === design.row)) continue;
      const why = await this.#whyForAll(actor, design);
      if (why !== null) found.push(documentOf(design, namesOf(component), why));
    }
    return found;
  }

  async #whyForAll(actor: Actor, design: Memory): Promise<string | null> {
    const named = texts(design.metadata.affected_components);
    if (named.some((name) => EVERYTHING.test(name.trim()))) return 'it affects every component';
    if (named.length > 0) return null;
    if (SAYS_EVERYTHING.test(design.content)) return 'it applies to the whole project';
    if (texts(design.metadata.related_requirements).length > 0) return null;
    const ties = await this.#surroundings.of(actor, design, ['component', 'requirements']);
    return ties.length === 0 ? 'it names no component and no requirement, so it may apply to all' : null;
  }
}
