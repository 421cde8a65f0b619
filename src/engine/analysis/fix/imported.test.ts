import { expect, it } from 'vitest';
import { importedBy } from './imported.ts';

it.each(['Handlers must not import `./*`.', 'Handlers must not import `*`.', 'Handlers must not import ./.'])(
  '%s names no module',
  (rule) => expect(importedBy(rule)).toBeNull(),
);

it('a rule names each of the modules that it forbids', () =>
  expect(importedBy('Route modules must not import `stripe` or `../db/pool`.')?.modules).toEqual([
    'stripe',
    'db/pool',
  ]));
