import { describe, expect, it } from 'vitest';
import { compare } from './indexing.ts';

const listed = (path: string, content: string) => ({ path, content, bytes: 1 });
const known = (id: number, path: string, content: string, visible = true) => ({
  id,
  path,
  content,
  visible,
  language: 'go',
});

describe('an index run', () => {
  it('reads new and changed files, and drops deleted and replaced ones', () => {
    const files = [listed('same', 'a'), listed('changed', 'b2'), listed('new', 'c')];
    const index = [known(1, 'same', 'a'), known(2, 'changed', 'b1'), known(3, 'gone', 'd')];
    expect(compare(files, index)).toEqual({
      read: [listed('changed', 'b2'), listed('new', 'c')],
      gone: [2, 3],
      stale: [],
    });
  });

  it('uses files read by an interrupted run, unless they have changed again', () => {
    const files = [listed('ready', 'a2'), listed('again', 'b3')];
    const index = [
      known(1, 'ready', 'a1'),
      known(2, 'ready', 'a2', false),
      known(3, 'again', 'b1'),
      known(4, 'again', 'b2', false),
    ];
    expect(compare(files, index)).toEqual({ read: [listed('again', 'b3')], gone: [1, 3], stale: [4] });
  });

  it('keeps the visible file if a change was reverted before the run finished', () => {
    const index = [known(1, 'back', 'a1'), known(2, 'back', 'a2', false)];
    expect(compare([listed('back', 'a1')], index)).toEqual({ read: [], gone: [], stale: [2] });
  });
});
