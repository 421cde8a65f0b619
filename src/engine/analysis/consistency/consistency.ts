// Checks a component against the pattern that it is meant to follow.
import type { Actor } from '../../access/actor.ts';
import type { Code } from '../../code/code.ts';
import { isFunction } from '../../code/symbols.ts';
import { namesOf, texts, titleOf, traceKey } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { languageName } from '../../text/language-names.ts';
import { shorten } from '../../text/sentences.ts';
import type { CodeFile, CodeState, ComponentCode } from '../component-code.ts';
import { type Component, componentOf } from '../design-context.ts';
import type { Finding } from '../finding.ts';
import { filePathOf } from '../reading.ts';
import { sameName } from '../requirement-trace.ts';
import type { Surroundings } from '../surroundings.ts';
import { compared } from './compared.ts';
import { type AskedFor, askedByText } from './demanded.ts';
import { applies, type Deviation } from './deviations.ts';
import { askedByTemplate, distinctExpectations } from './expectations.ts';
import { type Facts, factsOf } from './facts.ts';
import { pieceOf } from './piece.ts';
import { fillHoles } from './template.ts';

export interface BasePattern {
  readonly memory: Memory;
  readonly name: string;
  readonly filePath: string | null;
  /** How it was found: the component names it, it names the component, it is called like its kind, or is the most similar. */
  readonly by: 'base_pattern' | 'applicable_components' | 'named' | 'kind' | 'similar';
  /** How certain it is that this pattern is meant, 0..1. */
  readonly confidence: number;
}

export interface Consistency {
  readonly component: Component;
  readonly pattern: BasePattern | null;
  /** 0..1, where 1 means no deviation; null if it cannot be judged. */
  readonly score: number | null;
  readonly deviations: readonly Deviation[];
  readonly recommendations: readonly string[];
  /** What the result is based on, and what was missing. */
  readonly notes: readonly string[];
}

const SIMILAR = 0.3;
const CANDIDATES = 20;
/** In letters: `job` ends too many names. */
const SHORTEST_KIND = 6;
/** So many demands of a template are worth a sentence that was read. */
const OF_A_SENTENCE = 3;

export class ConsistencyChecks {
  readonly #finding: Finding;
  readonly #surroundings: Surroundings;
  readonly #componentCode: ComponentCode;
  readonly #code: Code;

  constructor(finding: Finding, surroundings: Surroundings, componentCode: ComponentCode, code: Code) {
    this.#finding = finding;
    this.#surroundings = surroundings;
    this.#componentCode = componentCode;
    this.#code = code;
  }

  async check(actor: Actor, spelling: string): Promise<Consistency> {
    const { memory, others } = await this.#finding.resolve(actor, spelling, ['component']);
    const found = await this.#componentCode.of(actor, memory);
    const component = { ...componentOf(memory), ...(found.kind === 'found' ? { filePath: found.file.path } : {}) };
    const pattern = await this.#pattern(actor, memory, found.kind === 'found' ? found.file.language : null);
    const notes = [...sameName(memory, others), ...missingPattern(memory, pattern)];
    const unjudged = (why: string, todo: string): Consistency => ({
      component,
      pattern,
      score: null,
      deviations: [],
      recommendations: [todo],
      notes: [...notes, ...(pattern ? howSure(pattern) : []), `Cannot be judged: ${why}`],
    });
    if (pattern === null) {
      const add = `Add a code_pattern with a code_template, and name it in base_pattern of ${component.name}.`;
      return unjudged('no stored pattern applies to this component.', add);
    }
    if (found.kind !== 'found') {
      return unjudged(whyUnread(found), `Index the project, and give ${component.name} the file_path of its code.`);
    }
    const facts = await this.#withInherited(found.file, factsOf(memory, found.file));
    const asked = await this.#expectations(pattern.memory, found.file, facts);
    const expectations = asked.expectations.filter((each) => applies(each, facts));
    const { score, deviations } = compared(expectations, facts);
    if (score === null) {
      const add = `Give ${pattern.name} a code_template, or state what it requires and what it forbids.`;
      return unjudged(`${pattern.name} states nothing that can be checked.`, add);
    }
    const unread = quoted(asked.unread);
    // Code that follows the part that can be checked may still break the rest.
    const isMostUnread = asked.unread.length > asked.read;
    if (deviations.length === 0 && (isMostUnread || asked.binding.length > 0)) {
      const why = isMostUnread
        ? `nothing deviates, but most of what ${pattern.name} asks for cannot be checked: ${unread}`
        : `nothing deviates, but ${pattern.name} also asks for what cannot be checked: ${quoted(asked.binding)}`;
      return unjudged(why, `Compare ${facts.source} with ${pattern.name} yourself.`);
    }
    return {
      component,
      pattern,
      score: Math.min(score, shareRead(asked)),
      deviations,
      recommendations: recommend(pattern, deviations, facts),
      notes: [
        ...notes,
        ...howSure(pattern),
        `Read from ${facts.source}.`,
        ...(unread === '' ? [] : [`Not checked: ${unread}`]),
      ],
    };
  }

