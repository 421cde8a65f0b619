// Compares symbols with Universal Ctags, which has its own parser for each language: the same files, by file, name and
// line of the name.
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import * as z from 'zod';
import { type CodeDefinition, RemanenceError } from '../src/index.ts';
import { inFreshStore, OWNER } from './store.ts';

export interface SymbolReport {
  readonly folder: string;
  readonly language: string;
  readonly files: number;
  readonly ours: number;
  readonly ctags: number;
  /** The share of our functions, methods and types that ctags lists under any kind. */
  readonly precision: number;
  /** The share of ctags' functions, methods and types that we list. */
  readonly recall: number;
  /** `kind path:name:line`. */
  readonly extra: readonly string[];
  readonly missing: readonly string[];
}

const OURS: ReadonlySet<string> = new Set(['function', 'method', 'class', 'struct', 'interface', 'trait', 'enum']);
/** ctags' names for these kinds, in all its languages. */
const THEIRS: ReadonlySet<string> = new Set(
  `function func method member class struct union interface trait enum generator methodSpec macro singletonMethod
  annotation record object subroutine message rpc service protocol implementation`.split(/\s+/),
);
/** Names that ctags invents for anonymous symbols. */
const ANONYMOUS = /^(?:__anon|Anonymous|anonFunc|<lambda>|Companion$)/;

const Tag = z.object({
  _type: z.literal('tag'),
  name: z.string(),
  path: z.string(),
  line: z.number(),
  kind: z.string(),
  language: z.string(),
  signature: z.string().optional(),
});
type Tag = z.infer<typeof Tag>;

/** Without what only one side writes: spaces, R's quotes and Julia's type parameters. */
const keyOf = (path: string, name: string, line: number): string =>
  `${path}:${name.replace(/\s+|^`|`$|\{.*\}$/g, '')}:${line}`;

/** One report for each language of a folder. */
export async function measureSymbols(folder: string, settings: Record<string, unknown>): Promise<SymbolReport[]> {
  const definitions = await inFreshStore(settings, async (engine) => {
    const { status } = await engine.code.index(OWNER, folder, { vectors: false });
    return engine.code.definitions(OWNER, status.project.name);
  });
  const languages = [...new Set(definitions.map(({ language }) => language))].sort();
  const reports: SymbolReport[] = [];
  for (const language of languages) {
    reports.push(
      await compare(
        folder,
        language,
        definitions.filter((each) => each.language === language),
      ),
    );
  }
  return reports;
}

async function compare(
  folder: string,
  language: string,
  definitions: readonly CodeDefinition[],
): Promise<SymbolReport> {
  const files = [...new Set(definitions.map(({ path }) => path))];
  const ours = new Map(
    definitions
      .filter(({ kind }) => OURS.has(kind))
      .map(({ path, name, line, kind }) => [keyOf(path, name, line), kind] as const),
  );
  const tags = (await ctags(folder, files)).filter(({ name }) => !ANONYMOUS.test(name));
  const any = new Set(tags.map(({ path, name, line }) => keyOf(path, name, line)));
  const theirs = new Map(
    tags.filter(isComparable).map(({ path, name, line, kind }) => [keyOf(path, name, line), kind] as const),
  );
  const extra = [...ours].filter(([key]) => !any.has(key));
  const missing = [...theirs].filter(([key]) => !ours.has(key));
  return {
    folder: basename(folder),
    language,
    files: files.length,
    ours: ours.size,
    ctags: theirs.size,
    precision: ours.size === 0 ? 1 : 1 - extra.length / ours.size,
    recall: theirs.size === 0 ? 1 : 1 - missing.length / theirs.size,
    extra: extra.map(([key, kind]) => `${kind} ${key}`),
    missing: missing.map(([key, kind]) => `${kind} ${key}`),
  };
}

async function ctags(folder: string, files: readonly string[]): Promise<Tag[]> {
  const child = spawn('ctags', ['--output-format=json', '--fields=+neKSl', '-L', '-', '-f', '-'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) =>
      reject(
        new RemanenceError('unavailable', 'Cannot run ctags.', {
          hint: 'Install Universal Ctags with JSON support.',
          cause,
        }),
      ),
    );
  });
  child.stdin.on('error', () => {});
  child.stdin.end(files.join('\n'));
  const output = await Promise.race([textOf(child.stdout), failed]);
  return output
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => Tag.safeParse(JSON.parse(line)).data ?? [])
    .map((tag) => ({ ...tag, name: ownName(tag) }));
}

/** Lua's `shape.area` and `shape:area` are `area`; `scale:by:` of Objective-C is known by its first word. */
function ownName({ name, language }: Tag): string {
  if (language === 'Lua') return name.replace(/^.*[.:]/, '');
  return language === 'ObjectiveC' ? name.replace(/:.*$/, '') : name;
}

function isComparable({ kind, language, signature }: Tag): boolean {
  if (!THEIRS.has(kind)) return false;
  // A macro without parameters is a constant; a member is a method in Python, and a field everywhere else.
  if (kind === 'macro' && language.startsWith('C')) return signature !== undefined;
  return kind !== 'member' || language === 'Python';
}
