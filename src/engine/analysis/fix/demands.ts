// Reads what a requirement, a design or a pattern demands, sentence by sentence.

import { texts, titleOf } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { sentences } from '../../text/sentences.ts';
import { isTentative } from '../reading.ts';
import { affinity, fitOf } from './affinity.ts';
import { exceptionOf } from './exceptions.ts';
import { acceptedOf, type Exclusive, exclusiveOf } from './exclusives.ts';
import { type Chosen, choicesIn } from './families.ts';
import { containing, type Forbidden, forbiddenBy } from './forbidden.ts';
import { type Imported, importedBy } from './imported.ts';
import { type Label, scopeOf } from './labels.ts';
import { type Means, meansOf } from './means.ts';
import { NAME, namesIn, properNamesIn, toolsIn } from './names.ts';
import { type Placed, placedBy } from './places.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';
import { type Running, runningIn } from './running.ts';
import { type Setting, settingsIn } from './settings.ts';
import { core, KEPT, type Stretch, stretchesOf, tellingTerms } from './stretches.ts';
import { subjectOf } from './subject.ts';
import { type VersionBound, versionBoundsIn } from './versions.ts';

export interface Demand {
  /** The sentence it was read from. */
  readonly quote: string;
  readonly strength: 'must' | 'should';
  readonly wanted: readonly Chosen[];
  readonly unwanted: readonly Chosen[];
  readonly forbidden: readonly Forbidden[];
  /** What must not be removed. */
  readonly kept: readonly ReadonlySet<string>[];
  readonly quantities: readonly Quantity[];
  readonly versions: readonly VersionBound[];
  /** The significant words of the sentence without its choices: where it applies; few if it applies everywhere. */
  readonly subject: ReadonlySet<string>;
  /** The significant words of what is asked for. */
  readonly terms: ReadonlySet<string>;
  /** Names of code and tools that it asks for. */
  readonly names: ReadonlySet<string>;
  /** Words written like a class or a product, as in `through the Postbox`. */
  readonly properNames: readonly string[];
  readonly settings: readonly Setting[];
  /** What it demands to run or to rest. */
  readonly running: Running | null;
  readonly exclusive: Exclusive | null;
  /** What it forbids to import. */
  readonly imported: Imported | null;
  /** What it forbids in one place. */
  readonly placed: Placed | null;
  /** The significant words of the only thing that is accepted. */
  readonly accepted: ReadonlySet<string> | null;
  /** What it is limited to, of things that a number names: level 5. */
  readonly scope: readonly Label[];
  /** What it does not apply to: `except the landing page`. */
  readonly exception: ReadonlySet<string>;
  /** Identifiers of what is refused, or its plain words if it has none. */
  readonly refused: readonly ReadonlySet<string>[];
  /** The deeds it demands, in words; empty if a number or a choice is more precise. */
  readonly deeds: readonly Deed[];
  /** The means by which it must be done. */
  readonly means: Means | null;
  /** Whether it applies everywhere: `our only database`. */
  readonly everywhere: boolean;
}

interface Deed {
  /** What is done: the words after `must be`, verb first. */
  readonly done: ReadonlySet<string>;
  /** The same words, plus what it is done to. */
  readonly all: ReadonlySet<string>;
  /** Whether adding it fulfils the demand: `every key has an index`. */
  readonly gives: boolean;
  /** Each of several things that it requires: `an owner and a runbook`. */
  readonly parts: readonly ReadonlySet<string>[];
}

const MUST =
  /\b(?:must|shall|ha(?:s|ve) to|required|needs? to|never|only|always|mandatory|forbidden|prohibited|not allowed|may not|cannot|at least|at most|no more than|nothing (?:more|else)|no other|alone|every|all|each|decided|decision|we (?:use|will|chose)|chosen|chose|adopt(?:ed)?|standardi[sz]e[sd]?|go with|rejected|ruled out)\b/i;
