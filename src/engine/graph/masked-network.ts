// A network whose ids hold encrypted row numbers, so that they do not reveal how much others have stored.
import type { Numbering } from '../access/numbers.ts';
import type { NetworkEdge, Page, StoredNetwork } from './network.ts';

export function withMaskedIds(network: StoredNetwork, numbering: Numbering): StoredNetwork {
  const show = (id: string) => renumbered(id, (kind, row) => numbering.show(kind, row));
  const read = (id: string) => renumbered(id, (kind, shown) => numbering.read(kind, shown));
  const node = <T extends { readonly id: string }>(each: T): T => ({ ...each, id: show(each.id) });
  const edge = (each: NetworkEdge): NetworkEdge => ({ ...node(each), from: show(each.from), to: show(each.to) });
  const after = (page: Page): Page => ({ ...page, after: page.after === null ? null : read(page.after) });
  return {
    idOf: (kind, row) => show(network.idOf(kind, row)),
    nodes: async (match, wanted, page) => (await network.nodes(match, wanted, after(page))).map(node),
    nodesById: async (ids, wanted) => (await network.nodesById(ids.map(read), wanted)).map(node),
    edges: async (nodes, direction, types) => (await network.edges(nodes.map(read), direction, types)).map(edge),
    edgesOfType: async (types, page) => (await network.edgesOfType(types, after(page))).map(edge),
    schema: () => network.schema(),
    edgeTypes: () => network.edgeTypes(),
    metadataKeys: () => network.metadataKeys(),
    countNodes: async (labels, by) => (await network.countNodes?.(labels, by)) ?? null,
  };
}

/** An id is a letter followed by numbers or names, separated by dots. */
function renumbered(id: string, number: (kind: `node ${string}`, row: number) => number): string {
  const parts = id.slice(1).split('.');
  return `${id[0]}${parts.map((part) => (/^\d+$/.test(part) ? number(`node ${id[0]}`, Number(part)) : part)).join('.')}`;
}
