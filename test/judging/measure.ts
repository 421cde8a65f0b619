// Runs every case in its own project on a real engine, and counts the answers.
import type { Actor } from '../../src/engine/access/actor.ts';
import { alignmentOf, judgeDocuments } from '../../src/engine/analysis/fix/alignment.ts';
import { readProposal } from '../../src/engine/analysis/fix/proposal.ts';
import type { MemoryInput } from '../../src/engine/memories/draft.ts';
import { memoryOf } from '../memory.ts';
import type { OpenEngine } from '../open.ts';
import { createProject } from '../project.ts';
import type { ComponentCase, FixCase } from './case.ts';

interface Answered<Verdict extends string> {
  readonly name: string;
  readonly expected: Verdict;
  readonly given: Verdict;
  /** The verdict is right, and for the right reason if one is required. */
  readonly right: boolean;
  readonly because: string;
}

export interface Tally {
  readonly of: number;
  readonly right: number;
  /** Approval instead of a concern, or the reverse. */
  readonly wrongWay: number;
  /** No verdict although one is expected. */
  readonly undecided: number;
  readonly misses: readonly string[];
}

let project = 0;

export async function askFixes({ engine }: OpenEngine, cases: readonly FixCase[]) {
  const answers: (Answered<FixCase['verdict']> & { score: number })[] = [];
  for (const each of cases) {
    const actor: Actor = { who: 'local', project: `fix ${project++}` };
    await engine.memories.storeMany(actor, [...memoriesOf(each)]);
    const { component, fix, files } = each;
    const { alignment, concerns, recommendations } = await engine.analysis.validateFix(actor, {
      component,
      fix,
      files,
    });
    const given = alignment.verdict === 'unknown' ? 'unrelated' : alignment.verdict;
    answers.push({
      name: each.name,
      expected: each.verdict,
      given,
      right: given === each.verdict,
      score: alignment.score,
      because: [...concerns.map(({ message }) => message), ...recommendations].join(' | '),
    });
  }
  return answers;
}

/** The same by the rules alone, for cases whose rules are all linked to the component: no store is needed. */
export function readFixes(cases: readonly FixCase[]): Answered<FixCase['verdict']>[] {
  return cases.map(({ name, rules, component, fix, verdict }) => {
    const documents = rules.map((rule) => ({
      memory: memoryOf(rule, { type: 'requirements' }),
      tied: true,
      similarity: 0.45,
      basis: 'tied',
    }));
    const judged = judgeDocuments(readProposal(fix, component), documents);
    const { verdict: found } = alignmentOf(judged);
    const given = found === 'unknown' ? 'unrelated' : found;
    const because = judged.flatMap(({ breaks, keeps }) => [...breaks, ...keeps].map(({ does }) => does)).join(' | ');
    return { name, expected: verdict, given, right: given === verdict, because };
  });
}

function* memoriesOf({ component, rules, rulesOfFile, loose = [] }: FixCase): Generator<MemoryInput> {
  yield { type: 'component', content: `The part called ${component}.`, metadata: { name: component } };
  for (const [i, content] of rules.entries()) {
    yield i % 2 === 0
      ? { type: 'design', content, metadata: { status: 'Accepted', affected_components: [component] } }
      : { type: 'requirements', content, metadata: { implementing_components: [component] } };
  }
  for (const content of loose) yield { type: 'design', content, metadata: { status: 'Accepted' } };
  if (rulesOfFile === undefined) return;
  const { file, rules: others } = rulesOfFile;
  yield { type: 'component', content: 'Another part.', metadata: { name: 'TheOther', file_path: file } };
  for (const content of others) {
    yield { type: 'design', content, metadata: { status: 'Accepted', affected_components: ['TheOther'] } };
  }
}

export async function askComponents({ engine }: OpenEngine, cases: readonly ComponentCase[]) {
  const answers: Answered<ComponentCase['verdict']>[] = [];
  for (const each of cases) {
    const actor: Actor = { who: 'local', project: `component: ${each.name}` };
    const { pattern, component, file, follows, code, about, verdict } = each;
    if (pattern) {
      const { name, content, language, template } = pattern;
      await engine.memories.store(actor, {
        type: 'code_pattern',
        content,
        metadata: { pattern_name: name, language, ...(template === undefined ? {} : { code_template: template }) },
      });
    }
    await engine.memories.store(actor, {
      type: 'component',
      content: `${component} does its part of the work.`,
      metadata: { name: component, file_path: file, ...(follows && pattern ? { base_pattern: pattern.name } : {}) },
    });
    const project = Object.keys(code).length > 0 ? createProject('judged', code) : null;
    if (project) await engine.code.index(actor, project.root);
    const { score, deviations, notes } = await engine.analysis.consistency(actor, component);
    project?.dispose();
    const given = score === null ? 'cannot be judged' : deviations.length > 0 ? 'deviates' : 'consistent';
    const told = deviations.map(({ type, expected, actual }) => `${type}: expected ${expected}, ${actual}`);
    const named = about === undefined || told.some((each) => about.test(each));
    const because = [...told, ...notes].join(' | ');
    answers.push({ name: each.name, expected: verdict, given, right: given === verdict && named, because });
  }
  return answers;
}

export function tally(answers: readonly Answered<string>[], opposite: readonly [string, string]): Tally {
  const isWrongWay = ({ given, expected }: Answered<string>) =>
    given !== expected && opposite.includes(given) && opposite.includes(expected);
  return {
    of: answers.length,
    right: answers.filter(({ right }) => right).length,
    wrongWay: answers.filter(isWrongWay).length,
    undecided: answers.filter(({ given, expected }) => given !== expected && !opposite.includes(given)).length,
    misses: answers
      .filter(({ right }) => !right)
      .map(({ name, expected, given, because }) => `${name}: ${given} instead of ${expected}. ${because}`),
  };
}
