// What the commands print, as golden files: on a wide and a narrow screen, without colours, and in a pipe.
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import type { Waiting } from '../../engine/inbox/waiting.ts';
import type { Memory } from '../../engine/model.ts';
import type { Recalled } from '../../engine/retrieval/results.ts';
import type { LogEvent } from './events.ts';
import { itemOf, render as renderInbox } from './inbox.ts';
import { render as renderLog } from './log.ts';
import type { Screen } from './screen.ts';
import { render as renderSearch } from './search.ts';
import { render as renderShow } from './show.ts';
import { callsOf, type Frame, render as renderTop } from './top.ts';

const SCREENS: readonly (readonly [string, Screen])[] = [
  ['wide', { columns: 100, hasColours: true }],
  ['narrow', { columns: 40, hasColours: true }],
  ['no-colour', { columns: 80, hasColours: false }],
  ['piped', { columns: null, hasColours: false }],
];

const time = (text: string) => Date.parse(`${text}T00:00:00Z`);
const memory: Memory = {
  id: '06gy4mec020hdd2b4s35',
  row: 1,
  scope: { cube: null, user: null, project: 'shop', session: null },
  content: 'PostgreSQL 16 listens on port 6543 in staging,\nbecause 5432 is taken by the old cluster.',
  kind: 'semantic',
  type: 'design',
  label: null,
  tags: ['database', 'staging'],
  summary: null,
  importance: 0.5,
  metadata: { ticket: 'OPS-7', seen: 3 },
  eventTime: time('2026-01-10'),
  ingestionTime: time('2026-01-12'),
  updatedAt: time('2026-03-01'),
  validFrom: time('2026-01-10'),
  validUntil: time('2026-05-01'),
  invalidReason: 'The old cluster is gone.',
  supersededBy: null,
  accesses: 0,
  accessedAt: null,
  revision: 4,
};
const wide: Memory = {
  ...memory,
  id: '06gy4meg15hp6bjma5q5',
  type: null,
  content: '部署在星期二进行，从不在午餐之前。日本語の文字列も幅が広い。 \u001b[31mred\u001b[0m\u202e 🚀',
};
const EXCERPT = 'How the staging cluster is run\n[… 900 characters …]\nOld dumps are deleted after nine days.';
const long: Memory = {
  ...memory,
  id: '06gy4meg15hp6bjma5q7',
  content: `How the staging cluster is run\n${'Nobody asked about this sentence. '.repeat(90)}`,
  validUntil: null,
};
const recalled = {
  found: [
    {
      memory,
      score: 0.92,
      parts: { vector: 1, lexical: 0.23, graph: 0.5, exact: null, time: null, answer: 0.8, current: 0.9 },
      cosine: 0.71,
      coverage: 0.4,
      excerpt: null,
      replaces: null,
      changedBy: null,
      stale: null,
    },
    {
      memory: wide,
      score: 0.31,
      parts: { vector: 0.4, lexical: 0, graph: 0.1, exact: null, time: null, answer: null, current: null },
      cosine: null,
      coverage: 0,
      excerpt: null,
      replaces: null,
      changedBy: null,
      stale: 'src/db.ts has changed since.',
    },
    {
      memory: long,
      score: 0.3,
      parts: { vector: 0.4, lexical: 0, graph: 0.1, exact: null, time: null, answer: null, current: null },
      cosine: 0.3,
      coverage: 0,
      excerpt: EXCERPT,
      replaces: null,
      changedBy: null,
      stale: null,
    },
  ],
  walked: 12,
  confidence: 0.64,
  weak: false,
  note: 'The embedding model is not available: found by words and graph only.',
} satisfies Recalled;
const history = [
  { changedAt: time('2026-05-01'), before: { validUntil: null, invalidReason: null } },
  {
    changedAt: time('2026-03-01'),
    before: {
      content: 'PostgreSQL 16 listens on port 5433 in staging,\nbecause 5432 is taken by the old cluster.',
      tags: [],
    },
  },
];

