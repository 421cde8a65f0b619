// Row-level security by cube: every method that takes a reach, with its own cube condition removed from the SQL.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScopeFilter } from '../../engine/access/actor.ts';
import { newId } from '../../engine/ids.ts';
import { byId } from '../../engine/memories/trace.ts';
import type { Store } from '../../engine/ports.ts';
import { file } from '../suites/code-fixture.ts';
import { MODEL, memory, mention, NOW, NOWHERE, vector, weighed } from '../suites/store-fixture.ts';
import { openBareStore, withoutCubes } from './server/fixture-bare.ts';
import { testOpening } from './server/fixture-database.ts';
import { openPostgresStore } from './store.ts';

/** What the calls below refer to. */
interface Stored {
  readonly mine: { readonly id: string; readonly row: number; readonly entity: string; readonly entityRow: number };
  readonly theirs: Stored['mine'];
  readonly project: number;
  readonly binned: string;
  readonly proposal: string;
}

type Call = (store: Store, within: ScopeFilter, stored: Stored) => Promise<unknown>;

const search = (within: ScopeFilter) => ({ within, validAt: NOW + 10 });
const page = (within: ScopeFilter) => ({ within, limit: 50 });
const FIRST = { after: null, limit: 50 };
/** A cube that does not exist, so that a call that deletes can be made twice. */
const elsewhere = ({ cubes }: ScopeFilter): ScopeFilter => (cubes === undefined ? {} : { cubes: ['nobody'] });

