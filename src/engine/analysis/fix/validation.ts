// Validates a proposed fix against requirements, designs and patterns.

import { invalid } from '../../../errors.ts';
import type { Actor } from '../../access/actor.ts';
import { labelOf, titleOf } from '../../memories/names.ts';
import type { Memory, MemoryType } from '../../model.ts';
import type { Store } from '../../ports.ts';
import { plainEntry } from '../../text/paths.ts';
import { shorten } from '../../text/sentences.ts';
import type { ComponentCode } from '../component-code.ts';
import { type Component, componentOf } from '../design-context.ts';
import type { Finding } from '../finding.ts';
import type { JudgingModel } from '../ports.ts';
import { filePathOf, isRetired } from '../reading.ts';
import { sameName } from '../requirement-trace.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Alignment, alignmentOf, type Document, type Judged, judgeDocuments } from './alignment.ts';
import { FixDocuments, isSamePath } from './documents.ts';
import type { Judgement, Severity } from './judgement.ts';
import { rule } from './model-judge.ts';
import { readProposal } from './proposal.ts';
import { touched } from './touched.ts';

export interface Concern {
  readonly type: Judgement['kind'] | 'outside_component';
  readonly message: string;
  readonly severity: Severity;
  readonly relatedRequirement: string | null;
  readonly relatedDesign: string | null;
  /** The sentence that it is based on; null for files. */
  readonly quote: string | null;
}

/** A document that the fix was checked against, and the verdict. */
interface Rule extends Document {
  readonly verdict: 'keeps' | 'breaks' | 'silent';
}

export interface FixValidation {
  readonly component: Component;
  readonly alignment: Alignment;
  readonly requirements: readonly Rule[];
  readonly designs: readonly Rule[];
  readonly patterns: readonly Rule[];
  /** Superseded or deprecated documents, which are listed but not counted. */
  readonly retired: readonly Memory[];
  readonly concerns: readonly Concern[];
  readonly recommendations: readonly string[];
  readonly notes: readonly string[];
}

export interface FixInput {
  readonly fix: string;
  readonly component: string;
  readonly files?: readonly string[] | undefined;
}

const LONGEST_FIX = 20_000;
/** The fix is checked against at most this many documents, nearest first. */
const MOST_JUDGED = 60;
const MOST_CONCERNS = 12;
const MOST_FILES = 200;
const MOST_TOUCHED = 3;

export class FixValidations {
  readonly #documents: FixDocuments;
  readonly #finding: Finding;
  readonly #surroundings: Surroundings;
  readonly #code: ComponentCode;
  readonly #model: JudgingModel | null;

  constructor(
    store: Store,
    finding: Finding,
    surroundings: Surroundings,
    code: ComponentCode,
    model: JudgingModel | null,
  ) {
    this.#documents = new FixDocuments(store, finding, surroundings);
    this.#finding = finding;
    this.#surroundings = surroundings;
    this.#code = code;
    this.#model = model;
  }

