import { describe, expect, it } from 'vitest';
import { tokens } from '../retrieval/budget.ts';
import { promptOf } from './prompt.ts';

const memories = Array.from({ length: 10 }, (_, i) => ({
  id: `mem_${i}`,
  cube: 'default',
  content: 'word '.repeat(5000),
  remark: null,
}));
const history = Array.from({ length: 20 }, (_, i) => ({
  role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: 'said '.repeat(400),
}));
const sizeOf = ({ system, turns }: ReturnType<typeof promptOf>): number =>
  tokens(system) + turns.reduce((sum, { content }) => sum + tokens(content), 0);

describe('a prompt', () => {
  it.each([2048, 4096, 8192, 32_768])('fits, with its answer, into a context of %i tokens', (context) => {
    const prompt = promptOf('And the ferry?', memories, history, { tokens: 4000, context });
    expect(prompt.maxTokens).toBe(Math.min(4000, context / 2));
    expect(sizeOf(prompt) * 1.3).toBeLessThan(context - prompt.maxTokens);
    const last = prompt.turns.at(-1)?.content ?? '';
    expect(last.match(/"id":"mem_\d"/g)).toHaveLength(10);
    expect(last.endsWith('</memories>\n\nAnd the ferry?')).toBe(true);
  });

  it('for a model without a known context limit is cut to a fixed budget', () => {
    const prompt = promptOf('And the ferry?', memories, history, { tokens: 4000, context: null });
    expect(prompt.maxTokens).toBe(4000);
    expect(sizeOf(prompt)).toBeGreaterThan(7000);
    expect(sizeOf(prompt)).toBeLessThan(8000);
  });
});