/** One call for each method that takes a reach. */
const CALLS: Readonly<Record<string, Call>> = {
  'memories.get': (store, within, { theirs }) => store.memories.get(theirs.id, within),
  'memories.list': (store, within) => store.memories.list({ ...page(within), offset: 0 }),
  'memories.page': (store, within) => store.memories.page({ ...page(within), after: null }),
  'memories.knownAt': (store, within) => store.memories.knownAt({ ...page(within), after: null }, NOW + 10),
  'memories.earliest': (store, within) => store.memories.earliest(within),
  'memories.names': (store, within) => store.memories.names(within),
  'memories.count': (store, within) => store.memories.count(within),
  'memories.replacedBy': (store, within, { mine }) => store.memories.replacedBy([mine.row], within),
  'memories.types': (store, within) => store.memories.types(within),
  'memories.counts': (store, within) => store.memories.counts(within),
  'forgetting.discarded': (store, within) => store.forgetting.discarded(within),
  'forgetting.binned': (store, within, { binned }) => store.forgetting.binned(binned, within),
  'forgetting.mergedInBin': async (store, within) => [...(await store.forgetting.mergedInBin(within))],
  'forgetting.bin': (store, within) => store.forgetting.bin(within, null, 50),
  'forgetting.idsEnding': (store, within, { theirs }) => store.forgetting.idsEnding(theirs.id.slice(-6), within),
  'forgetting.texts': (store, within, { theirs }) => store.forgetting.texts(theirs.id, within),
  'forgetting.idsOf': (store, within, { theirs }) => store.forgetting.idsOf(theirs.id, within),
  'trace.named': (store, within, { theirs }) => store.trace.named([byId(theirs.id)], search(within)),
  'trace.edges': (store, within, { mine }) => store.trace.edges([mine.row], 'both', search(within)),
  'search.nearest': (store, within) => store.search.nearest(vector(0), search(within), 50),
  'search.withAny': (store, within) => store.search.withAny(['harbour'], search(within), 50),
  'search.matching': (store, within) => store.search.matching(weighed('harbour'), search(within), 50),
  'search.holding': (store, within) => store.search.holding([{ text: 'harbour', terms: ['harbour'] }], search(within)),
  'search.statistics': (store, within) => store.search.statistics(['harbour'], within),
  'search.notedIn': (store, within) => store.search.notedIn({ from: 0, until: NOW + 10 }, search(within), 50),
  'search.lineage': (store, within, { mine, theirs }) =>
    store.search.lineage([mine.row, theirs.row], search(within), { steps: 5, most: 3 }),
  'search.permitted': (store, within, { mine, theirs }) =>
    store.search.permitted([mine.row, theirs.row], search(within)),
  'frontier.edges': (store, within, { mine, theirs }) =>
    store.frontier.edges(
      { memories: [mine.row, theirs.row], entities: [mine.entityRow, theirs.entityRow] },
      50,
      search(within),
    ),
  'graph.entity': (store, within, { theirs }) => store.graph.entity(theirs.entity, within),
  'graph.entitiesByKey': (store, within) => store.graph.entitiesByKey(['lighthouse'], within),
  'graph.relations': (store, within, { theirs }) =>
    store.graph.relations([theirs.entityRow], 'both', { validAt: NOW + 10 }, within),
  'graph.memoriesNaming': (store, within, { theirs }) =>
    store.graph.memoriesNaming(theirs.entityRow, search(within), 50),
  'knowledge.newest': (store, within) => store.knowledge.newest(within, 50),
  'knowledge.withoutVector': (store, within) => store.knowledge.withoutVector({ ...MODEL, name: 'x' }, within, 50),
  'knowledge.nearest': (store, within) => store.knowledge.nearest(vector(3), MODEL, within, 50),
  'knowledge.holding': (store, within) => store.knowledge.holding(['queue'], within, 50),
  'knowledge.declaredWith': (store, within) => store.knowledge.declaredWith(['que'], within, 50),
  'code.projects.list': (store, within) => store.code.projects.list(within),
  'code.links.naming': (store, within) => store.code.links.naming({ ...page(within), at: NOW + 10, after: null }),
  'code.links.at': (store, within, { project }) => store.code.links.at(project, 'a.go', within, 50),
  'code.links.counts': (store, within, { project }) => store.code.links.counts(project, ['a.go'], within),
  'inbox.pairs': (store, within) => store.inbox.pairs('duplicate', { ...page(within), at: NOW + 10, after: null }),
  'inbox.pair': (store, within, { mine, theirs }) => store.inbox.pair([theirs.id, mine.id], within),
  'inbox.countPairs': (store, within) => store.inbox.countPairs('duplicate', within, NOW + 10),
  'inbox.successors': async (store, within, { theirs }) => [
    ...(await store.inbox.successors([theirs.row], within, NOW + 10)),
  ],
  'inbox.proposals': (store, within) => store.inbox.proposals(within, null, 50),
  'inbox.proposal': (store, within, { proposal }) => store.inbox.proposal(proposal, within),
  'inbox.countProposals': (store, within) => store.inbox.countProposals(within),
  'access.figures': (store, within) => store.access.figures('theirs', within, null),
  'access.holds': (store, within) => store.access.holds('theirs', within),
  'normalising.valid': (store, within) => store.normalising.valid(within, NOW + 10, 0, 50),
  'normalising.unembedded': (store, within) => store.normalising.unembedded(within, 50),
  'normalising.expired': (store, within) => store.normalising.expired(within, NOW + 10),
  'transfer.memories': (store, within) => store.transfer.memories({ ...page(within), after: '', passages: true }),
  'transfer.relationships': (store, within) => store.transfer.relationships({ ...page(within), after: null }),
  'transfer.entities': (store, within) => store.transfer.entities({ ...page(within), after: '' }),
  'transfer.relations': (store, within) => store.transfer.relations({ ...page(within), after: '' }),
  'transfer.observations': (store, within) => store.transfer.observations({ ...page(within), after: 0 }),
  'transfer.pairs': (store, within) => store.transfer.pairs({ ...page(within), after: 0 }),
  'activity.since': (store, within) =>
    store.activity.since({ after: 0, until: Number.MAX_SAFE_INTEGER, at: 0 }, within),
  'network.nodes': (store, within) => store.network(search(within)).nodes({ labels: [] }, 'all', FIRST),
  'network.nodesById': (store, within, { theirs }) => {
    const network = store.network(search(within));
    return network.nodesById([network.idOf('memory', theirs.row), network.idOf('entity', theirs.entityRow)], 'all');
  },
  'network.edges': (store, within, { mine }) => {
    const network = store.network(search(within));
    return network.edges([network.idOf('memory', mine.row)], 'both', null);
  },
  'network.edgesOfType': (store, within) => store.network(search(within)).edgesOfType(null, FIRST),
  'network.schema': (store, within) => store.network(search(within)).schema(),
  'network.edgeTypes': (store, within) => store.network(search(within)).edgeTypes(),
  'network.metadataKeys': (store, within) => store.network(search(within)).metadataKeys(),
  // Methods that write come last and name what belongs to the other cube.
  'transfer.relate': (store, within, { mine, theirs }) =>
    store.transfer.relate({ type: 'USES', from: theirs.id, to: mine.id, createdAt: NOW }, within),
  'transfer.relateEntities': (store, within, { mine, theirs }) =>
    store.transfer.relateEntities({ ...relation(theirs.entity, mine.entity), memory: null }, within),
  'transfer.observe': (store, within, { theirs }) =>
    store.transfer.observe({ entity: theirs.entity, text: 'glows', memory: null, createdAt: NOW }, within),
  'inbox.withdraw': (store, within, { proposal }) => store.inbox.withdraw(proposal, within, false),
  'forgetting.remove': (store, within, { binned }) => store.forgetting.remove(binned, within),
  'forgetting.discard': (store, within, { theirs }) => store.forgetting.discard(theirs.id, within, NOW + 5),
  'forgetting.removeBefore': (store, within) => store.forgetting.removeBefore(NOW + 10, { ...within, user: 'bob' }),
  'forgetting.reset': (store, within) => store.forgetting.reset(elsewhere(within), elsewhere(within)),
};