const SHOULD =
  /\b(?:should|prefer(?:red|s)?|recommend(?:ed|s)?|avoid(?:s|ed)?|ideally|try to|use|uses|instead of|rather than|alternatives?|considered|goes? through|extends?|inherits?)\b/i;
const PERMITS = /\b(?:may|might|could|optional(?:ly)?|nice to have)\b(?! not| only| never|not)/i;
/** Headings of sections that demand nothing. */
const ASIDE =
  /^\W*(?:context|background|problem(?: statement)?|motivation|rationale|consequences?|history|notes?|references?)\W*$/i;
const HEADING =
  /^\W*(?:context|background|problem(?: statement)?|motivation|rationale|consequences?|decision|status|requirements?|rules?|alternatives?(?: considered)?|history|notes?|references?|title)\W*$/i;
const DECIDES = /\b(?:decision|rules?|requirements?)\b/i;
const LABEL = /^\W*(?:decision|requirement|rule|acceptance criteria|description)\s*[:–—-]\s*/i;

export function demandsOf(memory: Memory): Demand[] {
  const demands: Read[] = [];
  let section: string | null = null;
  const written = textOf(memory);
  for (const [i, { sentence, text }] of written.entries()) {
    if (HEADING.test(sentence)) section = sentence;
    else if (section === null || !ASIDE.test(section)) {
      const inAlternatives = section !== null && /alternative/i.test(section);
      const isDecided = i === 0 || LABEL.test(sentence) || (section !== null && DECIDES.test(section));
      const demand = read(inAlternatives ? `Rejected: ${sentence}` : sentence.replace(LABEL, ''), memory, isDecided);
      if (demand) {
        const next = written[i + 1]?.sentence;
        const placed = placedBy(sentence, next);
        demands.push({ demand: { ...demand, placed, exception: exceptionOf(sentence, next) }, text });
      }
    }
  }
  return boundAlike(demands);
}

interface Read {
  readonly demand: Demand;
  /** Which of the texts of the memory it was read from. */
  readonly text: number;
}

/**
 * `at most 5 minutes` in the content is also meant by `a TTL of 5 minutes` in the decision, which says the same again;
 * the sentences of one text are about different things.
 */
function boundAlike(all: readonly Read[]): Demand[] {
  const bounds = all.flatMap(({ demand, text }) =>
    demand.quantities.filter(({ direction }) => direction !== 'exactly').map((bound) => ({ bound, text })),
  );
  const directionOf = (exact: Quantity, text: number) =>
    bounds.find(
      (each) =>
        each.text !== text && fitOf(exact, each.bound) === 'fits' && affinity(each.bound, exact, exact.context) > 0,
    )?.bound.direction ?? 'exactly';
  return all.map(({ demand, text }) => ({
    ...demand,
    quantities: demand.quantities.map((each) =>
      each.direction === 'exactly' ? { ...each, direction: directionOf(each, text) } : each,
    ),
  }));
}

/** The sentences of all its texts, each once. */
function textOf({ content, metadata }: Memory): { readonly sentence: string; readonly text: number }[] {
  const all = [content, metadata.decision, metadata.description, metadata.usage_context].map(texts);
  const written = new Map<string, number>();
  for (const [text, parts] of all.entries())
    for (const sentence of parts.flatMap(sentences)) if (!written.has(sentence)) written.set(sentence, text);
  return [...written].map(([sentence, text]) => ({ sentence, text }));
}

