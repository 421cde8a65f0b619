// Reads what user and agent said from the session transcript of Claude Code or Codex. Skips tool results, file
// contents, what hooks injected and what the client itself added.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';
import { invalid } from '../../errors.ts';

export type Entry =
  | { readonly kind: 'user' | 'agent'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string };

export interface Transcript {
  /** What was added since the last read. */
  readonly entries: readonly Entry[];
  /** Earlier entries that contain private text; they are looked for when asked for. */
  earlier(): readonly Entry[];
  /** The offset to continue from. */
  readonly end: number;
}

/** If a session wrote more than this since the last read, only the end is read. */
const MAX_BYTES = 16_000_000;
/** Clients write far fewer lines into that; if there are more, only the last are read. */
const MAX_LINES = 20_000;
/** `<private`, or letters of it as JSON may escape them. */
const MAYBE_PRIVATE = /<private|\\u00(?:3c|[4-7])/i;
/** The kinds of lines that say something. */
const TELLS = /"(?:user|assistant|response_item)"/;

const Block = z.object({ type: z.string(), text: z.string().optional(), name: z.string().optional() });
type Block = z.infer<typeof Block>;

const ClaudeLine = z.object({
  type: z.enum(['user', 'assistant']),
  isSidechain: z.boolean().default(false),
  isMeta: z.boolean().default(false),
  isCompactSummary: z.boolean().default(false),
  message: z.object({ content: z.union([z.string(), z.array(Block)]) }),
});

const CodexLine = z.object({
  type: z.literal('response_item'),
  payload: z.object({
    type: z.string(),
    role: z.string().optional(),
    name: z.string().optional(),
    content: z.array(Block).optional(),
    internal_chat_message_metadata_passthrough: z
      .object({ content_item_kinds: z.array(z.string()).optional() })
      .optional(),
  }),
});

const Line = z.discriminatedUnion('type', [CodexLine, ClaudeLine]);

/** Reads this session's transcript from that offset. Clients name the file after the session: another's is refused. */
export async function readTranscript(path: string, session: string, from: number): Promise<Transcript> {
  const name = basename(path);
  if (!name.endsWith('.jsonl') || !name.includes(session))
    throw invalid(
      'The transcript belongs to another session.',
      'Set transcript_path to a .jsonl file whose name contains the session_id.',
    );
  const { bytes, start } = await readEnd(path);
  // A file that was rewritten is read from its start.
  const place = from > start + bytes.length ? start : Math.max(from, start);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const split = Math.min(place - start, end);
  return {
    entries: entriesOf(linesOf(bytes.subarray(split, end))),
    earlier: () =>
      entriesOf(linesOf(bytes.subarray(0, split)).filter((line) => MAYBE_PRIVATE.test(line))).filter(isPrivate),
    end: start + end,
  };
}

async function readEnd(path: string): Promise<{ bytes: Buffer; start: number }> {
  // Without O_NONBLOCK, opening a pipe would wait for ever.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw invalid(
      'The transcript does not exist.',
      'Set transcript_path to the file that the client writes for this session.',
    );
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw invalid('The transcript is not a file.');
    const start = Math.max(0, stat.size - MAX_BYTES);
    const buffer = Buffer.alloc(stat.size - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return { bytes: buffer.subarray(0, bytesRead), start };
  } finally {
    await file.close();
  }
}

/** No file can have a name with a NUL character. */
const NO_FILE: readonly unknown[] = ['ENOENT', 'ERR_INVALID_ARG_VALUE'];
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_FILE.includes(error.code);

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n');

const entriesOf = (lines: readonly string[]): Entry[] =>
  lines
    .filter((line) => TELLS.test(line))
    .slice(-MAX_LINES)
    .flatMap(readLine);

const isPrivate = (entry: Entry): boolean => entry.kind !== 'tool' && /<private/i.test(entry.text);

function readLine(line: string): Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const { data } = Line.safeParse(value);
  if (data === undefined) return [];
  return data.type === 'response_item' ? fromCodex(data) : fromClaude(data);
}

function fromClaude({ type, isSidechain, isMeta, isCompactSummary, message }: z.infer<typeof ClaudeLine>): Entry[] {
  // Sub-agent messages, text the client wrote in the user's name, and summaries of an earlier part.
  if (isSidechain || isMeta || isCompactSummary) return [];
  const blocks: Block[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  const kind = type === 'user' ? 'user' : 'agent';
  return blocks.flatMap(({ type, text, name }): Entry[] => {
    if (type === 'text' && text !== undefined) return [{ kind, text }];
    return type === 'tool_use' && name !== undefined ? [{ kind: 'tool', name }] : [];
  });
}

function fromCodex({ payload }: z.infer<typeof CodexLine>): Entry[] {
  if (payload.type.endsWith('_call')) return [{ kind: 'tool', name: payload.name ?? payload.type }];
  if (payload.type !== 'message') return [];
  const kinds = payload.internal_chat_message_metadata_passthrough?.content_item_kinds;
  return (payload.content ?? []).flatMap(({ text = '' }, i): Entry[] => {
    if (payload.role === 'assistant') return [{ kind: 'agent', text }];
    // Codex also puts its environment and the project's instructions into user messages.
    const isTyped = kinds ? kinds[i] === 'user.text' : !/^\s*(?:<|# AGENTS\.md)/.test(text);
    return payload.role === 'user' && isTyped ? [{ kind: 'user', text }] : [];
  });
}