/** Behind the wall, what leads to another cube would look like an orphan and be deleted. */
const WITHOUT_WALL = ['normalising.orphans', 'normalising.apply'];

/** Stores a memory and merges it into the one with this id. */
async function mergeInto(store: Store, id: string, part: ReturnType<typeof memory>): Promise<void> {
  await store.memories.add([part]);
  const [into, merged] = [await store.memories.get(id, {}), await store.memories.get(part.id, {})];
  if (!into || !merged) throw new Error('not stored');
  const trace = { names: [byId(id)], claims: [] };
  const names = { mentions: [], phrases: [] };
  const merges = [{ before: into, after: into, conversation: null, trace, names, gone: [merged] }];
  await store.normalising.apply({ within: {}, at: NOW, merges, orphans: false, refreshed: [], expiry: 0 }, () => {});
}

const relation = (from: string, to: string) => ({
  id: newId(NOW),
  type: 'uses',
  from,
  to,
  weight: 1,
  createdAt: NOW,
  validFrom: NOW,
  validUntil: null,
});

async function furnish(store: Store): Promise<Stored> {
  await store.embeddings.adopt(MODEL);
  const made: Record<string, Stored['mine']> = {};
  const ids = { mine: newId(NOW), theirs: newId(NOW) };
  for (const [cube, id] of Object.entries(ids)) {
    const scope = { ...NOWHERE, cube, user: 'ada' };
    const [stored] = await store.memories.add([
      memory(`the harbour of ${cube}`, {
        id,
        scope,
        tags: [cube],
        eventTime: cube === 'mine' ? NOW : NOW - 5,
        validFrom: cube === 'mine' ? NOW : NOW - 5,
        mentions: [mention('Lighthouse', true)],
        trace: { names: [byId(id)], claims: [{ type: 'NEAR', from: byId(id), to: byId(ids.mine) }] },
        conversation: 'c',
      }),
    ]);
    const told = {
      id: newId(NOW),
      scope,
      key: `queue ${cube}`,
      name: `Queue ${cube}`,
      type: 'service',
      description: null,
      createdAt: NOW,
    };
    const entity = await store.knowledge.observe(told, [`queue of ${cube}`], stored?.row ?? null, NOW);
    await store.knowledge.addVectors(MODEL, [{ entity: entity.row, vector: vector(3) }]);
    made[cube] = { id, row: stored?.row ?? 0, entity: entity.id, entityRow: entity.row };
  }
  const { mine, theirs } = made;
  if (!mine || !theirs) throw new Error('not stored');
  const inTheirs = { ...NOWHERE, cube: 'theirs', user: 'ada' };
  const old = memory('the harbour of old', { scope: inTheirs, validUntil: NOW + 1, supersededBy: mine.id });
  const gone = memory('the harbour that is gone', { scope: inTheirs });
  const plain = memory('no vector yet', { scope: inTheirs, passages: [{ terms: 'late', vector: null }] });
  const other = memory('of bob', { scope: { ...inTheirs, user: 'bob' }, metadata: { harbour: 'north' } });
  const later = memory('said later', { scope: { ...inTheirs, cube: 'mine' } });
  await store.memories.add([old, gone, plain, other]);
  const [three] = await store.memories.add([later]);
  await mergeInto(store, gone.id, memory('a part of it', { scope: inTheirs }));
  await store.forgetting.discard(gone.id, {}, NOW + 2);
  await store.graph.relate(relation(theirs.entity, mine.entity));
  await store.transfer.relate({ type: 'DEPENDS_ON', from: theirs.id, to: mine.id, createdAt: NOW }, {});
  const project = await store.code.projects.declare({
    scope: inTheirs,
    root: '/shop',
    names: ['shop'],
    createdAt: NOW,
  });
  await store.code.index.add(project.id, [file('a.go', ['Alpha'])]);
  await store.code.index.publish(project.id, { gone: [], commit: 'abc', at: NOW });
  await store.code.links.add(
    [mine, theirs].map(({ row }) => ({
      memory: row,
      project: project.id,
      path: 'a.go',
      container: null,
      symbol: null,
      digest: 'x',
    })),
  );
  const [one] = await store.memories.byRows([theirs.row]);
  const [two] = await store.memories.byRows([mine.row]);
  if (one && two && three)
    await store.inbox.note([
      { kind: 'duplicate', memory: one, other: two, similarity: 0.9, foundAt: NOW },
      { kind: 'contradiction', memory: three, other: one, similarity: 0.6, foundAt: NOW },
    ]);
  const proposal = newId(NOW);
  await store.inbox.propose(
    {
      id: proposal,
      scope: inTheirs,
      content: 'maybe',
      kind: 'semantic',
      type: null,
      tags: [],
      metadata: {},
      by: 'ada',
      source: 'x',
      proposedAt: NOW,
    },
    'd',
  );
  return { mine, theirs, project: project.id, binned: gone.id, proposal };
}

