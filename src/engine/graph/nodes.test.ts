import { expect, it } from 'vitest';
import { memory } from '../../stores/suites/store-fixture.ts';
import {
  entityProperties,
  fileProperties,
  LABELS,
  memoryLabels,
  memoryProperties,
  PROPERTIES,
  SYMBOL_LABELS,
  symbolProperties,
} from './nodes.ts';

it('every property and label of a node is known by name', () => {
  const full = memory('The gateway retries.', { type: 'component', label: 'net', tags: ['a'], validUntil: 5 });
  const place = { project: 'shop', path: 'src/a.ts', language: 'typescript' };
  const symbol = { ...place, kind: 'function', name: 'f', container: 'C', signature: 'f()', docstring: 'Does.' };
  const given = [
    memoryProperties({ ...full, row: 1, revision: 1, scope: { ...full.scope, user: 'ann', project: 'shop' } }),
    entityProperties({
      ...full,
      row: 1,
      createdAt: 1,
      name: 'Ann',
      type: 'person',
      description: 'Leads.',
      mentions: 1,
    }),
    fileProperties({ ...place, lines: 3 }),
    symbolProperties({ ...symbol, startLine: 1, endLine: 2 }),
  ];
  expect(new Set(given.flatMap(Object.keys))).toEqual(new Set(PROPERTIES));
  expect(LABELS).toEqual(expect.arrayContaining([...memoryLabels('component'), ...Object.values(SYMBOL_LABELS)]));
});
