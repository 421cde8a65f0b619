// A thread that reads files: from the disk to symbols, references and chunks. One file at a time.
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedFile } from '../../engine/code/ports.ts';
import { readSource } from '../../engine/code/source.ts';
import { messageOf } from '../../errors.ts';
import { languageOf } from '../parser/languages.ts';
import { CodeParser, ParserCrash } from '../parser/parser.ts';
import { LocalWorkspace } from '../workspace/workspace.ts';
import { type ReadAnswer, ReaderOptions, ReadRequest } from './protocol.ts';

const { grammars, runtime } = ReaderOptions.parse(workerData);
const workspace = new LocalWorkspace();
const parser = new CodeParser({ grammarPath: (file) => join(grammars, file), runtimePath: runtime });

async function read({ root, path, plain }: ReadRequest): Promise<ParsedFile | null> {
  const text = await workspace.read(root, path);
  if (text === null) return null;
  const language = languageOf(path, text);
  const extraction = language && !plain ? await parser.read(text, language) : null;
  return readSource(path, text, language?.name ?? 'text', extraction);
}

const post = (answer: ReadAnswer): void => parentPort?.postMessage(answer);

parentPort?.on('message', (message: unknown) => {
  read(ReadRequest.parse(message)).then(
    (parsed) => post({ parsed }),
    (error) => post({ error: messageOf(error), crashed: error instanceof ParserCrash }),
  );
});
