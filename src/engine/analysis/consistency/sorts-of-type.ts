// The sort of type that a pattern asks for: a struct, a record, a data class, an actor. Silent where a language has one sort.
import type { Facts } from './facts.ts';
import type { Difference } from './shape.ts';

interface Sort {
  readonly name: string;
  readonly languages: RegExp;
  /** How prose calls it. */
  readonly said: string;
  /** How code declares it, before or after the name. */
  readonly declared: (name: string) => RegExp;
}

const before = (keyword: string) => (name: string) =>
  new RegExp(String.raw`\b${keyword}\s+(?:class\s+|struct\s+)?${name}\b`);

const SORTS: readonly Sort[] = [
  { name: 'struct', languages: /^(?:swift|csharp|cpp)$/i, said: 'structs?', declared: before('struct') },
  { name: 'actor', languages: /^swift$/i, said: 'actors?', declared: before('actor') },
  { name: 'record', languages: /^(?:java|csharp)$/i, said: 'records?', declared: before('record') },
  { name: 'data class', languages: /^kotlin$/i, said: 'data class(?:es)?', declared: before(String.raw`data\s+class`) },
  {
    name: 'sealed interface',
    languages: /^kotlin$/i,
    said: 'sealed interfaces?',
    declared: before(String.raw`sealed\s+interface`),
  },
  {
    name: 'dataclass',
    languages: /^python$/i,
    said: 'dataclass(?:es)?',
    declared: (name) => new RegExp(String.raw`@(?:\w+\.)*dataclass\b[^\n]*\n(?:\s*@[^\n]*\n)*\s*class\s+${name}\b`),
  },
  {
    name: 'enum',
    languages: /^(?:java|kotlin|swift|rust|typescript|csharp|php)$/i,
    said: 'enums?',
    declared: before('enum'),
  },
];

const SAID = (said: string): RegExp =>
  new RegExp(
    String.raw`(?:^|\b(?:is|are|be|as)\s+)(?:all\s+|always\s+|an?\s+)?(?:(?:immutable|frozen|plain|small|simple|final|public|sealed|readonly|value)\s+)*(?:${said})\b(?!\s+(?:literals?|fields?|members?|tags?|values?|of|or)\b)`,
    'i',
  );

export const sortsAskedIn = (text: string): string[] =>
  SORTS.filter(({ said }) => SAID(said).test(text)).map(({ name }) => name);

export function sortDifference(asked: string, { subject, plain, language }: Facts): Difference {
  const sort = SORTS.find(({ name }) => name === asked);
  if (subject === null || sort === undefined || !sort.languages.test(language)) return null;
  if (sort.declared(subject.name).test(plain)) return null;
  const line = new RegExp(
    String.raw`^.*\b(?:class|struct|interface|enum|record|actor|object)\s+${subject.name}\b`,
    'm',
  ).exec(plain);
  return line ? [`a ${asked}`, `is declared as ${line[0].trim()}`] : null;
}
