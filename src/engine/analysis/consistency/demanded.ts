// What the text of a pattern asks for. A description of what it is for asks nothing, and in doubt neither does a sentence.
import { sentences } from '../../text/sentences.ts';
import { choicesIn } from '../fix/families.ts';
import { type Stretch, stretchesOf } from '../fix/stretches.ts';
import { bareWordsIn } from './bare-words.ts';
import type { Asked, Expectation } from './expectations.ts';
import { asOne, BANG, joined, sentenceOf } from './kept-whole.ts';
import { namesShown } from './names-shown.ts';
import { practicesRefusedIn, practicesTurnedIn } from './practices.ts';
import { forbiddenAfter, plainlyPut, reaching, withAsides } from './reach.ts';
import { refusals } from './refusals.ts';
import { CONSTRUCTOR, callsIn, DEPENDS, structureAskedIn } from './structure-asked.ts';
import { isAboutItself, rolesIn } from './subjects.ts';

const DEMANDS =
  /\b(?:must|shall|should|never|always|every|all|each|only|no|not|avoid\w*|forbidden|requires?|required|needs? to|ha(?:s|ve) to|do(?:es)? not|don't|cannot|without)\b|^\W*(?:use|extend|call|import|inject|name|define|decorate|catch|log|wrap|implement|inherit|throw|handle|go)\b/i;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s/;
/** What may be is not asked for, and neither is what others do. */
const PERMITTED =
  /\b(?:may|might|can|could|(?<!returns? |an )optional(?:ly)?|usually|often|typically|sometimes|preferably|for example|e\.g\.|such as|if (?:needed|necessary))\b(?! not| only| never)/i;
const OTHERS =
  /^\W*(?:the |its |their |all )?(?:callers?|clients? of|users? of|base class(?:es)?|framework|runtime|container|scheduler|dispatcher|tests?|subclasses)\b/i;

/** With a template, what the text names and the template shows is asked for as well. */
export function askedByText(text: string, { template = '', title = '' } = {}): Expectation[] {
  let isForbidding = false;
  const roles = rolesIn(sentences(asOne(text))[0] ?? '', title);
  return text.split('\n').flatMap((line) => {
    const isListed = BULLET.test(line);
    // A heading reaches over the list below it.
    if (!isListed && line.trim() !== '') isForbidding = forbiddenAfter(line) === '';
    return sentences(plainlyPut(asOne(line)))
      .flatMap(withAsides)
      .flatMap((sentence) =>
        asked(isForbidding && isListed ? `Forbidden: ${sentence}` : sentence, { isListed, template, roles }),
      );
  });
}

/** Where a sentence stands. */
interface Setting {
  readonly isListed: boolean;
  readonly template: string;
  /** What components are called that follow the pattern. */
  readonly roles: ReadonlySet<string>;
}

/** After these the refused thing may stand alone: `not console`. */
const CONTRASTED = /^(?:not|passive|instead of|rather than|in place of|neither|nor|.*\bbe)$/;
const BARE_VERB = /^(?:delete|remove|drop|stop|skip|revert|undo|suspend|ignore|disable)$/;

function asked(sentence: string, { isListed, template, roles }: Setting): Expectation[] {
  const ofItself = isAboutItself(sentence, roles);
  const said = sentence.replaceAll(BANG, '!');
  const basis = `its text: “${said.slice(0, 160)}”`;
  const listed = forbiddenAfter(joined(sentence));
  const stretches: readonly Stretch[] =
    listed === null ? reaching(stretchesOf(joined(sentence))) : [{ text: listed, way: 'undoes', cue: 'not' }];
  // `implements get, save and delete` removes nothing.
  const isWhole = stretches.every(({ way, cue }) => way === 'does' || BARE_VERB.test(cue ?? ''));
  const of = (way: 'does' | 'undoes') =>
    (isWhole ? [{ text: joined(sentence), way: 'does' }] : stretches)
      .filter((stretch) => stretch.way === way)
      .map((stretch) => stretch.text)
      .join(' ; ');
  const does = PERMITTED.test(of('does')) || OTHERS.test(sentence) ? '' : of('does');
  const firmly = isListed || DEMANDS.test(sentence);
  const refused = refusals(of('undoes'));
  const found = [
    ...structureAskedIn(does).filter(({ kind }) => ofItself || !OF_ITSELF.has(kind)),
    ...(firmly ? habits(does) : []),
    ...(does === '' ? [] : openingsIn(said)),
    ...namesShown(does, template, ofItself),
    ...practicesTurnedIn(sentence).map(({ name }) => ({ kind: 'practice' as const, name })),
    ...refused,
    ...stretches
      .filter(({ way }) => way === 'undoes' && !isWhole)
      .flatMap(({ text, cue }) => bareWordsIn(text, CONTRASTED.test(cue ?? '')))
      .filter((word) => !refused.some((each) => 'written' in each && each.written === word))
      .map((written) => ({ kind: 'forbidden_name' as const, written, inUse: true })),
    ...(of('undoes') === '' ? [] : practicesRefusedIn(sentenceOf(of('undoes')))).map(({ name }) => ({
      kind: 'practice' as const,
      name,
    })),
  ];
  return found.map((each) => ({ ...onlyOnFailure(each), basis }));
}

/** Asked of the component alone, not of what else a sentence speaks of. */
const OF_ITSELF: ReadonlySet<Asked['kind']> = new Set(['call', 'exported', 'sort', 'modifier']);

/** An error is only named where something fails. */
const onlyOnFailure = (each: Asked): Asked =>
  each.kind === 'dependency' && /(?:Error|Exception)$/.test(each.name) ? { ...each, onFailure: true } : each;

/** `files start with declare(strict_types=1)`, `headers begin with #pragma once`. */
const OPENING =
  /\b(?:starts?|begins?|opens?) with\s+`?(declare\([^)]*\)|#pragma once|['"]use \w+['"]|from __future__ import \w+|#!\S+|# frozen_string_literal: true)|\b(?:always|must|has to)\s+`?(declare\([^)]*\))/gi;
