// Traces a requirement to what implements, designs and tests it.
import type { Actor } from '../access/actor.ts';
import { readId, toUuid } from '../ids.ts';
import { idOf, labelOf, namesOf, texts, titleOf, traceKey } from '../memories/names.ts';
import type { Memory } from '../model.ts';
import { completenessOf, NOT_RECORDED } from './completeness.ts';
import { type CodePlace, type ComponentCode, placeOf } from './component-code.ts';
import type { Finding, Resolved } from './finding.ts';
import {
  excerptOf,
  filePathOf,
  implementersNamed,
  isRetired,
  rationaleOf,
  requirementIds,
  statusOf,
} from './reading.ts';
import { type Surroundings, type Tie, tieInWords } from './surroundings.ts';
import { latestRuns, passedShare, shareOf, type TestRun } from './tests-of.ts';

export interface Requirement {
  readonly memory: Memory;
  readonly id: string | null;
  readonly title: string;
  readonly status: string | null;
}

export interface Implementation {
  /** Null for a component that is named but not stored. */
  readonly memory: Memory | null;
  readonly exists: boolean;
  readonly componentId: string;
  readonly name: string;
  readonly filePath: string | null;
  /** Where its indexed code begins. */
  readonly code: CodePlace | null;
  readonly completeness: number;
  readonly basis: readonly string[];
}

export interface DesignDocument {
  readonly memory: Memory;
  readonly id: string | null;
  readonly title: string;
  readonly type: string;
  readonly status: string | null;
  /** Whether it is superseded or deprecated and no longer binding. */
  readonly retired: boolean;
  readonly excerpt: string;
  /** The reason for the decision; null if it gives none. */
  readonly rationale: string | null;
  /** Why it is included. */
  readonly basis: string;
}

export interface RequirementTrace {
  readonly requirement: Requirement;
  readonly implementations: readonly Implementation[];
  readonly designs: readonly DesignDocument[];
  readonly tests: readonly TestRun[];
  /** Functions and files of the indexed code that name the requirement, then components in none of these files. */
  readonly code: readonly CodePlace[];
  readonly coverage: { readonly implementation: number; readonly testing: number };
  readonly notes: readonly string[];
}

const MOST_COMPONENTS = 20;

export class RequirementTracing {
  readonly #finding: Finding;
  readonly #surroundings: Surroundings;
  readonly #code: ComponentCode;

  constructor(finding: Finding, surroundings: Surroundings, code: ComponentCode) {
    this.#finding = finding;
    this.#surroundings = surroundings;
    this.#code = code;
  }

