// Compiles patterns: declares their variables, and turns labels, properties and WHERE into conditions.

import type { Expression, LinkPattern, MapEntry, NodePattern, PatternPart } from '../ast.ts';
import { conjuncts, hasSubquery, namesWithin } from '../expressions/inspect.ts';
import { truth } from '../expressions/operators.ts';
import type { Row } from '../expressions/row.ts';
import type { Scope } from '../expressions/scope.ts';
import { equal } from '../values/equality.ts';
import { listOf, mayBe, NODE, PATH, RELATIONSHIP } from '../values/static-type.ts';
import { CypherNode, entryOf, labelsOf, propertiesOf } from '../values/value.ts';
import type { Condition, Pattern, PatternLink, PatternNode, PatternPath } from './pattern.ts';

/** Declares the pattern's variables in the scope. */
export function compilePattern(parts: readonly PatternPart[], where: Expression | null, scope: Scope): Pattern {
  const builder = new PatternBuilder(scope);
  for (const part of parts) builder.add(part);
  return builder.build(where);
}

class PatternBuilder {
  readonly #scope: Scope;
  readonly #nodes = new Map<number, PatternNode>();
  readonly #links: PatternLink[] = [];
  readonly #paths: PatternPath[] = [];
  readonly #bound = new Set<number>();
  readonly #fresh = new Set<number>();
  readonly #ownLinks = new Set<string>();
  readonly #maps: { readonly slot: number; readonly entries: readonly MapEntry[] }[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  add(part: PatternPart): void {
    const nodes = part.nodes.map((node) => this.#node(node));
    const links = part.links.map((link, index) => {
      const [from, to] = [nodes[index], nodes[index + 1]];
      if (!from || !to) throw new Error('a link must be between two nodes');
      return this.#link(link, from, to, part.shortest);
    });
    for (const node of part.variable || part.shortest ? nodes : nodes.slice(1, -1)) node.needed = true;
    this.#links.push(...links);
    if (!part.variable) return;
    const { name, at } = part.variable;
    if (this.#scope.find(name)) throw this.#scope.error(at, 'VariableAlreadyBound', `'${name}' is already in use.`);
    const { slot } = this.#scope.declare(name, PATH);
    this.#fresh.add(slot);
    if (this.#scope.session.looksAt(name)) for (const node of nodes) node.looked = true;
    this.#paths.push({ slot, nodes, links });
  }

  build(where: Expression | null): Pattern {
    const conditions = [
      ...[...this.#nodes.values()].flatMap((node) => this.#labelCondition(node)),
      ...this.#maps.flatMap(({ slot, entries }) => entries.map((entry) => this.#property(slot, entry))),
      ...(where ? conjuncts(where) : []).map((each) => this.#condition(each)),
    ];
    const [nodes, links] = [[...this.#nodes.values()], this.#links];
    return { nodes, links, paths: this.#paths, conditions, bound: this.#bound, fresh: [...this.#fresh] };
  }

  #node({ variable, labels, properties }: NodePattern): PatternNode {
    const slot = this.#slot(variable, NODE, 'node');
    const looked =
      labels.length > 0 || properties.length > 0 || (variable !== null && this.#scope.session.looksAt(variable.name));
    const node = this.#nodes.get(slot) ?? { slot, looked: false, needed: false, labels: [], anchors: [] };
    this.#nodes.set(slot, node);
    node.looked ||= looked;
    node.needed ||= looked || variable !== null;
    node.labels.push(...labels.filter((label) => !node.labels.includes(label)));
    if (properties.length > 0) this.#maps.push({ slot, entries: properties });
    return node;
  }

  #link(link: LinkPattern, from: PatternNode, to: PatternNode, shortest: PatternPart['shortest']): PatternLink {
    const { variable, types, direction, length, properties } = link;
    const many = length !== null || shortest !== null;
    if (variable && this.#ownLinks.has(variable.name)) {
      throw this.#scope.error(
        variable.at,
        'RelationshipUniquenessViolation',
        `'${variable.name}' is used twice, but a match passes each relationship only once.`,
      );
    }
    const slot = this.#slot(variable, many ? listOf(RELATIONSHIP) : RELATIONSHIP, many ? 'list' : 'relationship');
    if (variable) this.#ownLinks.add(variable.name);
    if (!many && properties.length > 0) this.#maps.push({ slot, entries: properties });
    const tooLate = many ? properties.find(({ value }) => hasSubquery(value)) : undefined;
    if (tooLate) {
      throw this.#scope.error(
        tooLate.value.at,
        'UnexpectedSyntax',
        'The properties of a path cannot contain a pattern.',
        {
          hint: 'Compute it in a WITH first.',
        },
      );
    }
    return {
      slot,
      from,
      to,
      types: types.length > 0 ? [...new Set(types)] : null,
      direction,
      length: shortest && !length ? { least: 1, most: 1 } : length,
      shortest,
      properties: many ? properties.map(({ key, value }) => ({ key, value: this.#scope.compile(value) })) : [],
    };
  }

  #slot(variable: NodePattern['variable'], type: typeof NODE, kind: 'node' | 'relationship' | 'list'): number {
    const known = variable && this.#scope.find(variable.name);
    if (variable && !known && this.#scope.rules.hidden(variable.name)) {
      throw this.#scope.undefinedVariable(variable.name, variable.at);
    }
    if (!known || !variable) {
      const { slot } = variable ? this.#scope.declare(variable.name, type) : { slot: this.#scope.frame.slot() };
      this.#fresh.add(slot);
      return slot;
    }
    if (
      !mayBe(known.type, [kind]) ||
      (kind === 'list' && known.type.items && !mayBe(known.type.items, ['relationship']))
    ) {
      throw this.#scope.error(
        variable.at,
        'VariableTypeConflict',
        `'${variable.name}' is a ${known.type.kind} and cannot be a ${kind === 'list' ? 'list of relationships' : kind} here.`,
      );
    }
    if (!this.#fresh.has(known.slot)) this.#bound.add(known.slot);
    return known.slot;
  }

  #labelCondition({ slot, labels }: PatternNode): Condition[] {
    if (labels.length === 0) return [];
    const holds = (row: Row) => {
      const node = row[slot];
      return node instanceof CypherNode && labels.every((label) => labelsOf(node).includes(label));
    };
    return [{ slots: this.#own([slot]), holds }];
  }

  #property(slot: number, { key, value }: MapEntry): Condition {
    const wanted = this.#scope.compile(value);
    const { budget } = this.#scope.session;
    const slots = this.#slotsIn(value);
    this.#addAnchor(this.#nodes.get(slot), key, value);
    const holds = (row: Row) => {
      const properties = propertiesOf(row[slot] ?? null);
      return properties !== null && equal(entryOf(properties, key), wanted.run(row), budget) === true;
    };
    return { slots: [...this.#own([slot]), ...slots], holds };
  }

  #condition(expression: Expression): Condition {
    this.#addAnchors(expression);
    const condition = this.#scope.condition(expression);
    return { slots: this.#slotsIn(expression), holds: (row) => truth(condition.run(row)) === true };
  }

  /** `n.key = value`, `id(n) = value` and `n:Label` direct the lookup; they are still checked as conditions. */
  #addAnchors(expression: Expression): void {
    if (expression.kind === 'hasLabels' && expression.operand.kind === 'variable') {
      const node = this.#freshNode(expression.operand.name);
      node?.labels.push(...expression.labels.filter((label) => !node.labels.includes(label)));
    }
    const [comparison] = expression.kind === 'comparison' && expression.rest.length === 1 ? expression.rest : [];
    if (expression.kind !== 'comparison' || comparison?.operator !== '=') return;
    const { first } = expression;
    for (const [side, other] of [
      [first, comparison.operand],
      [comparison.operand, first],
    ] as const) {
      const found = anchored(side);
      if (found) this.#addAnchor(this.#freshNode(found.name), found.key, other);
    }
  }

  #freshNode(name: string): PatternNode | undefined {
    const slot = this.#scope.find(name)?.slot;
    return slot !== undefined && this.#fresh.has(slot) ? this.#nodes.get(slot) : undefined;
  }

  /** A value that must itself be read from the graph comes too late for a lookup. */
  #addAnchor(node: PatternNode | undefined, key: string | null, value: Expression): void {
    if (hasSubquery(value)) return;
    node?.anchors.push({ key, value: this.#scope.compile(value), slots: this.#slotsIn(value) });
  }

  /** Slots of the pattern's own variables that an expression uses. */
  #slotsIn(expression: Expression): number[] {
    return this.#own([...namesWithin([expression])].flatMap((name) => this.#scope.find(name)?.slot ?? []));
  }

  #own(slots: readonly number[]): number[] {
    return slots.filter((slot) => this.#fresh.has(slot));
  }
}

function anchored(expression: Expression): { readonly name: string; readonly key: string | null } | null {
  if (expression.kind === 'property' && expression.of.kind === 'variable') {
    return { name: expression.of.name, key: expression.key };
  }
  const [only] = expression.kind === 'call' && /^(?:element)?id$/i.test(expression.name) ? expression.args : [];
  return only?.kind === 'variable' ? { name: only.name, key: null } : null;
}
