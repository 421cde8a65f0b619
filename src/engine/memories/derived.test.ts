import { expect, it } from 'vitest';
import { conversationOf } from './derived.ts';

const NOWHERE = { cube: null, user: null, project: null, session: null };

it('a conversation is named in the metadata, or else by the session', () => {
  expect(conversationOf({ thread_id: 't1' }, { ...NOWHERE, session: 's1' })).toBe('t1');
  expect(conversationOf({ thread_id: '' }, { ...NOWHERE, session: 's1' })).toBe('s1');
  expect(conversationOf({}, NOWHERE)).toBeNull();
});

it('a long name of a conversation is digested, always to the same', () => {
  const of = (name: string) => conversationOf({ conversation_id: name }, NOWHERE);
  expect(of('x'.repeat(5000))?.length).toBeLessThan(100);
  expect(of('x'.repeat(5000))).toBe(of('x'.repeat(5000)));
  expect(of('x'.repeat(5000))).not.toBe(of('x'.repeat(5001)));
});
