// Each kind of failure in the shape of each contract.
import { describe, expect, it } from 'vitest';
import { agenticMemory } from '../src/contracts/agentic-memory/contract.ts';
import { codeVectorMemory } from '../src/contracts/code-vector-memory/contract.ts';
import { longTermMemory } from '../src/contracts/long-term-memory/contract.ts';
import { memgos } from '../src/contracts/memgos/contract.ts';
import { memoryMcp } from '../src/contracts/memory-mcp/contract.ts';
import { type ErrorCode, RemanenceError } from '../src/errors.ts';
import { asStorageError } from '../src/stores/sqlite/file/storage-error.ts';

const failure = (code: ErrorCode, hint?: string) =>
  new RemanenceError(code, 'It failed.', hint === undefined ? {} : { hint });

describe('an error', () => {
  it('of memory-mcp is plain text: what failed, then how to fix it', () => {
    const text = (code: ErrorCode) => memoryMcp.presentError(failure(code, 'Fix it.'), 'recall').text;
    expect(text('not_found')).toBe('It failed. Fix it.');
    expect(text('storage')).toBe('Database error. Please try again. It failed. Fix it.');
  });

  it('of memory-mcp does not ask to try again at once when the disk is full', () => {
    const full = asStorageError(
      Object.assign(new Error('database or disk is full'), { errcode: 13 }),
      '/data/remanence.db',
    );
    if (!(full instanceof RemanenceError)) throw new Error('not recognised');
    const { text } = memoryMcp.presentError(full, 'store_memory');
    expect(text).toBe('Database error. The disk is full; nothing was changed. Free some space and try again.');
  });

  it.each<[ErrorCode, string, string]>([
    ['invalid', 'VAL_', 'VALIDATION_ERROR'],
    ['forbidden', 'VAL_', 'VALIDATION_ERROR'],
    ['not_found', 'NF_', 'NOT_FOUND'],
    ['conflict', 'CON_', 'CONFLICT'],
    ['not_ready', 'SVC_', 'SERVICE_UNAVAILABLE'],
    ['storage', 'SVC_', 'SERVICE_UNAVAILABLE'],
    ['internal', 'INT_', 'INTERNAL_ERROR'],
  ])('of long-term-memory that is %s has a code of %s, the category %s and a suggestion', (code, prefix, category) => {
    expect(JSON.parse(longTermMemory.presentError(failure(code), 'memory_add').text)).toEqual({
      status: 'error',
      error: {
        code: expect.stringMatching(new RegExp(`^${prefix}`)),
        category,
        message: 'It failed.',
        details: {},
        suggestion: expect.stringMatching(/\w/),
      },
    });
  });

  it.each<[ErrorCode, string]>([
    ['invalid', 'validation_error'],
    ['unauthenticated', 'authentication_error'],
    ['forbidden', 'authorization_error'],
    ['not_found', 'not_found_error'],
    ['rate_limited', 'rate_limit_error'],
    ['storage', 'internal_error'],
    ['internal', 'internal_error'],
    ['unavailable', 'network_error'],
    ['not_ready', 'network_error'],
  ])('of memgos that is %s has the type %s, with code, details and time', (code, type) => {
    expect(JSON.parse(memgos.presentError(failure(code, 'Fix it.'), 'chat').text)).toEqual({
      success: false,
      error: {
        type,
        message: 'It failed.',
        code: expect.stringMatching(/^[A-Z_]+$/),
        details: { hint: 'Fix it.' },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
  });

  it('of code-vector-memory names the tool, and one of agentic-memory is plain text', () => {
    expect(JSON.parse(codeVectorMemory.presentError(failure('invalid', 'Fix it.'), 'remember').text)).toEqual({
      status: 'error',
      error: 'It failed.',
      tool: 'remember',
      hint: 'Fix it.',
    });
    expect(agenticMemory.presentError(failure('invalid', 'Fix it.'), 'memory_put').text).toBe('It failed. Fix it.');
  });
});
