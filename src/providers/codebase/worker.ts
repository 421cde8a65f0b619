// A thread that reads files: from the disk to symbols, references and chunks. One file at a time.
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedFile } from '../../engine/code/code-base.ts';
import { readSource, withoutSecrets } from '../../engine/code/source.ts';
import { messageOf } from '../../errors.ts';
import { languageOf } from '../parser/languages.ts';
import { CodeParser, ParserCrash } from '../parser/parser.ts';
import { readOutline, readSnippet } from '../parser/snippet.ts';
import { LocalWorkspace } from '../workspace/workspace.ts';
import { type ReaderAnswer, ReaderOptions, ReaderRequest } from './protocol.ts';

const { grammars, runtime } = ReaderOptions.parse(workerData);
const workspace = new LocalWorkspace();
const parser = new CodeParser({ grammarPath: (file) => join(grammars, file), runtimePath: runtime });

async function readFile(root: string, path: string, plain: boolean): Promise<ParsedFile | null> {
  const raw = await workspace.read(root, path);
  if (raw === null) return null;
  const language = languageOf(path, raw);
  // Before anything is read out of it: names, signatures and imports may hold a secret as well as the text.
  const text = withoutSecrets(raw, language !== null && language.name !== 'markdown' && !plain);
  const extraction = language && !plain ? await parser.read(text, language) : null;
  return readSource(path, text, language?.name ?? 'text', extraction);
}

async function answer(request: ReaderRequest): Promise<ReaderAnswer> {
  try {
    if (request.kind === 'file') return { parsed: await readFile(request.root, request.path, request.plain) };
    const { text, language } = request;
    return request.kind === 'outline'
      ? { outline: await readOutline(parser, text, language) }
      : { snippet: await readSnippet(parser, text, language) };
  } catch (error) {
    return { error: messageOf(error), crashed: error instanceof ParserCrash };
  }
}

parentPort?.on('message', async (message: unknown) => {
  parentPort?.postMessage(await answer(ReaderRequest.parse(message)));
});
