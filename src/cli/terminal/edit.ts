import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { redactText } from '../../engine/secrets/redact.ts';
import { asRemanenceError, invalid, RemanenceError } from '../../errors.ts';
import { print, type StoreFlags, withEngine } from '../store-command.ts';
import { memoryNamed, shortId } from './ids.ts';

const isWindows = process.platform === 'win32';

/** Opens a memory's text in the user's editor. The edited text is never lost, even if another change came first. */
export async function edit(id: string, flags: StoreFlags): Promise<void> {
  await withEngine(flags, async (engine, owner, signal) => {
    const { id: whole, content, revision } = await memoryNamed(engine, owner, id);
    const editor = editorOf();
    const file = join(mkdtempSync(join(tmpdir(), 'remanence-')), `${shortId(whole)}.md`);
    writeFileSync(file, `${content}\n`, { mode: 0o600 });
    const succeeded = runEditor(editor, file);
    const written = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    const isChanged = written !== content;
    // A copy that `forget` does not know is left only if it holds the user's own words.
    if (!isChanged) rmSync(dirname(file), { recursive: true });
    if (!succeeded)
      throw invalid(
        `The editor ${editor} failed.`,
        isChanged ? `Nothing was changed. Your text is in ${file}` : 'Nothing was changed.',
      );
    if (isChanged) {
      try {
        await engine.memories.update(owner, whole, { content: written, revision }, signal);
      } catch (thrown) {
        const current = await engine.memories.get(owner, whole).catch(() => null);
        throw keeping(file, thrown, current !== null && current.revision !== revision ? whole : null);
      }
      rmSync(dirname(file), { recursive: true });
    }
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

/** The same error with where the text is; `overtaken` is the memory's id if another change came first. */
function keeping(file: string, thrown: unknown, overtaken: string | null): RemanenceError {
  const { code, message } = asRemanenceError(thrown);
  const hint = `Your text is in ${file}`;
  if (overtaken === null) return new RemanenceError(code, message, { hint, cause: thrown });
  return new RemanenceError(code, 'Somebody changed this memory while you edited it; nothing was overwritten.', {
    hint: `${hint}; \`remanence show ${shortId(overtaken)}\` prints the current one.`,
    cause: thrown,
  });
}

/** Like git, falls back to vi, which without a terminal would only print escape codes. */
function editorOf(): string {
  const named = process.env.VISUAL || process.env.EDITOR;
  if (named) return named;
  if (isWindows) return 'notepad';
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw invalid('There is no terminal to edit in.', 'Nothing was changed. Set EDITOR to edit without one.');
  return 'vi';
}

/** Like git: the variable is a command line, and the file its last argument. */
function runEditor(editor: string, file: string): boolean {
  const { status, error } = isWindows
    ? spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
    : spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  return error === undefined && status === 0;
}
