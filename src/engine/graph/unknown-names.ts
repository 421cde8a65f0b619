// Reports relationship types, labels and properties that a query names and nothing has: they are usually misspelt.
import type { NamedParts, Plain } from '../../cypher/index.ts';
import { PROJECT_TYPES } from '../memories/project-types.ts';
import { EDGE } from '../model.ts';
import { isMisspelt } from '../text/spelling.ts';
import type { StoredNetwork } from './network.ts';
import { LABELS, PROPERTIES } from './nodes.ts';

const MAX_LISTED = 20;
/** Types that the engine gives: whoever asks for one has not misspelt it, even if no edge has it yet. */
const GIVEN_TYPES: ReadonlySet<string> = new Set(Object.values(EDGE));
/** The same for properties: those that the engine gives and the fields that types of memory know. */
const GIVEN_PROPERTIES: ReadonlySet<string> = new Set([
  ...PROPERTIES,
  ...Object.values(PROJECT_TYPES).flatMap(({ schema, calledBy, tells }) => [
    ...Object.keys(schema.shape),
    ...calledBy,
    ...Object.keys(tells),
  ]),
]);

/** A hint about what a query names and nothing has; null if it named nothing unknown. */
export async function hintsOn(
  network: Pick<StoredNetwork, 'edgeTypes' | 'metadataKeys'>,
  { types, labels, properties }: NamedParts,
  rows: readonly (readonly Plain[])[],
): Promise<string | null> {
  // With several rows only a type that may be misspelt is looked up; a single one may be a count of nothing.
  const asked = rows.length > 1 ? types.filter((type) => !GIVEN_TYPES.has(type)) : types;
  const hints = [
    await unknownTypes(network, asked),
    unknownLabels(labels),
    lacksValues(rows) ? await unknownProperties(network, properties) : null,
  ].filter((hint) => hint !== null);
  return hints.length > 0 ? hints.join(' ') : null;
}

/** A hint about requested types that no edge has; null if all are known. */
export async function unknownTypes(
  network: Pick<StoredNetwork, 'edgeTypes'>,
  asked: readonly string[],
): Promise<string | null> {
  if (asked.length === 0) return null;
  return hint('No relationship has the type', asked, await network.edgeTypes(), 'types');
}

/** Labels that nodes can have are known, even if none has them yet. */
const unknownLabels = (asked: readonly string[]): string | null =>
  hint('No node has the label', asked, LABELS, 'labels');

async function unknownProperties(
  network: Pick<StoredNetwork, 'metadataKeys'>,
  asked: readonly string[],
): Promise<string | null> {
  const odd = asked.filter((key) => !GIVEN_PROPERTIES.has(key));
  const stored = odd.length > 0 ? await network.metadataKeys() : null;
  return stored && hint('No node has the property', odd, [...new Set([...PROPERTIES, ...stored])], 'properties');
}

/** Whether there are no rows, or a column of nothing: a property that no node has is null. */
const lacksValues = (rows: readonly (readonly Plain[])[]): boolean =>
  rows.length === 0 || (rows[0] ?? []).some((_, column) => rows.every((row) => isNothing(row[column])));

const isNothing = (value: Plain | undefined): boolean =>
  value == null || value === 0 || (Array.isArray(value) && value.length === 0);

function hint(what: string, asked: readonly string[], known: readonly string[], kind: string): string | null {
  const unknown = [...new Set(asked)].filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const meant = known.filter((name) => unknown.some((each) => isMisspelt(each, name) || isBeginning(each, name)));
  const named = `${what} ${unknown.map(shown).join(', ')}`;
  return meant.length > 0
    ? `${named}; did you mean ${meant.toSorted().join(', ')}?`
    : `${named}; existing ${kind}: ${listed(known)}.`;
}

const MIN_BEGINNING = 3;
const isBeginning = (given: string, name: string): boolean => given.length >= MIN_BEGINNING && name.startsWith(given);

function listed(names: readonly string[]): string {
  const left = names.length - MAX_LISTED;
  const some = names.toSorted().slice(0, MAX_LISTED).join(', ');
  return names.length === 0 ? 'none' : left > 0 ? `${some} and ${left} more` : some;
}

/** In quotes if it is empty or could be read as something else. */
const shown = (name: string): string => (/^[\p{L}\p{N}_]+$/u.test(name) ? name : JSON.stringify(name));
