// What to know before changing a component.
import type { Actor } from '../access/actor.ts';
import type { Definition } from '../code/ports.ts';
import { idOf, labelOf, namesOf, texts, titleOf, traceKey } from '../memories/names.ts';
import { type Memory, MemoryKind } from '../model.ts';
import { sentences, shorten } from '../text/sentences.ts';
import type { CodeState, ComponentCode } from './component-code.ts';
import type { Finding } from './finding.ts';
import { type Incident, incidentsOf } from './incidents.ts';
import type { ProjectWideDesigns } from './project-wide.ts';
import { componentType, filePathOf, says } from './reading.ts';
import {
  type DesignDocument,
  designOf,
  distinct,
  type Requirement,
  requirementOf,
  sameName,
} from './requirement-trace.ts';
import { type Surroundings, type Tie, tieInWords } from './surroundings.ts';
import { latestRuns, type TestRun } from './tests-of.ts';

export interface Component {
  readonly memory: Memory;
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly filePath: string | null;
}

interface PatternUse {
  readonly memory: Memory;
  readonly name: string;
  readonly usageContext: string;
  readonly basis: string;
}

/** Another component; the memory is null if none is stored under that name. */
interface Neighbour {
  readonly memory: Memory | null;
  readonly name: string;
  readonly basis: string;
}

export interface DesignContext {
  readonly component: Component;
  readonly requirements: readonly (Requirement & { readonly basis: string })[];
  readonly designs: readonly DesignDocument[];
  readonly patterns: readonly PatternUse[];
  readonly dependencies: readonly Neighbour[];
  readonly dependents: readonly Neighbour[];
  readonly tests: readonly TestRun[];
  /** Earlier incidents with the component. */
  readonly incidents: readonly Incident[];
  /** The definitions in its file; null if not requested, or if none of its code is indexed. */
  readonly code: readonly Definition[] | null;
  readonly notes: readonly string[];
}

/** Designs are looked up for at most this many requirements. */
const MOST_REQUIREMENTS = 50;
/** And requirements for at most this many designs. */
const MOST_DESIGNS = 50;

export class DesignContexts {
  readonly #finding: Finding;
  readonly #surroundings: Surroundings;
  readonly #code: ComponentCode;
  readonly #projectWide: ProjectWideDesigns;

  constructor(finding: Finding, surroundings: Surroundings, code: ComponentCode, projectWide: ProjectWideDesigns) {
    this.#finding = finding;
    this.#surroundings = surroundings;
    this.#code = code;
    this.#projectWide = projectWide;
  }