const openingsIn = (sentence: string): Asked[] =>
  [...sentence.matchAll(OPENING)].map(([, a, b]) => ({ kind: 'opening', written: a ?? b ?? '' }));

const HANDLES =
  /\b(?:must|shall|should|has to|have to|always)\s+(?:handle|catch)\s+(?:all |every |its |their )?(?:errors?|exceptions?|failures?)|\btry\/(?:except|catch)|\b(?:errors?|exceptions?|failures?) must be (?:caught|translated|handled)\b|\bhandles? (?:(?:all|every|its|their|the) )?(?:errors?|exceptions?|failures?)/i;
const LOGGING =
  /\b(?:must|shall|should|always|ha(?:s|ve) to|needs? to)\s+(?:be\s+)?log(?:s|ged)?\b|\b(?:every|each|all)\b[^.;]*\b(?:is|are|gets?)\s+logged\b|(?:^|[;,]|\band)\s*log(?:s)?\s+(?:every|each|all|its|their|the|what|them|it)\b/i;

/** Expectations in plain words, which count only in a sentence that demands something. */
function habits(text: string): Asked[] {
  const calls = callsIn(text)
    .map(({ name, qualifier }) => `${qualifier ?? ''} ${name}`)
    .join(' ');
  return [
    ...(CONSTRUCTOR.test(text) ? [] : [...text.matchAll(DEPENDS)])
      .map(([, a, b]) => a ?? b ?? '')
      .filter((name) => choicesIn(name).length === 0 && !PRODUCT.test(name))
      .map((name) => ({ kind: 'dependency' as const, name })),
    ...(HANDLES.test(text) ? [{ kind: 'error_handling' as const }] : []),
    ...(LOGGING.test(text) && !/log/i.test(calls) ? [{ kind: 'logging' as const }] : []),
  ];
}

/** Names of things that code uses without naming them. */
const PRODUCT =
  /^(?:Git|Java|Type|Postgre|My|Mongo|Graph|Open|Web|Circle|Linked|You|Power|Elastic)(?:Hub|Lab|Script|SQL|Sql|DB|QL|API|Socket|CI|Tube|Shell|Search)/;
