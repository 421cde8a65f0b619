// What is known of a component: its code where that is indexed, else what its memory says of it.
import type { Definition } from '../../code/ports.ts';
import { texts, titleOf } from '../../memories/names.ts';
import type { Memory } from '../../model.ts';
import { type CodeFile, mainClass } from '../component-code.ts';

export interface Facts {
  /** Where they were read, in words. */
  readonly source: string;
  /** Read from code: what is not there is missing. A description may only be short. */
  readonly isCode: boolean;
  readonly className: string | null;
  readonly bases: readonly string[];
  readonly methods: readonly string[];
  readonly text: string;
}

export function factsOfCode(component: Memory, file: CodeFile): Facts {
  const type = mainClass(file, component);
  const references = [...file.references.extends, ...file.references.implements];
  const bases = references.filter(({ from, scope }) => type === null || from === type.id || scope === type.name);
  return {
    source: file.path,
    isCode: true,
    className: type?.name ?? null,
    bases: [...new Set(bases.map(({ name }) => name))],
    methods: callable(file.symbols)
      .filter((symbol) => type === null || symbol.container === type.name)
      .map(({ name }) => name),
    text: file.chunks.map(({ text }) => text).join('\n'),
  };
}

const callable = (symbols: readonly Definition[]): Definition[] =>
  symbols.filter(({ kind }) => kind === 'method' || kind === 'function');

const EXTENDS =
  /\b(?:extends?|inherits? from|subclass(?:es)? of|derives? from|implements)\s+(?:the\s+|an?\s+)?`?([A-Z]\w*[a-z]\w*)`?/g;
const METHOD = /\b([a-z_]\w*)\s*\(/g;

export function factsOfDescription(component: Memory): Facts {
  const { public_interface: shape, dependencies } = component.metadata;
  const listed = flatten(shape);
  const text = [component.content, ...listed, ...texts(dependencies)].join('\n');
  return {
    source: 'the description of the component',
    isCode: false,
    className: titleOf(component),
    bases: [...new Set([...text.matchAll(EXTENDS)].map(([, name = '']) => name))],
    methods: [
      ...new Set(
        [...text.matchAll(METHOD)]
          .map(([, name = '']) => name)
          .concat(listed.filter((each) => /^[a-z_]\w*$/.test(each))),
      ),
    ],
    text,
  };
}

/** An interface may be written as a text, a list of names or an object of signatures. */
function flatten(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('(') ? [value] : value.split(/[,;\n]\s*/);
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...flatten(each)]);
}
