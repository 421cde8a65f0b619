// Names by a convention: a rule shows their shape (`<domain>.<entity>.<event>`, `snake_case`), a fix gives a name.
import { escaped } from '../../text/pattern.ts';
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

/** `<domain>.<entity>.<event>` or `{device}_{quantity}_{unit}`. */
const TEMPLATE = /(?:[\w/-]*[<{][\w -]+[>}][\w/-]*)(?:[._:/-]?[<{][\w -]+[>}])+/;
const HOLE = /[<{][\w -]+[>}]/g;

interface Style {
  readonly said: RegExp;
  readonly name: RegExp;
}

const STYLES: readonly Style[] = [
  {
    said: /\bSCREAMING_SNAKE(?:_CASE)?\b|\bUPPER_SNAKE(?:_CASE)?\b|\bupper[- ]snake[- ]case\b/i,
    name: /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/,
  },
  { said: /\bsnake[_ -]case\b/i, name: /^[a-z][a-z\d]*(?:_[a-z\d]+)+$/ },
  { said: /\bkebab[- ]case\b/i, name: /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/ },
  { said: /\bcamelCase\b|\bcamel[- ]case\b|\blowerCamel\w*/, name: /^[a-z][a-z\d]*(?:[A-Z][a-z\d]*)+$/ },
  { said: /\bPascalCase\b|\bpascal[- ]case\b|\bUpperCamel\w*|\bCamelCase\b/, name: /^(?:[A-Z][a-z\d]+){2,}$/ },
];
const REFUSED = /\b(?:not|never|no|legacy|instead of|rather than|avoid|deprecated)\b/i;
/** What the rule names: a fix must be about it too, unless it gives a name of exactly that shape. */
const NAMED =
  /\b(topics?|events?|metrics?|columns?|tables?|fields?|keys?|files?|branch(?:es)?|endpoints?|routes?|paths?|buckets?|queues?|flags?|classes|components?|functions?|variables?|constants?|tests?|images?|tags?|properties|parameters?|migrations?|packages?|modules?|hooks?|resources?|labels?|commands?|env(?:ironment)? (?:vars?|variables?)|urls?|errors?|codes?|ids?)\b/gi;

/** The shape as a pattern; null if the rule shows none. */
function templateOf(quote: string): RegExp | null {
  const [written] = TEMPLATE.exec(quote) ?? [];
  if (written === undefined) return null;
  const isLower = !/[A-Z]/.test(written.replace(HOLE, '')) && /\blower[- ]?case\b|\ball lower\b/i.test(quote);
  const parts = written.split(HOLE).map(escaped);
  const separator = parts.slice(1, -1).find((part) => part !== '') ?? '';
  // A hole does not reach across the separator: `a.b` has two parts, not three.
  const hole = /[._]/.test(separator) && /_/.test(separator) ? '[A-Za-z\\d]+' : '[A-Za-z\\d][A-Za-z\\d_-]*';
  return new RegExp(`^${parts.join(isLower ? hole.replaceAll('A-Z', '').replaceAll('a-za-z', 'a-z') : hole)}$`);
}

const QUOTED = /["'`]([^"'`\s]{3,80})["'`]/g;
const WORD = /(?<![\w./-])[A-Za-z][\w]*(?:[._:/-][A-Za-z\d][\w]*)*(?![\w/])/g;

/** The names that a text gives, with those of more than one part first. */
const namesIn = (text: string): string[] => [
  ...[...text.matchAll(QUOTED)].map(([, name = '']) => name),
  ...[...text.matchAll(WORD)].map(([name]) => name),
];

export function shape({ diff, doing, undoing, told }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied) return null;
  const { quote } = demand;
  const template = templateOf(quote);
  const given = diff
    ? namesIn(diff.added).filter((name) => !diff.removed.includes(name))
    : doing.flatMap(({ text }) => namesIn(text));
  if (template !== null) {
    const fitting = given.find((name) => template.test(name));
    if (fitting !== undefined) return make('keeps', 'asked_for', demand, `names it ${fitting}`);
    const oldNames = diff ? namesIn(diff.removed) : undoing.flatMap(({ text }) => namesIn(text));
    const isLeft = oldNames.some((name) => template.test(name));
    return isLeft
      ? make('breaks', 'other_choice', demand, 'gives up a name of the required shape')
      : misnamed(quote, told, diff?.added ?? told, demand);
  }
  const wanted = STYLES.find(({ said }) => said.test(quote) && !isRefused(quote, said));
  if (wanted === undefined || !isNaming(quote, diff ? `${told} ${diff.prose}` : told)) return null;
  const styled = given.filter((name) => STYLES.some((style) => style.name.test(name)));
  if (styled.length === 0) return null;
  const other = styled.find((name) => !wanted.name.test(name));
  if (other === undefined) return make('keeps', 'asked_for', demand, `names it ${styled[0]}`);
  return styled.some((name) => wanted.name.test(name))
    ? null
    : make('breaks', 'other_choice', demand, `names it ${other}`);
}

const isRefused = (quote: string, said: RegExp): boolean => {
  const at = quote.search(said);
  return (
    REFUSED.test(quote.slice(Math.max(0, at - 25), at)) ||
    /^\S*[^.;]{0,25}\b(?:legacy|deprecated|forbidden|not)\b/i.test(quote.slice(at))
  );
};

/** Whether rule and fix both name the same sort of thing. */
function isNaming(quote: string, text: string): boolean {
  const sorts = [...quote.matchAll(NAMED)].map(([, sort = '']) => sort.toLowerCase().replace(/(?:es|s)$/, ''));
  return sorts.some((sort) => new RegExp(String.raw`\b${sort}`, 'i').test(text));
}

const GIVEN_NAME =
  /\b(?:nam(?:e|ed|es|ing)|call(?:ed)?|renam\w+|publish\w* (?:to|as|it as)|export\w* as|emit\w* as|topic|metric|branch|queue|bucket)\b[^.;]{0,40}?["'`]([^"'`\s]{3,80})["'`]/i;

/** A name given in quotes, for the sort of thing that the rule is about, and of another shape. */
function misnamed(quote: string, told: string, text: string, demand: Demand): Judgement | null {
  const [, name] = GIVEN_NAME.exec(text) ?? [];
  return name !== undefined && isNaming(quote, `${told} ${text}`)
    ? make('breaks', 'other_choice', demand, `names it ${name}`)
    : null;
}
