// Damaged bytes in the database. The program reports them in words, shows only texts that were stored, and a backup
// restores everything.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Random } from '../random.ts';
import { type Agent, type Call, Refused, startAgent } from './agent.ts';
import { runCommand, startCommand } from './command.ts';
import { factOf, observe } from './facts.ts';
import { inspect } from './look.ts';
import { createPlace, type Place } from './place.ts';
import { roughness } from './roughness.ts';
import type { Tally } from './tally.ts';
import { World } from './world.ts';

const MEMORIES = 80;
const TIMEOUT_MS = 10_000;
const PAGE = 4096;

const Listed = z.object({ memories: z.array(z.object({ content: z.string() })) });

export async function damagedFiles(tally: Tally, random: Random, count: number): Promise<void> {
  const whole = new World(random.fork());
  try {
    const agent = await startAgent('stdio', whole.place);
    for (let i = 0; i < MEMORIES; i++) {
      const { name, text } = whole.texts.fresh('m');
      await agent.call('store_memory', { content: text });
      whole.ledger.acknowledge(new Map([[`memory ${name}`, text]]));
    }
    await agent.close();
    whole.adopt();
    tally.acknowledged += MEMORIES;
    const backup = join(whole.place.backups, 'before.db');
    const { code, stderr } = await runCommand(whole.place, 'backup', backup);
    if (code !== 0) throw new Error(`the backup failed: ${stderr}`);
    for (let i = 0; i < count; i++) await damage(whole, backup, tally, random);
  } finally {
    whole.place.remove();
  }
}

async function damage(whole: World, backup: string, tally: Tally, random: Random): Promise<void> {
  const place = createPlace();
  try {
    copyFileSync(whole.place.database, place.database);
    const what = spoil(place.database, random);
    const isHarmed = differs(place, whole);
    const texts = new Map([...whole.ledger.expected].filter(([fact]) => fact.startsWith('memory ')));
    const wrong = [...(await readAll(place, texts)), ...(await diagnose(place, isHarmed))];
    const restored = await startCommand(place, ['restore', backup, '--yes'], 6 * TIMEOUT_MS).ended;
    wrong.push(...roughness('restore', restored));
    tally.operations += 3;
    if (restored.code === 0) {
      const back = new World(random, place);
      back.ledger.acknowledge(new Map([...whole.ledger.expected].filter(([fact]) => !fact.startsWith('backup '))));
      tally.blame(`restored after ${what}`, back.examine());
    } else wrong.push(`restore failed: ${restored.stderr.trim()}`);
    tally.blame(what, { wrong });
  } finally {
    place.remove();
  }
}

/** Damages bytes, a page or a run of pages; returns a description. */
function spoil(file: string, random: Random): string {
  const bytes = readFileSync(file);
  const pages = bytes.length / PAGE;
  // The first page is read by everything; it gets its turn like any other.
  const at = () => random.int(0, pages - 1) * PAGE;
  const way = random.pick(['bytes', 'zeros', 'swap', 'cut']);
  if (way === 'bytes')
    for (let i = random.int(1, 40); i > 0; i--) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
  if (way === 'zeros') bytes.fill(0, ...((start: number): [number, number] => [start, start + PAGE])(at()));
  if (way === 'swap') {
    const [one, other] = [at(), at()];
    const kept = Buffer.from(bytes.subarray(one, one + PAGE));
    bytes.copy(bytes, one, other, other + PAGE);
    kept.copy(bytes, other);
  }
  writeFileSync(file, way === 'cut' ? bytes.subarray(0, random.int(PAGE, bytes.length)) : bytes);
  return (
    { bytes: 'flipped bytes', zeros: 'a page of zeros', swap: 'swapped pages', cut: 'a file cut short' }[way] ?? way
  );
}

/** Whether SQLite or a reader of all texts would notice. */
function differs(place: Place, whole: World): boolean {
  try {
    if (inspect(place.database).length > 0) return true;
    const { facts } = observe(place);
    return [...whole.ledger.expected].some(([fact, value]) => !fact.startsWith('backup ') && facts.get(fact) !== value);
  } catch {
    return true;
  }
}

/** Reads everything that a server returns from a damaged file, and reports what it must not return. */
async function readAll(place: Place, texts: ReadonlyMap<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  const agent = await startAgent('stdio', place).catch((error: unknown) => {
    wrong.push(...roughness('a server on a damaged file', { stderr: String(error) }));
    return null;
  });
  if (!agent) return wrong;
  // A file that cannot be opened is refused with the reason, and the server ends.
  const refusal = await agent.call('get_status').then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.message : agent.stderr()),
  );
  if (refusal !== null) {
    await agent.kill('SIGKILL');
    return roughness('a server on a damaged file', { stderr: refusal, stdout: agent.stderr() });
  }
  const timed = timely(agent, wrong);
  for (let offset = 0; offset < texts.size; offset += 20) {
    const answer = await timed('list_memories', { limit: 20, offset });
    for (const { content } of Listed.safeParse(answer).data?.memories ?? []) {
      if (texts.get(factOf(content)) !== content)
        wrong.push(`a text that nobody stored: ${JSON.stringify(content.slice(0, 100))}`);
    }
  }
  await timed('search_text', { query: 'harbour lantern' });
  await timed('search', { query: 'where do the ships lie' });
  await timed('store_memory', { content: 'Written into a damaged file.' });
  const code = await Promise.race([agent.close(), delay(TIMEOUT_MS, 'late' as const)]);
  if (code === 'late') wrong.push('the server does not end');
  await agent.kill('SIGKILL');
  wrong.push(...roughness('a server on a damaged file', { stderr: agent.stderr() }));
  return wrong;
}

/** Calls must answer in time; null for refused ones. */
function timely(agent: Agent, wrong: string[]): (...call: Parameters<Call>) => Promise<unknown> {
  return async (tool, input) => {
    const late = delay(TIMEOUT_MS, 'late' as const);
    const answer = await Promise.race([agent.call(tool, input), late]).catch((error: unknown) => {
      if (!(error instanceof Refused)) wrong.push(`${tool} ended the server: ${String(error).slice(0, 300)}`);
      else wrong.push(...roughness(tool, { stderr: error.message }));
      return null;
    });
    if (answer === 'late') wrong.push(`${tool} did not answer within ${TIMEOUT_MS} ms`);
    return answer;
  };
}

async function diagnose(place: Place, isHarmed: boolean): Promise<string[]> {
  const doctor = await startCommand(place, ['doctor'], TIMEOUT_MS * 3).ended;
  const missed = isHarmed && doctor.code === 0 ? [`doctor finds nothing: ${doctor.stdout}`] : [];
  return [...roughness('doctor', doctor), ...missed];
}
