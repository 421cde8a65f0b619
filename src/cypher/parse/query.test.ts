import { describe, expect, it } from 'vitest';
import { CypherError } from '../error.ts';
import { parseQuery } from './query.ts';

function mistake(text: string): CypherError {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof CypherError) return error;
    throw error;
  }
  throw new Error(`parsed: ${text}`);
}

describe('a text that is not a query', () => {
  it('is refused with the place, its line with a caret, and what was expected', () => {
    const { message, type, phase, detail, code } = mistake('MATCH (f:Function)\nWHERE f.lines >\nRETURN f');
    expect(message).toBe("Unexpected 'RETURN': expected an expression. (line 3, column 1)\nRETURN f\n^");
    expect([code, type, phase, detail]).toEqual(['invalid', 'SyntaxError', 'compile time', 'UnexpectedSyntax']);
  });

  it('shows only the relevant part of a long line', () => {
    const message = mistake(`RETURN ${'1 + '.repeat(100)} AS`).message.split('\n');
    expect(message[1]?.length).toBeLessThanOrEqual(120);
    expect(message[2]?.trim()).toBe('^');
  });

  it.each([
    ['MATCH (a RETURN a', "a label, properties or ')'"],
    ['MATCH (a)-[:CALLS->(b) RETURN a', "a type, a length, properties or ']'"],
    ['MATCH (a), (b) WHERE (a)-[:CALLS->(b) RETURN a', "a type, a length, properties or ']'"],
    ['RETURN [(a)-[:CALLS]->(b | b]', "a label, properties or ')'"],
    ['MATCH (a)', 'must end with RETURN'],
    ['', 'a clause: MATCH'],
    ['RETURN', 'an expression'],
    ['RETURN 1 2', 'a clause or the end of the query'],
    ['RETURN [1, 2', "',' or ']'"],
    ['RETURN {a 1}', "':'"],
    ['RETURN size(1', "',' or ')'"],
    ['UNWIND [1] RETURN 1', 'AS'],
    ['RETURN CASE WHEN true THEN 1', 'END'],
    ["RETURN 'open", 'never closed'],
    ['RETURN `open', 'never closed'],
    ['RETURN $', 'needs a name'],
    ['CALL { RETURN 1 } RETURN 1', 'not supported'],
  ])('%s says: %s', (text, expected) => {
    expect(mistake(text).message).toContain(expected);
  });

  it.each([
    ['RETURN 12abc', 'InvalidNumberLiteral'],
    ['RETURN 0x', 'InvalidNumberLiteral'],
    ['RETURN 9223372036854775808', 'IntegerOverflow'],
    ['RETURN -9223372036854775809', 'IntegerOverflow'],
    ['RETURN 1e400', 'FloatingPointOverflow'],
    ["RETURN '\\u12'", 'InvalidUnicodeLiteral'],
    ['RETURN 3 – 2', 'InvalidUnicodeCharacter'],
    ['MATCH (a)-[*-1]->(b) RETURN a', 'InvalidRelationshipPattern'],
    ['MATCH (a)-[:T..2]->(b) RETURN a', 'InvalidRelationshipPattern'],
    ['MATCH (a $all) RETURN a', 'InvalidParameterUse'],
    ['RETURN 1 AS a UNION RETURN 1 AS a UNION ALL RETURN 1 AS a', 'InvalidClauseComposition'],
    ['RETURN 1 AS a MATCH (n) RETURN n', 'InvalidClauseComposition'],
  ])('%s is classified as %s', (text, detail) => {
    expect(mistake(text)).toMatchObject({ detail, type: 'SyntaxError', phase: 'compile time' });
  });

  it('is refused when nested too deeply to be parsed', () => {
    expect(mistake(`RETURN ${'('.repeat(2000)}1${')'.repeat(2000)}`).message).toContain('nested');
    expect(mistake(`RETURN ${'({a: '.repeat(1500)}1`).message).toContain('nested');
    expect(mistake(`RETURN ${'1 + '.repeat(3000)}1`).message).toContain('operators');
  });
});

describe('a clause that writes', () => {
  it.each([
    'CREATE (n)',
    'MATCH (n) CREATE (n)-[:X]->() RETURN n',
    'MERGE (n:A) RETURN n',
    'MATCH (n) SET n.a = 1',
    'MATCH (n) DELETE n',
    'MATCH (n) DETACH DELETE n',
    'MATCH (n) REMOVE n.a',
    'FOREACH (x IN [1] | CREATE (n))',
    'match (n) set n.a = 1 return n',
  ])('%s is refused as read-only', (text) => {
    const { message, detail, hint } = mistake(text);
    expect(message).toContain('read-only');
    expect(detail).toBe('ReadOnly');
    expect(hint).toContain('MATCH');
  });

  it('that loads a file is refused as not supported, for it would change nothing', () => {
    expect(mistake("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line")).toMatchObject({
      message: expect.stringContaining('LOAD is not supported.'),
      detail: 'ReadOnly',
    });
  });

  it('is refused inside EXISTS too', () => {
    expect(mistake('MATCH (n) WHERE EXISTS { MATCH (n) SET n.a = 1 } RETURN n')).toMatchObject({
      detail: 'InvalidClauseComposition',
    });
  });
});

describe('words', () => {
  it('of the language may name labels, types, properties and quoted variables', () => {
    expect(() => parseQuery('MATCH (n:Match {return: 1})-[:SET]->(`with`) RETURN n.where, `with`.order')).not.toThrow();
  });

  it('are read in any letter case, with comments between them', () => {
    expect(() => parseQuery('match /* all */ (n) // of them\nReTuRn n oRdEr By n.a sKiP 1 lImIt 2;')).not.toThrow();
  });
});