const at = Date.parse('2026-07-01T09:30:00Z');
const happened: readonly LogEvent[] = [
  { what: 'write', at, who: 'local', action: 'memory.add', id: memory.id, text: memory.content, reason: null },
  { what: 'write', at, who: 'local', action: 'memory.add', id: long.id, text: long.content, reason: null },
  {
    what: 'write',
    at,
    who: 'local',
    action: 'memory.invalidate',
    id: memory.id,
    text: memory.content,
    reason: 'The old cluster is gone.',
  },
  {
    what: 'recall',
    id: '06gy4meg15hp6bjma5q6',
    at,
    who: 'local',
    client: 'claude-code',
    profile: 'hooks',
    tool: 'UserPromptSubmit',
    session: 's1',
    question: 'which port does the staging database listen on, and why is it not the usual one?',
    weak: false,
    tokens: 212,
    ms: 38.4,
    given: [
      {
        source: 'memory',
        id: memory.id,
        score: 0.92,
        parts: { meaning: 1, words: 0.23 },
        text: memory.content,
        outcome: 'read',
      },
      { source: 'memory', id: wide.id, score: 0, parts: {}, text: wide.content, outcome: 'shown' },
      { source: 'memory', id: '06gy4meg15hp6bjma5q9', score: 0, parts: {}, text: null, outcome: 'corrected' },
    ],
  },
  {
    what: 'recall',
    id: '06gy4meg15hp6bjma5q7',
    at,
    who: 'mira',
    client: null,
    profile: 'memory-mcp',
    tool: 'recall',
    session: null,
    question: 'favourite dish of the emperor',
    weak: true,
    tokens: 4,
    ms: 12,
    given: [],
  },
];
const waiting: readonly Waiting[] = [
  {
    id: 'proposal-06gy4meg15hp6bjma5q8',
    kind: 'proposal',
    at,
    reason: null,
    similarity: null,
    memory: null,
    other: null,
    proposal: {
      content: 'Always run the migrations with the role migrator, never as superuser.',
      kind: 'semantic',
      type: null,
      tags: ['rule'],
      by: 'local',
      source: 'claude-code, said by the user',
      cube: 'default',
      user: null,
      project: 'shop',
    },
  },
  {
    id: `pair-${memory.id}-${wide.id}`,
    kind: 'contradiction',
    at,
    reason: 'Both are about the same, and say different things.',
    similarity: 0.9,
    memory,
    other: wide,
    proposal: null,
  },
];
const recalls = [38, 41, 120].map((ms) => ({
  client: 'claude-code',
  who: 'local',
  tool: 'UserPromptSubmit',
  ms,
  tokens: 200,
}));
const frame: Frame = {
  at,
  memories: 10_234,
  servers: 2,
  waiting: 3,
  calls: callsOf([...recalls, { client: null, who: 'mira', tool: 'recall', ms: 12, tokens: 4 }]),
  searchMs: 41.2,
  writeMs: null,
  jobs: [{ kind: 'index shop', done: 812, total: 1200 }],
  latest: [{ at, client: 'claude-code', who: 'local', tool: 'recall', question: wide.content, ms: 38.4 }],
};