  async validate(actor: Actor, { fix, component, files = [] }: FixInput): Promise<FixValidation> {
    const text = fix.slice(0, LONGEST_FIX);
    if (!/[\p{L}\p{N}]/u.test(text)) throw invalid('The fix is empty.', 'Describe in a sentence what the fix does.');
    const { memory, others } = await this.#finding.resolve(actor, component, ['component']);
    const affected = files.slice(0, MOST_FILES);
    const all = (await this.#documents.of(actor, memory, text, affected)).slice(0, MOST_JUDGED);
    const superseded = await this.#documents.superseded(actor, all);
    const isGone = (document: Document) => isRetired(document.memory) || superseded.has(document.memory.row);
    const retired = all.filter((document) => document.tied && isGone(document)).map((document) => document.memory);
    const proposal = readProposal(text, titleOf(memory));
    const byRules = judgeDocuments(
      proposal,
      all.filter((document) => !isGone(document)),
    );
    const { judged, notes } = await this.#ruling(text, byRules);
    const counted = judged.filter((each) => each.tied || each.breaks.length + each.keeps.length > 0);
    const alignment = alignmentOf(counted);
    // A model has read the rules; without one, silence says little about those that share words with the fix.
    const isSilent = alignment.verdict === 'unrelated' && this.#model === null;
    const near = isSilent ? touched(text, counted).slice(0, MOST_TOUCHED) : [];
    const of = (type: MemoryType) => counted.filter((each) => each.memory.type === type).map(ruleOf);
    return {
      component: componentOf(memory),
      alignment,
      requirements: of('requirements'),
      designs: of('design'),
      patterns: of('code_pattern'),
      retired,
      concerns: [...(await this.#concerns(actor, judged)), ...(await this.#outside(actor, memory, affected))],
      recommendations: recommend(memory, alignment, judged, retired, near),
      notes: [...sameName(memory, others), ...notes, ...unread(alignment, near)],
    };
  }

  /** The model judges if one is configured and there are documents to judge by. */
  async #ruling(fix: string, judged: readonly Judged[]) {
    if (this.#model === null || judged.length === 0)
      return { judged, notes: ['Judged by rules, without a language model.'] };
    return rule(this.#model, fix, judged);
  }

  async #concerns(actor: Actor, judged: readonly Judged[]): Promise<Concern[]> {
    const broken = judged.flatMap((document) => worst(document.breaks).map((judgement) => ({ document, judgement })));
    const ranked = broken
      .sort((a, b) => RANK[a.judgement.severity] - RANK[b.judgement.severity])
      .slice(0, MOST_CONCERNS);
    return Promise.all(
      ranked.map(async ({ document: { memory, tied, basis }, judgement: { kind, severity, does, demand } }) => ({
        type: kind,
        message: `The fix ${does}. ${nameOf(memory)}: “${shorten(demand.quote, 240)}”${tied ? '' : ` (${basis})`}`,
        severity,
        relatedRequirement: memory.type === 'requirements' ? labelOf(memory) : await this.#requirementOf(actor, memory),
        relatedDesign: memory.type === 'requirements' ? null : labelOf(memory),
        quote: demand.quote,
      })),
    );
  }

  /** The requirement that a design serves. */
  async #requirementOf(actor: Actor, design: Memory): Promise<string | null> {
    const [tie] = await this.#surroundings.of(actor, design, ['requirements']);
    return tie ? labelOf(tie.memory) : null;
  }

  async #outside(actor: Actor, component: Memory, files: readonly string[]): Promise<Concern[]> {
    if (files.length === 0) return [];
    const code = await this.#code.of(actor, component);
    const parts = await this.#surroundings.of(actor, component, ['function', 'test_history']);
    const known = [component, ...parts.map((tie) => tie.memory)].flatMap((memory) => filePathOf(memory) ?? []);
    const own = [...known, ...(code.kind === 'found' ? [code.file.path] : [])].map(plainEntry);
    if (own.length === 0) return [];
    const outside = [...new Set(files)].filter((file) => !own.some((path) => isSamePath(path, plainEntry(file))));
    if (outside.length === 0) return [];
    return [
      {
        type: 'outside_component',
        message: `${outside.slice(0, 5).join(', ')}${outside.length > 5 ? ` and ${outside.length - 5} more` : ''} ${outside.length === 1 ? 'is' : 'are'} outside ${titleOf(component)}, whose code is in ${own[0]}.`,
        severity: 'low',
        relatedRequirement: null,
        relatedDesign: null,
        quote: null,
      },
    ];
  }
}

const ruleOf = ({ memory, tied, similarity, basis, breaks, keeps }: Judged): Rule => ({
  memory,
  tied,
  similarity,
  basis,
  verdict: breaks.length > 0 ? 'breaks' : keeps.length > 0 ? 'keeps' : 'silent',
});

const RANK: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

const nameOf = (memory: Memory): string => {
  const [label, title] = [labelOf(memory), titleOf(memory)];
  return label === title ? label : `${label} (${shorten(title, 60)})`;
};

/** The most severe violation of each kind. */
const worst = (breaks: readonly Judgement[]): Judgement[] =>
  breaks
    .toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
    .filter(({ kind }, i, sorted) => sorted.findIndex((each) => each.kind === kind) === i);

function recommend(
  component: Memory,
  { verdict }: Alignment,
  judged: readonly Judged[],
  retired: readonly Memory[],
  near: readonly Judged[],
): string[] {
  const quote = ({ demand }: Judgement) => `“${shorten(demand.quote, 200)}”`;
  const broken = judged.flatMap(({ memory, breaks }) =>
    worst(breaks)
      .slice(0, 1)
      .map((each) => `Keep to ${nameOf(memory)}: ${quote(each)}, or record a new decision that replaces it.`),
  );
  const kept = judged.flatMap(({ memory, keeps }) =>
    keeps.slice(0, 1).map((each) => `${nameOf(memory)} requires this: ${quote(each)} The fix ${each.does}.`),
  );
  const counted = retired.map((memory) => `${nameOf(memory)} is no longer in force and was not counted.`);
  return [...broken.slice(0, 6), ...kept.slice(0, 4), ...silence(component, verdict, near), ...counted.slice(0, 4)];
}

function unread({ verdict }: Alignment, near: readonly Judged[]): string[] {
  if (verdict !== 'unrelated') return [];
  return near.length > 0
    ? [`The fix touches ${namesOf(near)}, which could not be judged: compare it yourself.`]
    : ['No rule was found for or against this fix; that does not prove that it breaks none.'];
}

const namesOf = (rules: readonly Judged[]): string => rules.map(({ memory }) => nameOf(memory)).join(', ');

function silence(component: Memory, verdict: Alignment['verdict'], near: readonly Judged[]): string[] {
  const name = titleOf(component);
  if (verdict === 'unknown')
    return [`No requirement or design is connected to ${name}: add one that names it, so that fixes can be checked.`];
  if (verdict !== 'unrelated') return [];
  return near.length > 0
    ? near.map(({ memory }) => `Compare the fix with ${nameOf(memory)}: “${shorten(memory.content, 200)}”`)
    : [
        `No rule recorded for ${name} could be related to this fix: check the listed rules yourself if it touches them.`,
      ];
}