function read(sentence: string, memory: Memory, isDecided: boolean): Omit<Demand, 'exception' | 'placed'> | null {
  const strength = strengthOf(sentence, memory, isDecided);
  if (strength === null) return null;
  const stretches = stretchesOf(sentence);
  const asked = textsOf(stretches, 'does').join(' ; ');
  const refused = stretches.filter(({ way }) => way === 'undoes');
  if (asked === '' && refused.length === 0) return null;
  // A choice restricted to some cases is not demanded in general.
  const wanted = RESTRICTED.test(sentence)
    ? []
    : choicesIn(asked.replace(ADDRESS, (each) => ' '.repeat(each.length))).filter((each) => !isQualifier(each, asked));
  const asking = stretches.filter((stretch, i) => stretch.way === 'does' && !isRefused(stretch, stretches[i + 1]));
  const quantities = quantitiesIn(asked).filter(({ isOne }) => !isOne);
  const unwanted = refused.flatMap(({ text }) => choicesIn(text));
  const exclusive = exclusiveOf(sentence);
  const names = asking.flatMap(({ text }) => [...namesIn(text), ...toolsIn(text)]);
  return {
    quote: sentence,
    strength: isTentative(memory) ? 'should' : strength,
    wanted,
    unwanted,
    forbidden: [...containing(sentence), ...refused.flatMap(forbiddenBy)],
    kept: stretches
      .filter(({ cue }) => cue === KEPT)
      .map(({ text }) => keptIn(text))
      .filter(({ size }) => size > 0),
    refused: refused.map(({ text }) => thingsIn(text.replace(LACKING, ' '))).filter(({ size }) => size > 0),
    settings: settingsIn(sentence),
    running: runningIn(sentence),
    exclusive,
    imported: importedBy(sentence),
    accepted: acceptedOf(sentence),
    scope: scopeOf(
      core(sentence),
      refused.map(({ text }) => text),
    ),
    quantities,
    versions: versionBoundsIn(sentence),
    subject: subjectOf(sentence, [...wanted, ...unwanted]),
    terms: new Set(tellingTerms(asked)),
    names: new Set(names.filter((name) => !exclusive?.keys.has(name))),
    properNames: asking.flatMap(({ text }) => properNamesIn(text, sentence)),
    deeds: quantities.length + wanted.length > 0 ? [] : asking.flatMap(deedOf),
    means: asking.map(({ text }) => meansOf(text)).find((means) => means !== null) ?? null,
    everywhere: EVERYWHERE.test(sentence),
  };
}

/** `s3://lake/raw is append-only` asks for no S3. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;

/** `a client without a timeout is not acceptable` refuses no timeout. */
const LACKING = /\b(?:without|lacking|missing)\b.*$/i;

/** `CSV exports use a semicolon` is about such exports, and asks for no CSV. */
const isQualifier = ({ at, written }: Chosen, asked: string): boolean => {
  const after = asked.slice(at + written.length);
  return /^\W*(?:every|each|all|any)\s+$/i.test(asked.slice(0, at))
    ? OWNS.test(after)
    : at === 0 && (OWNS.test(after) || QUALIFIED.test(after));
};
const OWNS = /^(?:\s+[a-z]+)?\s+(?:has|have|carr(?:y|ies)|needs?|requires?|includes?)\b/;
const QUALIFIED =
  /^\s+[a-z]+s\s+(?:use|have|carry|contain|start|end|begin|set|go|need|never|do not|must|should|are(?! (?:required|mandatory|used|preferred|allowed|accepted|the|our)\b))\b/;

const RESTRICTED =
  /\b(?:for|on|in|at|during|within)\b[^,;]{2,40}\bonly\b|\b(?:only|solely|exclusively) (?:for|in|on|when|within)\b/i;
const EVERYWHERE =
  /\b(?:our|the|as) (?:only|sole|single)\b|\beverywhere\b|\bin all (?:services|modules|parts|places)\b|\bacross the\b/i;

/** Every sentence of a requirement demands firmly, of a design at least weakly; a pattern only where it says so. */
function strengthOf(sentence: string, { type }: Memory, isDecided: boolean): Demand['strength'] | null {
  const text = core(sentence);
  const firmly = /\b(?:must|shall|never|only)\b/i.test(text);
  if (stretchesOf(sentence).every(({ way }) => way === 'tells')) return null;
  if (PERMITS.test(text) && !MUST.test(text) && !/\b(?:should|avoid|prefer\w*)\b/i.test(text)) return null;
  if (/\bshould\b/i.test(text) && !firmly) return 'should';
  if (type === 'code_pattern')
    return firmly ? 'must' : MUST.test(text) || SHOULD.test(text) || isDecided ? 'should' : null;
  return type === 'requirements' || isDecided || MUST.test(text) || SHOULD.test(text) ? 'must' : 'should';
}

