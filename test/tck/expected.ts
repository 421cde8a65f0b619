// Values in a feature's tables and values of a query, in one comparable notation.

import { Float } from '../../src/cypher/network.ts';
import { float, isNumeric, printNumber } from '../../src/cypher/values/numbers.ts';
import {
  CypherNode,
  CypherPath,
  CypherRelationship,
  type CypherValue,
  isList,
  isMap,
  labelsOf,
  propertiesOf,
} from '../../src/cypher/values/value.ts';

export interface Spelling {
  readonly ignoreListOrder: boolean;
}

const list = (items: readonly string[], { ignoreListOrder }: Spelling): string =>
  `[${(ignoreListOrder ? items.toSorted() : items).join(', ')}]`;

const map = (entries: readonly (readonly [string, string])[]): string =>
  entries.length === 0
    ? ''
    : `{${entries
        .map(([key, value]) => `${key}: ${value}`)
        .sort()
        .join(', ')}}`;

const element = (labels: readonly string[], properties: string): string =>
  [
    labels
      .map((label) => `:${label}`)
      .toSorted()
      .join(''),
    properties,
  ]
    .filter((part) => part !== '')
    .join(' ');

export function spell(value: CypherValue, spelling: Spelling): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (isNumeric(value)) return printNumber(value);
  if (isList(value))
    return list(
      value.map((item) => spell(item, spelling)),
      spelling,
    );
  if (value instanceof CypherNode) return `(${element(labelsOf(value), properties(value, spelling))})`;
  if (value instanceof CypherRelationship) return `[${element([value.edge.type], properties(value, spelling))}]`;
  if (value instanceof CypherPath) return spellPath(value, spelling);
  if (isMap(value)) return map(Object.entries(value).map(([key, item]) => [key, spell(item, spelling)])) || '{}';
  throw new Error('an unknown kind of value');
}

const properties = (value: CypherValue, spelling: Spelling): string =>
  map(
    Object.entries(propertiesOf(value) ?? {})
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, spell(item, spelling)]),
  );

function spellPath({ nodes, relationships }: CypherPath, spelling: Spelling): string {
  const parts = nodes.map((node, index) => {
    const relationship = relationships[index];
    if (!relationship) return spell(node, spelling);
    const link = spell(relationship, spelling);
    return spell(node, spelling) + (relationship.edge.from === node.id ? `-${link}->` : `<-${link}-`);
  });
  return `<${parts.join('')}>`;
}

/** A cell in the same notation. */
export function respell(cell: string, spelling: Spelling): string {
  const reader = new CellReader(cell, spelling);
  return reader.value();
}

class CellReader {
  readonly #text: string;
  readonly #spelling: Spelling;
  #at = 0;

  constructor(text: string, spelling: Spelling) {
    this.#text = text;
    this.#spelling = spelling;
  }

  #take(pattern: RegExp): string | null {
    const found = new RegExp(`\\s*(?:${pattern.source})\\s*`, 'y');
    found.lastIndex = this.#at;
    const match = found.exec(this.#text);
    if (!match) return null;
    this.#at += match[0].length;
    return match[0].trim();
  }

  value(): string {
    if (this.#take(/</)) return this.#path();
    if (this.#take(/\(/)) return this.#node();
    if (this.#take(/\[(?=\s*:)/)) return this.#relationship();
    if (this.#take(/\[/)) return this.#list();
    if (this.#take(/\{/)) return this.#map() || '{}';
    const text = this.#take(/'(?:[^'\\]|\\.)*'/);
    if (text !== null) return JSON.stringify(unescaped(text.slice(1, -1)));
    const word = this.#take(/null|true|false/);
    if (word !== null) return word;
    const number = this.#take(/-?(?:Inf(?:inity)?|NaN|[\d.]+(?:[eE][+-]?\d+)?)/);
    if (number === null) throw new Error(`no value at ${this.#at} of ${this.#text}`);
    if (/^-?\d+$/.test(number)) return number;
    const value = Number(number.replace(/Inf$/, 'Infinity'));
    return printNumber(Number.isSafeInteger(value) ? new Float(value) : float(value));
  }

  #labels(): string[] {
    const labels: string[] = [];
    for (let label = this.#take(/:\w+/); label !== null; label = this.#take(/:\w+/)) labels.push(label.slice(1));
    return labels;
  }

  #node(): string {
    const labels = this.#labels();
    const entries = this.#take(/\{/) ? this.#map() : '';
    this.#take(/\)/);
    return `(${element(labels, entries)})`;
  }

  #relationship(): string {
    const labels = this.#labels();
    const entries = this.#take(/\{/) ? this.#map() : '';
    this.#take(/\]/);
    return `[${element(labels, entries)}]`;
  }

  #path(): string {
    let path = '';
    while (!this.#take(/>(?!\()/)) {
      const arrow = this.#take(/<-|->|-/);
      path += arrow ?? this.value();
    }
    return `<${path}>`;
  }

  #list(): string {
    const items: string[] = [];
    while (!this.#take(/\]/)) {
      items.push(this.value());
      this.#take(/,/);
    }
    return list(items, this.#spelling);
  }

  #map(): string {
    const entries: [string, string][] = [];
    while (!this.#take(/\}/)) {
      const key = (this.#take(/`[^`]*`|\w+/) ?? '').replaceAll('`', '');
      this.#take(/:/);
      entries.push([key, this.value()]);
      this.#take(/,/);
    }
    return map(entries);
  }
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, character: string) => ({ n: '\n', t: '\t', r: '\r' })[character] ?? character);
