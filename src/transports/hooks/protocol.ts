// How a plugin hook asks a running server: one line of JSON each way, then `DELIVERED` from a hook that has passed the
// answer on. plugin/hook.mjs speaks it, too.
import { basename } from 'node:path';
import * as z from 'zod';
import { Capture } from '../../config.ts';

/** Raised when an older server would misunderstand. */
export const PROTOCOL = 3;
export const DELIVERED = 'delivered\n';

export const HookEvent = z.enum([
  'session-start',
  'user-prompt-submit',
  'pre-tool-use',
  'stop',
  'pre-compact',
  'session-end',
]);
export type HookEvent = z.infer<typeof HookEvent>;

/** These read the transcript. */
export const CAPTURING: readonly HookEvent[] = ['stop', 'pre-compact', 'session-end'];

/** The fields of a client's event that are used. */
export const Payload = z.object({
  session_id: z.string().min(1).max(500),
  cwd: z
    .string()
    .min(1)
    .refine((path) => !path.includes('\u0000'), 'it must not contain a NUL character'),
  transcript_path: z.string().optional(),
  source: z.string().optional(),
  prompt: z.string().optional(),
  tool_input: z.object({ file_path: z.string().optional() }).optional(),
  stop_hook_active: z.boolean().optional(),
});
export type Payload = z.infer<typeof Payload>;

export const HookRequest = z.object({
  protocol: z.literal(PROTOCOL),
  event: HookEvent,
  payload: Payload,
  /** The user the session runs as. */
  user: z.string().optional(),
  /** The project, if it is not that of the folder. */
  project: z.string().min(1).optional(),
  capture: Capture.optional(),
});
export type HookRequest = z.infer<typeof HookRequest>;

/** How clients spell the event, and the token budget of the answer. */
export const EVENTS: Readonly<Record<HookEvent, { readonly name: string; readonly tokens: number }>> = {
  'session-start': { name: 'SessionStart', tokens: 800 },
  'user-prompt-submit': { name: 'UserPromptSubmit', tokens: 400 },
  'pre-tool-use': { name: 'PreToolUse', tokens: 200 },
  stop: { name: 'Stop', tokens: 0 },
  'pre-compact': { name: 'PreCompact', tokens: 0 },
  'session-end': { name: 'SessionEnd', tokens: 0 },
};

/** Codex names a transcript `rollout-TIME-SESSION.jsonl`, Claude Code `SESSION.jsonl`. */
export const clientOf = ({ transcript_path: path }: Payload): string | null =>
  path === undefined ? null : basename(path).startsWith('rollout-') ? 'codex' : 'claude-code';

/** What a client's session is told at an event. */
export interface Answer {
  /** Null if there is nothing to say. */
  readonly text: string | null;
  /** Called once the client has the text: only then it counts as given. */
  readonly delivered: () => void;
}

/** What the client reads from the hook; null if there is nothing to say. */
export function outputOf(event: HookEvent, text: string | null): object | null {
  if (text === null) return null;
  if (event === 'stop') return { decision: 'block', reason: text };
  return { hookSpecificOutput: { hookEventName: EVENTS[event].name, additionalContext: text } };
}