  async trace(actor: Actor, spelling: string): Promise<RequirementTrace> {
    return this.traceOf(actor, await this.#finding.resolve(actor, spelling, ['requirements']));
  }

  async traceOf(actor: Actor, { memory, others }: Resolved): Promise<RequirementTrace> {
    const ties = await this.#surroundings.of(actor, memory, ['component', 'design', 'test_history']);
    const of = (type: Memory['type']) => distinct(ties.filter((tie) => tie.memory.type === type));
    const { components, absent } = await this.#implementers(
      actor,
      memory,
      of('component').map((tie) => tie.memory),
    );
    const ownTests = of('test_history')
      .map((tie) => tie.memory)
      .filter((test) => testsIt(test, memory));
    const implementations = await Promise.all(
      components.slice(0, MOST_COMPONENTS).map((component) => this.#implementation(actor, ownTests, component)),
    );
    const own = runsOf(ownTests);
    const borrowed = own.length > 0 ? [] : await this.#testsOf(actor, components.slice(0, MOST_COMPONENTS));
    const tests = [...own, ...borrowed];
    const id = idOf(memory);
    return {
      requirement: requirementOf(memory),
      implementations: [...implementations, ...absent.map(absence)],
      designs: of('design').map((tie) => designOf(memory, tie, [])),
      tests,
      code: withComponents(id === null ? [] : await this.#code.naming(actor, id), implementations),
      coverage: {
        implementation: shareOf(implementations.length, implementations.length + absent.length),
        testing: passedShare(tests),
      },
      notes: [...sameName(memory, others), ...byWayOf(memory, borrowed, components)],
    };
  }

  /** Tests of these components that name no requirement, and so may belong to this one. */
  async #testsOf(actor: Actor, components: readonly Memory[]): Promise<TestRun[]> {
    const ties = await Promise.all(components.map((each) => this.#surroundings.of(actor, each, ['test_history'])));
    const memories = distinct(ties.flat()).map((tie) => tie.memory);
    return runsOf(memories.filter((memory) => requirementIds(memory).length === 0));
  }

  /** The components tied to the requirement, those that it names, and the names without a stored component. */
  async #implementers(actor: Actor, requirement: Memory, tied: readonly Memory[]) {
    const components = [...tied];
    const absent: string[] = [];
    for (const name of implementersNamed(requirement).slice(0, MOST_COMPONENTS)) {
      const key = traceKey(name);
      if (components.some((component) => namesOf(component).some((each) => traceKey(each) === key))) continue;
      const [known] = await this.#finding.called(actor, name, ['component']);
      if (known) components.push(known);
      else absent.push(name);
    }
    return { components, absent };
  }

  async #implementation(actor: Actor, ownTests: readonly Memory[], component: Memory): Promise<Implementation> {
    const code = await this.#code.of(actor, component);
    const ties = await this.#surroundings.of(actor, component, ['test_history']);
    const tests = distinct(ties).map((tie) => tie.memory);
    // A component may serve several requirements: a test of another one says nothing about this one.
    const direct = tests.filter(({ row }) => ownTests.some((test) => test.row === row));
    const counted =
      direct.length > 0
        ? sameTests(runsOf(ownTests), runsOf(direct))
        : runsOf(tests.filter((test) => requirementIds(test).length === 0));
    return {
      memory: component,
      exists: true,
      componentId: labelOf(component),
      name: titleOf(component),
      filePath: code.kind === 'found' ? code.file.path : filePathOf(component),
      code: code.kind === 'found' ? placeOf(code.file, component) : null,
      ...completenessOf(code, counted),
    };
  }
}

/** How a text about a run ends: `passed`, `failed on CI`. */
const RESULT =
  /\s+(?:has |have |is |was |were )?(?:(pass(?:es|ed)|succeed(?:s|ed)|green)|(fail(?:s|ed)|broken|red)|(skipped|ignored|disabled))(?:\s(?:in|on|at|after|with|for|since|again|today|now)\b.{0,80})?[.!]?$/i;
const RESULTS = ['Passed', 'Failed', 'Skipped'];

/** The latest run of each test, by the test's name alone: `two_station_rule` of `Test two_station_rule passed`. */
function runsOf(memories: readonly Memory[]): TestRun[] {
  const runs = new Map<string, TestRun>();
  for (const run of latestRuns(memories)) {
    const name = testName(run);
    const key = traceKey(name);
    // The newest comes first: a run that passed takes the place of one of the same test that failed.
    if (!runs.has(key)) runs.set(key, { ...run, name });
  }
  return [...runs.values()];
}

/** The runs of tests that are among these: a later run may no longer name the component. */
function sameTests(runs: readonly TestRun[], among: readonly TestRun[]): TestRun[] {
  const names = new Set(among.map(({ name }) => traceKey(name)));
  return runs.filter(({ name }) => names.has(traceKey(name)));
}

function testName({ name, status, memory: { metadata } }: TestRun): string {
  if (name !== '' && [metadata.name, metadata.title, metadata.test_name].includes(name)) return name;
  const [ending, ...results] = RESULT.exec(name) ?? [];
  const isResult = results.some((result, i) => result !== undefined && RESULTS[i] === status);
  const test = isResult && ending !== undefined ? name.slice(0, -ending.length) : name;
  return test.replace(/^(?:the )?test (?=[\w.:/-]+$)/i, '') || name;
}

function withComponents(naming: readonly CodePlace[], implementations: readonly Implementation[]): CodePlace[] {
  const added: CodePlace[] = [];
  for (const { code, filePath } of implementations) {
    const isNaming = naming.some(({ path }) => path === filePath || path.startsWith(`${filePath}/`));
    const isAdded = added.some(({ path, symbol }) => path === code?.path && symbol === code.symbol);
    if (code !== null && !isNaming && !isAdded) added.push(code);
  }
  return [...naming, ...added];
}

/** A test's metadata decides which requirements it covers, not an id that only its text mentions. */
function testsIt(test: Memory, requirement: Memory): boolean {
  const given = texts(test.metadata.related_requirements);
  if (given.length === 0 || !requirementIds(test).some((id) => isCalled(requirement, id))) return true;
  return given.some((name) => isCalled(requirement, name));
}

const isCalled = (memory: Memory, name: string): boolean =>
  readId(name) === memory.id || namesOf(memory).some((each) => traceKey(each) === traceKey(name));

const byWayOf = (requirement: Memory, borrowed: readonly TestRun[], components: readonly Memory[]): string[] =>
  borrowed.length === 0
    ? []
    : [
        `No test names ${labelOf(requirement)}; those shown are tests of ${components.slice(0, 5).map(titleOf).join(', ')}.`,
      ];

const absence = (name: string): Implementation => ({
  memory: null,
  exists: false,
  componentId: name,
  name,
  filePath: null,
  code: null,
  ...NOT_RECORDED,
});

/** The first tie of each memory. */
export function distinct(ties: readonly Tie[]): Tie[] {
  const first = new Map<number, Tie>();
  for (const tie of ties) if (!first.has(tie.memory.row)) first.set(tie.memory.row, tie);
  return [...first.values()];
}

export const requirementOf = (memory: Memory): Requirement => ({
  memory,
  id: idOf(memory),
  title: titleOf(memory),
  status: statusOf(memory),
});

export const designOf = (ours: Memory, tie: Tie, names: readonly string[]): DesignDocument =>
  documentOf(tie.memory, names, tieInWords(ours, tie));

export function documentOf(memory: Memory, names: readonly string[], basis: string): DesignDocument {
  const kind = memory.metadata.design_type;
  return {
    memory,
    id: idOf(memory),
    title: titleOf(memory),
    type: typeof kind === 'string' ? kind : /\bADR\b/.test(memory.content.slice(0, 40)) ? 'ADR' : 'Specification',
    status: statusOf(memory),
    retired: isRetired(memory),
    excerpt: excerptOf(memory, names),
    rationale: rationaleOf(memory),
    basis,
  };
}

export const sameName = (memory: Memory, others: readonly Memory[]): string[] =>
  others.length === 0
    ? []
    : [
        `${others.length} more ${others.length === 1 ? 'memory has' : 'memories have'} this name; the newest was used. To choose, use an id: ${[
          memory,
          ...others,
        ]
          .slice(0, 5)
          .map(({ id }) => toUuid(id))
          .join(', ')}.`,
      ];
