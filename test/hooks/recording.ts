// Scripted conversations as transcripts, as Claude Code 2.1.325 and Codex 0.166.0 write them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { fence } from '../../src/transports/hooks/fence.ts';
import { memoryOf } from '../memory.ts';

const MARK = /^(client|known|user|agent|tool \w+|result|summary|meta|command|aside|keep|secret): (.*)$/;
const PLANTED: Readonly<Record<string, string>> = {
  '%TOKEN%': `gh${'p_'}Zx81kQw7RtYuI0pLkJhGfDsAaQwErTy12345`,
  '%AWS%': `wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'zq7T'}2mLx4`,
};

interface Line {
  readonly mark: string;
  readonly text: string;
}

export interface Recording {
  readonly name: string;
  readonly client: 'claude-code' | 'codex';
  readonly lines: readonly Line[];
  /** What hooks gave this session. */
  readonly known: readonly string[];
  /** Contained in a proposal that is worth keeping. */
  readonly keep: readonly string[];
  /** Must never be kept. */
  readonly hidden: readonly string[];
}

export function readRecordings(folder: string): Recording[] {
  return readdirSync(folder)
    .sort()
    .map((file) => read(file.replace(/\.txt$/, ''), readFileSync(join(folder, file), 'utf8')));
}

function read(name: string, source: string): Recording {
  const filled = Object.entries(PLANTED).reduce((text, [mark, value]) => text.replaceAll(mark, value), source);
  const lines: Line[] = [];
  for (const line of filled.trimEnd().split('\n')) {
    const [, mark, text = ''] = MARK.exec(line) ?? [];
    const last = lines.at(-1);
    if (mark !== undefined) lines.push({ mark, text });
    else if (last) lines[lines.length - 1] = { ...last, text: `${last.text}\n${line}` };
  }
  const of = (mark: string) => lines.filter((line) => line.mark === mark).map(({ text }) => text);
  const privately = lines.flatMap(({ text }) =>
    [...text.matchAll(/<private>(.*?)<\/private>/gs)].map(([, span = '']) => span),
  );
  return {
    name,
    client: z.enum(['claude-code', 'codex']).parse(of('client')[0]),
    lines,
    known: of('known'),
    keep: of('keep'),
    hidden: [...of('secret'), ...privately],
  };
}

/** The transcript of a session in a folder, named and written like its client does. */
export function writeTranscript(recording: Recording, folder: string, session: string): string {
  mkdirSync(folder, { recursive: true });
  const name = recording.client === 'codex' ? `rollout-2026-11-15T18-03-28-${session}.jsonl` : `${session}.jsonl`;
  const written = recording.client === 'codex' ? codexLines(recording, session) : claudeLines(recording, session);
  const path = join(folder, name);
  writeFileSync(path, written.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const injected = (text: string): string =>
  fence(
    'Perhaps of use here:',
    [{ memory: memoryOf(text, { id: '06gy4mec020hdd2b4s35', importance: 0.5 }), stale: null }],
    400,
    0,
  )?.text ?? '';

function claudeLines({ lines }: Recording, sessionId: string): object[] {
  const base = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/dev/project',
    sessionId,
    version: '2.1.325',
    gitBranch: 'main',
  };
  const user = (content: unknown, more = {}) => ({
    ...base,
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const agent = (block: object, more = {}) => ({
    ...base,
    type: 'assistant',
    message: { id: 'msg_1', type: 'message', role: 'assistant', content: [block], stop_reason: 'end_turn' },
    ...more,
  });
  return lines.flatMap(({ mark, text }): object[] => {
    if (mark === 'user')
      return [
        { type: 'queue-operation', operation: 'enqueue', sessionId, content: text },
        user(text, { promptSource: 'typed' }),
        { type: 'last-prompt', lastPrompt: text, sessionId },
      ];
    if (mark === 'agent') return [agent({ type: 'text', text })];
    if (mark.startsWith('tool '))
      return [agent({ type: 'tool_use', id: 'toolu_1', name: mark.slice(5), input: JSON.parse(text) })];
    if (mark === 'result')
      return [
        user([{ tool_use_id: 'toolu_1', type: 'tool_result', content: text }], {
          toolUseResult: { file: { content: text } },
        }),
      ];
    if (mark === 'known') {
      const content = injected(text);
      const rendered = [
        { content: `<system-reminder>\nUserPromptSubmit hook additional context: ${content}\n</system-reminder>` },
      ];
      const attachment = {
        type: 'hook_additional_context',
        content: [content],
        hookName: 'UserPromptSubmit',
        hookEvent: 'UserPromptSubmit',
      };
      return [{ ...base, type: 'attachment', attachment, rendered, renderedRole: 'system' }];
    }
    if (mark === 'summary') return [user(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true })];
    if (mark === 'meta') return [user(text, { isMeta: true })];
    if (mark === 'aside') return [agent({ type: 'text', text }, { isSidechain: true })];
    if (mark === 'command') {
      const [name = '', ...words] = text.split(' ');
      return [
        user(
          `<command-message>${name.slice(1)}</command-message>\n<command-name>${name}</command-name>\n<command-args>${words.join(' ')}</command-args>`,
        ),
      ];
    }
    return [];
  });
}

function codexLines({ lines }: Recording, session: string): object[] {
  const message = (role: string, type: string, text: string, kind: string) => ({
    type: 'response_item',
    payload: {
      type: 'message',
      role,
      content: [{ type, text }],
      internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
    },
  });
  const begun = [
    {
      type: 'session_meta',
      payload: { session_id: session, id: session, cwd: '/home/dev/project', cli_version: '0.166.0' },
    },
    message(
      'developer',
      'input_text',
      '<permissions instructions>\nAlways ask. Remember that the sandbox is read-only.',
      'permissions.instructions',
    ),
    message(
      'user',
      'input_text',
      '<environment_context>\n  <cwd>/home/dev/project</cwd>\n</environment_context>',
      'environments.environment_context',
    ),
    message(
      'user',
      'input_text',
      '# AGENTS.md instructions\nAlways run make check before you commit.',
      'agents_md.instructions',
    ),
  ];
  return [
    ...begun,
    ...lines.flatMap(({ mark, text }): object[] => {
      if (mark === 'user')
        return [
          message('user', 'input_text', text, 'user.text'),
          {
            type: 'event_msg',
            payload: { type: 'item_completed', item: { type: 'UserMessage', content: [{ type: 'text', text }] } },
          },
        ];
      if (mark === 'agent')
        return [
          {
            type: 'event_msg',
            payload: { type: 'item_completed', item: { type: 'AgentMessage', content: [{ type: 'Text', text }] } },
          },
          message('assistant', 'output_text', text, 'unknown'),
        ];
      if (mark === 'known') return [message('developer', 'input_text', injected(text), 'hooks.additional_context')];
      if (mark.startsWith('tool '))
        return [
          {
            type: 'response_item',
            payload: { type: 'function_call', name: mark.slice(5), arguments: text, call_id: 'c1' },
          },
        ];
      if (mark === 'result')
        return [{ type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output: text } }];
      return [];
    }),
  ];
}
