// A reader thread: turns files into symbols, references and chunks, one after another, while it prefetches the next
// ones from the disk.
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedFile } from '../../engine/code/code-base.ts';
import { readSource, withoutSecrets } from '../../engine/code/indexing/source.ts';
import { messageOf } from '../../errors.ts';
import { StaticTable } from '../embeddings/static-table.ts';
import { languageOf } from '../parser/languages.ts';
import { CodeParser, ParserCrash } from '../parser/parser.ts';
import { readOutline, readSnippet } from '../parser/snippet.ts';
import { LocalWorkspace } from '../workspace/workspace.ts';
import { type ReaderAnswer, ReaderOptions, ReaderRequest } from './protocol.ts';

const { grammars, runtime, firstVectors } = ReaderOptions.parse(workerData);
const workspace = new LocalWorkspace();
const table = firstVectors && StaticTable.read(firstVectors.table, firstVectors.tokenizer);
const firstVector = table && ((text: string) => table.vector(text));
const parser = new CodeParser({ grammarPath: (file) => join(grammars, `${file}.br`), runtimePath: runtime });

async function readFile(path: string, raw: string | null, plain: boolean): Promise<ParsedFile | null> {
  if (raw === null) return null;
  const language = languageOf(path, raw);
  // Before parsing: names, signatures and imports may hold secrets as well as the text.
  const text = withoutSecrets(raw, language !== null && language.name !== 'markdown' && !plain);
  const extraction = language && !plain ? await parser.read(text, language) : null;
  const parsed = readSource(path, text, language?.name ?? 'text', extraction, firstVector);
  return language && !plain && !extraction ? { ...parsed, late: true } : parsed;
}

async function answer(request: ReaderRequest, raw: Promise<string | null>): Promise<ReaderAnswer> {
  try {
    if (request.kind === 'file') return { parsed: await readFile(request.path, await raw, request.plain) };
    const { text, language } = request;
    return request.kind === 'outline'
      ? { outline: await readOutline(parser, text, language) }
      : { snippet: await readSnippet(parser, text, language) };
  } catch (error) {
    return { error: messageOf(error), crashed: error instanceof ParserCrash };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  const request = ReaderRequest.parse(message);
  const raw = request.kind === 'file' ? workspace.read(request.root, request.path) : Promise.resolve(null);
  // A failure is reported when it is this file's turn.
  raw.catch(() => {});
  last = last.then(async () => parentPort?.postMessage(await answer(request, raw)));
});
