// Compares requirements, designs, components and patterns with each other and with the code.
import type { Actor } from '../access/actor.ts';
import type { Code } from '../code/code.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Memory, MemoryType } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { yieldToEventLoop } from '../waiting.ts';
import { ComponentCode } from './component-code.ts';
import type { Consistency, ConsistencyChecks } from './consistency/consistency.ts';
import { type DesignContext, DesignContexts } from './design-context.ts';
import { Finding } from './finding.ts';
import type { FixInput, FixValidation, FixValidations } from './fix/validation.ts';
import type { JudgingModel } from './ports.ts';
import { ProjectWideDesigns } from './project-wide.ts';
import { type RequirementTrace, RequirementTracing } from './requirement-trace.ts';
import { Surroundings } from './surroundings.ts';

export class Analysis {
  readonly #finding: Finding;
  readonly #tracing: RequirementTracing;
  readonly #contexts: DesignContexts;
  // Loaded on first use: they bring many rules, and most servers never need them.
  readonly #checks: () => Promise<ConsistencyChecks>;
  readonly #validations: () => Promise<FixValidations>;

  constructor(store: Store, embedding: Embedding, code: Code, clock: Clock, model: JudgingModel | null) {
    this.#finding = new Finding(store, embedding, clock);
    const surroundings = new Surroundings(store, this.#finding);
    const componentCode = new ComponentCode(store);
    this.#tracing = new RequirementTracing(this.#finding, surroundings, componentCode);
    this.#contexts = new DesignContexts(
      this.#finding,
      surroundings,
      componentCode,
      new ProjectWideDesigns(store, this.#finding, surroundings),
    );
    this.#checks = async () => {
      const { ConsistencyChecks } = await import('./consistency/consistency.ts');
      return new ConsistencyChecks(this.#finding, surroundings, componentCode, code);
    };
    this.#validations = async () => {
      const { FixValidations } = await import('./fix/validation.ts');
      return new FixValidations(store, this.#finding, surroundings, componentCode, model);
    };
  }

  /** The memory with this id, name or title; if none matches, the error names the closest ones. */
  async find(actor: Actor, spelling: string, types: readonly MemoryType[]): Promise<Memory> {
    return (await this.#finding.resolve(actor, spelling, types)).memory;
  }

  /** What implements, designs and tests a requirement. */
  trace(actor: Actor, requirement: string): Promise<RequirementTrace> {
    return this.#tracing.trace(actor, requirement);
  }

  /** The traces of the newest requirements, and how many requirements there are. */
  async traces(
    actor: Actor,
    limit: number,
    signal?: AbortSignal,
  ): Promise<{ traces: RequirementTrace[]; total: number }> {
    const requirements = await this.#finding.all(actor, 'requirements', limit);
    const traces: RequirementTrace[] = [];
    for (const memory of requirements.memories) {
      signal?.throwIfAborted();
      traces.push(await this.#tracing.traceOf(actor, { memory, others: [] }));
      await yieldToEventLoop();
    }
    return { traces, total: requirements.total };
  }

  /** What to know before changing a component. */
  designContext(actor: Actor, component: string, options: { includeCode: boolean }): Promise<DesignContext> {
    return this.#contexts.of(actor, component, options);
  }

  /** Checks a component against its pattern. */
  async consistency(actor: Actor, component: string): Promise<Consistency> {
    return (await this.#checks()).check(actor, component);
  }

  /** Checks a proposed fix against requirements and design decisions. */
  async validateFix(actor: Actor, input: FixInput): Promise<FixValidation> {
    return (await this.#validations()).validate(actor, input);
  }
}