/** Maps and sets as arrays. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, each: unknown) =>
      each instanceof Map || each instanceof Set ? [...each] : each,
    ),
  );

export const cubeWallSuite = () =>
  describe('the wall around the cubes of a confined caller', () => {
    const tenant = randomUUID();
    const MINE = { cubes: ['mine'] };
    let store: Store;
    let bare: Store;
    let stored: Stored;

    beforeAll(async () => {
      store = await openPostgresStore(await testOpening(tenant));
      bare = await openBareStore(await testOpening(tenant), withoutCubes);
      stored = await furnish(store);
    });
    afterAll(async () => {
      for (const each of [store, bare]) await each.close();
    });

    it.each(Object.keys(CALLS))('confines %s without its own condition', async (name) => {
      const call = CALLS[name];
      const held = plain(await call?.(bare, MINE, stored));
      expect(held).toEqual(plain(await call?.(store, MINE, stored)));
      // An unconfined call must show more, or the test proves nothing.
      expect(plain(await call?.(store, {}, stored))).not.toEqual(held);
    });

    it('is tested for every method that takes a reach', () => {
      const folders = readdirSync('src/engine', { withFileTypes: true }).filter((each) => each.isDirectory());
      const sources = folders
        .filter(({ name }) => readdirSync(`src/engine/${name}`).includes('ports.ts'))
        .map(({ name }) => readFileSync(`src/engine/${name}/ports.ts`, 'utf8'));
      const methods = sources.flatMap((source) =>
        [...source.matchAll(/^ {2}(\w+)\(((?:[^()]|\([^()]*\))*)\): Promise/gm)]
          .filter(([, , input = '']) =>
            /within|filter: |page: MemoryPage|PairPage|query: (?:Memory|Transfer)Query|NormalisePlan/.test(input),
          )
          .filter(([, , input = '']) => !input.includes('CodeFilter'))
          .map(([, name = '']) => name),
      );
      const known = [...Object.keys(CALLS), ...WITHOUT_WALL].map((path) => path.slice(path.lastIndexOf('.') + 1));
      expect(methods.length).toBeGreaterThan(50);
      expect(methods.filter((method) => !known.includes(method))).toEqual([]);
    });
  });