  /** The pattern it names, else one that names it, else the most similar. */
  async #pattern(actor: Actor, component: Memory, language: string | null): Promise<BasePattern | null> {
    const ties = await this.#surroundings.of(actor, component, ['code_pattern']);
    const wanted = texts(component.metadata.base_pattern).map(traceKey);
    const based = ties.find(({ memory }) =>
      [memory.id, ...namesOf(memory)].some((name) => wanted.includes(traceKey(name))),
    );
    if (based) return basePattern(based.memory, 'base_pattern', 1);
    const [edge] = ties.filter(({ by }) => by === 'edge');
    if (edge) return basePattern(edge.memory, 'applicable_components', 0.95);
    const [named] = ties;
    if (named) return basePattern(named.memory, 'named', 0.85);
    const text = `${titleOf(component)}\n${component.content}`;
    const near = await this.#finding.near(actor, text, ['code_pattern'], CANDIDATES);
    const fitting = near.filter(({ memory }) => fitsLanguage(memory, language));
    const kind = fitting.find(({ memory }) => isOfKind(namesOf(component), namesOf(memory)));
    if (kind) return basePattern(kind.memory, 'kind', 0.8);
    const best = fitting.find(({ similarity }) => (similarity ?? 0) >= SIMILAR);
    return best ? basePattern(best.memory, 'similar', Math.round((best.similarity ?? 0) * 100) / 100) : null;
  }

  async #expectations(pattern: Memory, file: CodeFile, facts: Facts): Promise<Asking> {
    const [given] = texts(pattern.metadata.code_template);
    const template = given ?? /```\w*\n([\s\S]*?)```/.exec(pattern.content)?.[1] ?? null;
    const prose = [pattern.content, ...texts(pattern.metadata.usage_context)]
      .join('\n')
      .replace(/```[\s\S]*?```/g, ' ');
    const asked = askedByText(prose.replace(template ?? /$^/, ' '));
    if (template === null) return { ...asked, expectations: distinctExpectations(asked.expectations), isShown: false };
    const { text, holes } = fillHoles(template);
    const language = texts(pattern.metadata.language)[0] ?? file.language;
    const outline = await this.#code.outline(text, language);
    const shown = outline
      ? askedByTemplate({ text, holes, language, outline }, facts.subject?.name ?? null, facts.bases).filter((each) =>
          applies(each, facts),
        )
      : [];
    return {
      ...asked,
      expectations: distinctExpectations([...shown, ...asked.expectations]),
      read: asked.read + Math.ceil(shown.length / OF_A_SENTENCE),
      isShown: shown.length > 0,
    };
  }

  /** Adds the methods inherited from base classes in the same code base. */
  async #withInherited(file: CodeFile, facts: Facts): Promise<Facts> {
    if (facts.bases.length === 0) return facts;
    const { bases, members } = await this.#componentCode.ancestry(file, facts.bases);
    const inherited = members.filter(({ kind }) => isFunction(kind)).map((member) => pieceOf(member, () => ''));
    return { ...facts, bases, methods: [...facts.methods, ...inherited] };
  }
}

interface Asking extends AskedFor {
  /** Whether a template says most of it, and the text mainly describes. */
  readonly isShown: boolean;
}

