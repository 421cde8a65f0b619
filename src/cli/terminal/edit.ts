import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { redactText } from '../../engine/secrets/redact.ts';
import { invalid, RemanenceError } from '../../errors.ts';
import { print, type StoreFlags, withEngine } from '../store-command.ts';
import { memoryNamed, shortId } from './ids.ts';

const isWindows = process.platform === 'win32';

/** Opens a memory's text in the user's editor. The edited text is never lost, even if another change came first. */
export async function edit(id: string, flags: StoreFlags): Promise<void> {
  await withEngine(flags, async (engine, owner, signal) => {
    const { id: whole, content, revision } = await memoryNamed(engine, owner, id);
    const file = join(mkdtempSync(join(tmpdir(), 'remanence-')), `${shortId(whole)}.md`);
    writeFileSync(file, `${content}\n`, { mode: 0o600 });
    openEditor(file);
    const written = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    const isChanged = written !== content;
    if (isChanged) {
      await engine.memories.update(owner, whole, { content: written, revision }, signal).catch(keeping(file));
    }
    rmSync(dirname(file), { recursive: true });
    const redacted = isChanged ? redactText(written).kinds : [];
    print(
      flags,
      { id: whole, changed: isChanged, redacted },
      () => `${shortId(whole)}: ${outcome(isChanged, redacted)}`,
    );
  });
}

function outcome(isChanged: boolean, redacted: readonly string[]): string {
  if (!isChanged) return 'unchanged';
  return redacted.length === 0 ? 'changed' : `changed, but secrets were cut out: ${redacted.join(', ')}`;
}

const keeping = (file: string) => (thrown: unknown) => {
  if (!(thrown instanceof RemanenceError)) throw thrown;
  throw new RemanenceError(thrown.code, thrown.message, { hint: `Your text is in ${file}`, cause: thrown });
};

/** Like git: the variable is a command line, and the file its last argument. */
function openEditor(file: string): void {
  const editor = process.env.VISUAL || process.env.EDITOR || (isWindows ? 'notepad' : 'vi');
  const { status, error } = isWindows
    ? spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
    : spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  if (error || status !== 0)
    throw invalid(`The editor ${editor} failed.`, `Nothing was changed. Set EDITOR; your text is in ${file}`);
}