describe.each(SCREENS)('on a screen that is %s', (name, screen) => {
  const golden = (what: string) => `./expected/${what}-${name}.txt`;

  it('search shows what words, meaning and graph contributed to each result', async () => {
    await expect(renderSearch(screen, recalled, { explain: true })).toMatchFileSnapshot(golden('search'));
  });

  it('show draws the validity and shows each change as a difference', async () => {
    const stale = 'A later memory may have changed this: 06gy4meg15hp6bjma5q5';
    await expect(renderShow(screen, memory, history, time('2026-07-01'), stale)).toMatchFileSnapshot(golden('show'));
  });

  it('log lists writes and recalls with their reasons, and the outcome of each recalled memory', async () => {
    const text = happened.map((each) => `${renderLog(screen, each)}\n`).join('');
    await expect(text).toMatchFileSnapshot(golden('log'));
  });

  it('inbox shows what waits and how to decide', async () => {
    await expect(renderInbox(screen, waiting)).toMatchFileSnapshot(golden('inbox'));
  });

  it('top shows who recalls, how long it takes and which jobs run', async () => {
    await expect(renderTop(screen, frame)).toMatchFileSnapshot(golden('top'));
  });

  it('no line is wider than the screen, and no control character of a memory reaches the terminal', () => {
    const text = [
      renderSearch(screen, recalled),
      renderShow(screen, wide, [], time('2026-07-01'), null),
      ...happened.map((each) => renderLog(screen, each)),
      renderInbox(screen, waiting),
      renderTop(screen, frame),
    ].join('\n');
    const bare = stripVTControlCharacters(text);
    expect(text).not.toContain('\u001b[31mred');
    expect(text).not.toContain('\u202e');
    if (!screen.hasColours) expect(text).toBe(bare);
    const widths = bare.split('\n').map((line) => stringWidth(line));
    if (screen.columns !== null) expect(Math.max(...widths)).toBeLessThanOrEqual(screen.columns);
  });
});

describe.each(SCREENS)('of a long memory, on a screen that is %s', (_, screen) => {
  it('search shows the excerpt, and names the command that shows the whole', () => {
    const text = stripVTControlCharacters(renderSearch(screen, recalled));
    expect(text).toContain('Old dumps are deleted after nine days.');
    expect(text).not.toContain('Nobody asked');
    expect(text.replace(/\s+/g, ' ')).toContain('remanence show jma5q7');
  });

  it('log cuts the line and, where there is room, names the command that shows the whole', () => {
    const added = { what: 'write', at, who: 'local', action: 'memory.add', id: long.id, reason: null } as const;
    const lines = stripVTControlCharacters(renderLog(screen, { ...added, text: long.content })).split('\n');
    const last = lines.at(-1) ?? '';
    expect(stringWidth(last)).toBeLessThanOrEqual(screen.columns ?? 200);
    expect(last).toMatch(screen.columns === 40 ? /…$/ : /… \(remanence show jma5q7\)$/);
  });
});

it('show tells the times of a memory that began and ended on the same day', () => {
  const ended = { ...memory, validFrom: time('2026-05-01'), validUntil: time('2026-05-01') + 3_600_000 };
  const text = renderShow({ columns: null, hasColours: false }, ended, [], time('2026-07-01'), null);
  expect(text).toMatch(/valid from 2026-05-01T00:00\S* until 2026-05-01T01:00\S*, learned 2026-\d\d-\d\d\n/);
});

describe('in the inbox, of pairs that share a memory', () => {
  const [a, b, old] = ['06gy4mec020hdd2b4s35', '06gy4mec020hdd2b4s36', '06gy4meg15hp6bjma5q5'];
  const pairs = [{ id: `pair-${a}-${old}` }, { id: `pair-${b}-${old}` }];

  it.each(['2b4s36', '2b4s36-jma5q5', `pair-${b}-${old}`, `${b}-${old}`.toUpperCase()])('%s selects one', (text) => {
    expect(itemOf(pairs, text)).toBe(pairs[1]);
  });

  it('the shared id selects none, and the error lists both', () => {
    expect(() => itemOf(pairs, 'jma5q5')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(pairs.map(({ id }) => id).join(', ')) }),
    );
    expect(() => itemOf(pairs, '')).toThrow('No id in the inbox');
  });
});

it('top counts one memory and one server in the singular', () => {
  const text = renderTop({ columns: null, hasColours: false }, { ...frame, memories: 1, servers: 1 });
  expect(text).toMatch(/^1 memory {2}.*\n1 server, 3 in the inbox\n/);
});