/** What was not read may not be kept: the score is at most the share of what was. */
const shareRead = ({ read, unread, isShown }: Asking): number =>
  isShown || unread.length === 0 ? 1 : Math.round((read / (read + unread.length)) * 100) / 100;

const MOST_QUOTED = 3;

function quoted(sentences: readonly string[]): string {
  const shown = sentences.slice(0, MOST_QUOTED).map((sentence) => `“${shorten(sentence, 120)}”`);
  const more = sentences.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more.`] : [])].join(' ');
}

function whyUnread(state: Exclude<CodeState, { kind: 'found' }>): string {
  switch (state.kind) {
    case 'missing':
      return `${state.path} is not in the indexed code.`;
    case 'unnamed':
      return 'it names no file, and no indexed code has its name.';
    case 'nothing-indexed':
      return 'no code is indexed.';
  }
}

/** Whether the languages match; true if either is unknown. */
function fitsLanguage({ metadata }: Memory, language: string | null): boolean {
  const [spoken] = texts(metadata.language);
  return spoken === undefined || language === null || plainLanguage(spoken) === plainLanguage(language);
}

/** `tsx` counts as TypeScript. */
function plainLanguage(written: string): string {
  const name = languageName(written);
  return name === 'tsx' ? 'typescript' : name;
}

const basePattern = (memory: Memory, by: BasePattern['by'], confidence: number): BasePattern => ({
  memory,
  name: titleOf(memory),
  filePath: filePathOf(memory),
  by,
  confidence,
});

function missingPattern({ metadata }: Memory, pattern: BasePattern | null): string[] {
  return texts(metadata.base_pattern)
    .filter(() => pattern?.by !== 'base_pattern')
    .map((name) => `The component names ${name} as its base_pattern, but no such pattern is stored.`);
}

/** `CancelOrderCommandHandler` is of the kind `Command handler`. */
function isOfKind(component: readonly string[], pattern: readonly string[]): boolean {
  const written = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const kinds = pattern.map((name) => written(name.replace(/\s(?:pattern|template|class(?:es)?)$/i, '')));
  return kinds.some((kind) => kind.length >= SHORTEST_KIND && component.some((name) => written(name).endsWith(kind)));
}

function howSure({ name, by, confidence }: BasePattern): string[] {
  switch (by) {
    case 'base_pattern':
      return [`${name} is its base_pattern.`];
    case 'applicable_components':
      return [`${name} is connected to it.`];
    case 'named':
      return [`${name} and the component name each other.`];
    case 'kind':
      return [`${name} is what the component is called. Set base_pattern to be sure.`];
    case 'similar':
      return [
        `No pattern is connected to it; ${name} is the most similar (${confidence}). Set base_pattern to be sure.`,
      ];
  }
}

const FIRST: Readonly<Record<Deviation['severity'], number>> = { high: 0, medium: 1, low: 2 };

const recommend = ({ name }: BasePattern, deviations: readonly Deviation[], { source }: Facts): string[] =>
  deviations
    .toSorted((a, b) => FIRST[a.severity] - FIRST[b.severity])
    .map(({ expected, actual, type }) => `${ADVICE[type]}: ${name} expects ${expected}; ${source} ${actual}.`);

const ADVICE: Readonly<Record<Deviation['type'], string>> = {
  missing_method: 'Add the method',
  missing_function: 'Add the function',
  not_async: 'Make it async',
  missing_decorator: 'Add the decorator',
  missing_parameter: 'Take the parameter',
  other_form: 'Write it in the other form',
  other_base_class: 'Change the base class',
  forbidden_base_class: 'Change the base class',
  naming: 'Rename it',
  method_naming: 'Rename the methods',
  missing_dependency: 'Go through what the pattern uses',
  missing_call: 'Add the call',
  forbidden_call: 'Remove the call',
  missing_import: 'Add the import',
  forbidden_import: 'Remove the import',
  other_return: 'Return what is asked for',
  missing_modifier: 'Add the modifier',
  more_methods: 'Keep one public method',
  not_exported: 'Export it',
  forbidden_name: 'Use something else',
  forbidden_practice: 'Do it another way',
  broad_catch: 'Name the errors',
  missing_error_handling: 'Handle errors',
  missing_logging: 'Write to the log',
  avoided_choice: 'Use what the pattern allows',
};