/** What must stay, without the participle that says so. */
const keptIn = (text: string): ReadonlySet<string> =>
  new Set(
    tellingTerms(
      text.replace(/\b(?:kept|removed|deleted|dropped|disabled|skipped|bypassed|omitted|ignored)\b.*$/i, ' '),
    ),
  );

/** In `hide_input must never echo` the first part is only the subject; in `from the CDN, not from disk` it demands. */
const isRefused = ({ text }: Stretch, next: Stretch | undefined): boolean =>
  !/,\s*$/.test(text) &&
  next?.way === 'undoes' &&
  /\b(?:not|never|cannot|n't)(?: be)?$/.test(next.cue ?? '') &&
  next.cue !== 'never';

const MODAL =
  /^(.*?)\b(?:must|shall|should|ha(?:s|ve) to|needs? to|will|is|are|can)\b(?:\s+(?:always|only))?(?:\s+be\b)?(.+)$/i;
const TIME_OF_IT = /\s(?:before|after|when|whenever|if|once|until|while|that|which)\s.*$/i;

/** Where it is had: `in its definition`. */
const PLACED = /\s(?:in|on|at|within|inside) (?:its|their|the|an?|our)\s[\w -]+\W*$/i;
/** `for every container`. */
const FOR_ALL = /\s(?:for|on|in|per|of|to) (?:every|each|all|any)\b.*$/i;

const HAS =
  /^\W*(?:(?:every|each|all)\s+)?(.+?)\s+(?:ha(?:s|ve)(?! to\b)|carr(?:y|ies)|comes? with|includes?|requires?|needs?(?! to\b)|sets?|declares?|defines?|specif(?:y|ies)|states?)\s+(.+)$/i;

function deedOf({ text }: Stretch): Deed[] {
  const [, owner, owned] = HAS.exec(text) ?? [];
  if (owner !== undefined && owned !== undefined) {
    const had = owned.replace(FOR_ALL, '').replace(PLACED, '');
    const done = new Set(tellingTerms(had));
    const parts = had.split(/\s*,\s*|\s+and\s+/).map((part) => new Set(tellingTerms(part)));
    return done.size === 0 ? [] : [{ done, all: new Set([...done, ...tellingTerms(owner)]), gives: true, parts }];
  }
  const [, before = '', after = text] = MODAL.exec(text.replace(NAME, ' ')) ?? [];
  const done = new Set(tellingTerms(after.replace(TIME_OF_IT, '')));
  return done.size === 0 ? [] : [{ done, all: new Set([...done, ...tellingTerms(before)]), gives: false, parts: [] }];
}

/** Where a rule applies, and code words that mean nothing by themselves. */
const PLACE = /\b(?:in|within|inside|across)\s+(?:this|our|the|any|all)\s+[\w-]+\s*$/i;
const CODE_WORDS =
  /^(?:blocks?|statements?|variables?|keywords?|types?|calls?|imports?|tags?|modules?|packages?|librar(?:y|ies)|directly|functions?|code|classes|class|again|any|more|anymore|used?|using|add(?:ed)?|allowed|be|introduce)$/i;

function thingsIn(text: string): ReadonlySet<string> {
  const rest = text.replace(PLACE, ' ');
  const identifiers = [...namesIn(rest)];
  if (identifiers.length > 0) return new Set(identifiers);
  const words = [...rest.matchAll(/[A-Za-z][\w-]+/g)].map(([word]) => word);
  return new Set(words.filter((word) => !CODE_WORDS.test(word)).flatMap(tellingTerms));
}

const textsOf = (stretches: readonly Stretch[], way: Stretch['way']): string[] =>
  stretches.filter((stretch) => stretch.way === way).map(({ text }) => text);

/** The significant words of its title and text. */
export const topicOf = (memory: Memory): ReadonlySet<string> =>
  new Set(tellingTerms(`${titleOf(memory)} ${memory.content.slice(0, 4000)}`));
