// The procedures for CALL, all of them read-only.
import { INTEGER, STRING, type StaticType } from '../values/static-type.ts';
import type { CypherValue } from '../values/value.ts';
import type { GraphView } from './graph-view.ts';

export interface Procedure {
  readonly columns: readonly { readonly name: string; readonly type: StaticType }[];
  readonly rows: (view: GraphView) => Promise<CypherValue[][]>;
}

const counts = (known: ReadonlyMap<string, number>): CypherValue[][] =>
  [...known]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => [name, count]);

export const procedures: ReadonlyMap<string, Procedure> = new Map<string, Procedure>([
  [
    'db.labels',
    {
      columns: [
        { name: 'label', type: STRING },
        { name: 'count', type: INTEGER },
      ],
      rows: async (view) => counts((await view.schema()).labels),
    },
  ],
  [
    'db.relationshiptypes',
    {
      columns: [
        { name: 'relationshipType', type: STRING },
        { name: 'count', type: INTEGER },
      ],
      rows: async (view) => counts((await view.schema()).types),
    },
  ],
  [
    'db.propertykeys',
    {
      columns: [{ name: 'propertyKey', type: STRING }],
      rows: async (view) => (await view.schema()).propertyKeys.toSorted().map((key) => [key]),
    },
  ],
]);
