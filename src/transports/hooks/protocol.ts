// What a hook of the plugin asks a running server, one line of JSON each way. plugin/hook.mjs speaks it, too.
import { z } from 'zod';

/** Grows when an older server would misunderstand. */
export const PROTOCOL = 1;

export const HookEvent = z.enum(['session-start', 'user-prompt-submit', 'pre-tool-use']);
export type HookEvent = z.infer<typeof HookEvent>;

/** What clients say of an event, as far as it is needed. */
export const Payload = z.object({
  session_id: z.string().min(1).max(500),
  cwd: z.string().min(1),
  source: z.string().optional(),
  prompt: z.string().optional(),
  tool_input: z.object({ file_path: z.string().optional() }).optional(),
});
export type Payload = z.infer<typeof Payload>;

export const HookRequest = z.object({
  protocol: z.literal(PROTOCOL),
  event: HookEvent,
  payload: Payload,
  /** In whose name the session runs. */
  user: z.string().optional(),
});
export type HookRequest = z.infer<typeof HookRequest>;

/** As clients spell the event, and what may be said at it. */
export const EVENTS: Readonly<Record<HookEvent, { readonly name: string; readonly tokens: number }>> = {
  'session-start': { name: 'SessionStart', tokens: 800 },
  'user-prompt-submit': { name: 'UserPromptSubmit', tokens: 400 },
  'pre-tool-use': { name: 'PreToolUse', tokens: 200 },
};

/** What the client reads from the hook; nothing where there is nothing to say. */
export const outputOf = (event: HookEvent, context: string | null): object | null =>
  context === null ? null : { hookSpecificOutput: { hookEventName: EVENTS[event].name, additionalContext: context } };