  async of(actor: Actor, spelling: string, { includeCode }: { includeCode: boolean }): Promise<DesignContext> {
    const { memory, others } = await this.#finding.resolve(actor, spelling, ['component']);
    const ties = await this.#surroundings.of(actor, memory, [
      'requirements',
      'design',
      'code_pattern',
      'component',
      'test_history',
    ]);
    const of = (type: Memory['type']) => distinct(ties.filter((tie) => tie.memory.type === type));
    const code = includeCode ? await this.#code.of(actor, memory) : null;
    const { dependencies, dependents } = neighbours(
      memory,
      ties.filter((tie) => tie.memory.type === 'component'),
    );
    const requirements = of('requirements');
    const direct = of('design').map((tie) => designOf(memory, tie, namesOf(memory)));
    const designs = [...direct, ...(await this.#byRequirements(actor, memory, requirements, direct))];
    const notes = await this.#surroundings.of(actor, memory, ['session', ...MemoryKind.options]);
    return {
      component: componentOf(memory),
      requirements: [
        ...requirements.map((tie) => ({ ...requirementOf(tie.memory), basis: tieInWords(memory, tie) })),
        ...(await this.#byDesigns(actor, direct, requirements)),
      ],
      designs: [...designs, ...(await this.#projectWide.of(actor, memory, designs))],
      patterns: of('code_pattern').map((tie) => patternUse(memory, tie)),
      dependencies,
      dependents,
      tests: latestRuns(of('test_history').map((tie) => tie.memory)),
      incidents: incidentsOf(memory, namesOf(memory), distinct(notes)),
      code: code?.kind === 'found' ? code.file.symbols : null,
      notes: [...sameName(memory, others), ...(code === null ? [] : missingCode(code))],
    };
  }

  /** Requirements that the component's designs refer to bind it as well, even if they do not name it. */
  async #byDesigns(actor: Actor, designs: readonly DesignDocument[], known: readonly Tie[]) {
    const found = new Map<number, DesignContext['requirements'][number]>();
    for (const { memory } of designs.slice(0, MOST_DESIGNS)) {
      for (const tie of await this.#surroundings.of(actor, memory, ['requirements'])) {
        const { row } = tie.memory;
        if (tie.by !== 'edge' || found.has(row) || known.some((each) => each.memory.row === row)) continue;
        const basis = `${tieInWords(memory, tie)}, through which it is connected`;
        found.set(row, { ...requirementOf(tie.memory), basis });
      }
    }
    return [...found.values()];
  }

  /** Designs that serve the component's requirements bind it as well, even if they do not name it. */
  async #byRequirements(
    actor: Actor,
    component: Memory,
    requirements: readonly Tie[],
    known: readonly DesignDocument[],
  ): Promise<DesignDocument[]> {
    const found = new Map<number, DesignDocument>();
    for (const { memory } of requirements.slice(0, MOST_REQUIREMENTS)) {
      for (const tie of await this.#surroundings.of(actor, memory, ['design'])) {
        const { row } = tie.memory;
        if (found.has(row) || known.some((each) => each.memory.row === row)) continue;
        const design = designOf(memory, tie, namesOf(component));
        found.set(row, { ...design, basis: `${design.basis}, through which it is connected` });
      }
    }
    return [...found.values()];
  }
}

export const componentOf = (memory: Memory): Component => ({
  memory,
  id: labelOf(memory),
  name: titleOf(memory),
  type: componentType(memory),
  filePath: filePathOf(memory),
});

function patternUse(ours: Memory, tie: Tie): PatternUse {
  const { memory } = tie;
  const [given] = texts(memory.metadata.usage_context);
  const [about] = sentences(memory.content);
  return {
    memory,
    name: titleOf(memory),
    usageContext: given ?? shorten(about ?? memory.content, 200),
    basis: tieInWords(ours, tie),
  };
}

/** A passive such as `used by the OrderPage` reverses the direction of the dependency. */
const PASSIVE = /\b(?:used|called|consumed|needed|required|driven|triggered|polled) by (?:the |both )?[^.;]*$/i;

function neighbours(ours: Memory, ties: readonly Tie[]) {
  const dependencies = new Map<string, Neighbour>();
  const dependents = new Map<string, Neighbour>();
  for (const tie of ties) {
    const { memory, by, outgoing } = tie;
    const name = titleOf(memory);
    const [text, other] = outgoing ? [ours.content, memory] : [memory.content, ours];
    const passive = by !== 'edge' && isPassive(text, namesOf(other));
    const side = outgoing !== passive ? dependencies : dependents;
    side.set(traceKey(name), { memory, name, basis: tieInWords(ours, tie) });
  }
  const missing = `${labelOf(ours)} names it in its metadata, but no such component is stored`;
  for (const [field, side] of [
    ['dependencies', dependencies],
    ['dependents', dependents],
  ] as const) {
    for (const name of texts(ours.metadata[field])) {
      const known = [...side.values()].some(
        ({ memory }) =>
          memory && [idOf(memory) ?? '', ...namesOf(memory)].some((each) => traceKey(each) === traceKey(name)),
      );
      if (!known) side.set(traceKey(name), { memory: null, name, basis: missing });
    }
  }
  return { dependencies: [...dependencies.values()], dependents: [...dependents.values()] };
}

function isPassive(text: string, names: readonly string[]): boolean {
  const sentence = sentences(text).find((each) => names.some((name) => says(each, name)));
  const at = names.map((name) => sentence?.indexOf(name) ?? -1).find((index) => index >= 0);
  return sentence !== undefined && at !== undefined && PASSIVE.test(sentence.slice(0, at));
}

function missingCode(code: CodeState): string[] {
  switch (code.kind) {
    case 'found':
      return [];
    case 'missing':
      return [`${code.path} is not in the indexed code: index the project, or correct the component's file_path.`];
    case 'unnamed':
      return ['The component names no file, and no indexed code has its name.'];
    case 'nothing-indexed':
      return ['No code is indexed yet.'];
  }
}
