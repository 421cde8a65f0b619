// Memories as an earlier version stored them, which took `C++` and `C` for one name; and what they are tied to after an upgrade.
import { expect } from 'vitest';
import { byId, type Trace, traceOf } from '../../engine/memories/trace.ts';
import type { Memory } from '../../engine/model.ts';
import type { Store } from '../../engine/ports.ts';
import { memory, now } from './store-fixture.ts';

const unsigned = (trace: Trace): Trace => JSON.parse(JSON.stringify(trace).replaceAll('c++', 'c'));

export async function addUnsigned(store: Store): Promise<Record<'plain' | 'signed' | 'user' | 'both', Memory>> {
  const add = async (name: string, dependencies: string[], related: readonly Memory[] = []): Promise<Memory> => {
    const fresh = memory(`The ${name}.`, { type: 'component', metadata: { name, dependencies } });
    const relations = related.map(({ id }) => ({ type: 'BY_HAND', from: byId(fresh.id), to: byId(id) }));
    const [stored] = await store.memories.add([{ ...fresh, trace: unsigned(traceOf(fresh)), relations }]);
    if (!stored) throw new Error('not stored');
    return stored;
  };
  const plain = await add('C', []);
  const signed = await add('C++', []);
  return { plain, signed, user: await add('gcc', ['C++'], [plain]), both: await add('clang', ['C', 'C++']) };
}

export async function expectSigned(
  store: Store,
  { plain, signed, user, both }: Awaited<ReturnType<typeof addUnsigned>>,
): Promise<void> {
  const leadsTo = async ({ row }: Memory) =>
    (await store.trace.edges([row], 'outgoing', now)).map(({ type, to }) => [type, to]);
  expect(await leadsTo(user)).toEqual([
    ['BY_HAND', plain.row],
    ['DEPENDS_ON', signed.row],
  ]);
  expect(await leadsTo(both)).toEqual([
    ['DEPENDS_ON', plain.row],
    ['DEPENDS_ON', signed.row],
  ]);
  const named = await store.trace.named([{ label: 'Component', key: 'c' }], now);
  expect(named.map(({ row }) => row)).toEqual([plain.row]);
}
