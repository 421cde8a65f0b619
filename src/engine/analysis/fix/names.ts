// Names in a text: identifiers of code, tools, and words written like a class or a product.
import { choicesIn } from './families.ts';

export const NAME =
  /`([^`\n]{2,60})`|(?<![\w.$])((?:[A-Za-z_$][\w$]*(?:_\w+|[a-z\d][A-Z]\w*)|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]+)+)(?:\(\))?|%\w\b)/g;

/** Identifiers as written in code. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(NAME)].map(([, quoted, plain]) => (quoted ?? plain ?? '').replace(/\(.*$/, '').toLowerCase()),
  );

const PROPER = /(?<=[a-z,'’)] |[(\s]the )[A-Z][a-z]+[A-Za-z]*\b/g;

/** The first word of a sentence is no name, and what a table knows is judged by it. */
export const properNamesIn = (text: string, sentence: string): string[] =>
  [...text.matchAll(PROPER)]
    .map(([name]) => name)
    .filter((name) => !sentence.startsWith(name) && choicesIn(name).length === 0);

/** A tool named by one plain word: `use getpass for input`. */
const TOOL =
  /\b(?:us(?:e|es|ed|ing)|via|adopt(?:s|ed|ing)?)\s+(?:the\s+)?([A-Za-z][\w.-]{2,40}\w)(?:\(\))?(?=\s+(?:from|for|in|to|as|with|when|everywhere|on|and|so)\b|\s*(?:[.,;:()]|$))/gi;

export const toolsIn = (text: string): string[] => [...text.matchAll(TOOL)].map(([, tool = '']) => tool.toLowerCase());
