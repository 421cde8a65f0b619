import { describe, expect, it } from 'vitest';
import { askedByText } from './demanded.ts';
import { applies } from './deviations.ts';

const kinds = (text: string) => askedByText(text).expectations.map(({ kind }) => kind);

describe('the text of a pattern', () => {
  it.each([
    'Class components are not allowed.',
    'Never use classes.',
    'Do not write classes.',
    'Handlers must not be classes.',
    'Avoid classes.',
    'Use functions instead of classes.',
    'Use functions, not classes.',
    'Write functions, no classes.',
    'Do not use classes for handlers.',
    'Components must not be written as classes.',
  ])('demands a function if it forbids classes: %s', (text) => {
    expect(kinds(text)).toContain('form');
  });

  it.each(['Handlers must not import ORM classes.', 'Never expose the classes of the driver.'])(
    'demands no function if it only forbids a use of certain classes: %s',
    (text) => expect(kinds(text)).not.toContain('form'),
  );

  it.each([
    ['Validators implement the interface OrderValidator, so that the chain finds them.', 'OrderValidator'],
    ['Every store conforms to the protocol Storage.', 'Storage'],
    ['Reports extend the abstract class Report.', 'Report'],
  ])('names a base, and says what it is: %s', (text, name) => {
    const { expectations } = askedByText(text);
    expect(expectations).toMatchObject([{ kind: 'base_class', name }]);
  });

  const methods = (text: string) =>
    askedByText(text).expectations.flatMap((each) => (each.kind === 'method' ? [each.name] : []));

  it.each([
    ['Workers have a Run(ctx) error method that stops when ctx.Done() fires.', ['Run']],
    ['Every importer implements parse and import_row.', ['parse', 'import_row']],
    ['Request classes implement authorize() and rules().', ['authorize', 'rules']],
    ['A use case is a class with one public async method called execute.', ['execute']],
    ['Policies have methods view, update and delete.', ['view', 'update', 'delete']],
    ['Carriers implement the methods quote and book.', ['quote', 'book']],
    ['Carriers extend Base and define the methods quote, book and track.', ['quote', 'book', 'track']],
    ['A migration has an up and a down method.', ['up', 'down']],
  ])('asks for the methods that it names: %s', (text, names) => expect(methods(text)).toEqual(names));

  it.each([
    'Services are decorated with @Injectable() and exported.',
    'Failures are handed to next(err).',
    'Files begin with declare(strict_types=1).',
    'Services implement an interface with the same name prefixed by I.',
    'Services implement caching and provide feedback.',
    'All public functions have a docstring and type hints.',
    'The base class calls validate() before handle().',
    'Handlers may override close().',
    'Public methods must be short.',
  ])('asks for no method where it names none of its own: %s', (text) => expect(methods(text)).toEqual([]));

  const parameters = (text: string) =>
    askedByText(text).expectations.flatMap((each) => (each.kind === 'parameter' ? [each.written] : []));

  it.each([
    ['Pumps have a constructor that takes their Valve and a Drain method.', ['Valve']],
    ['Pumps are structs with a constructor function that takes their parts and a ServeTide method.', []],
    ['The constructor takes a Valve and a Gauge.', ['Valve', 'Gauge']],
    ['The constructor receives the Clock; Tick is its only method.', ['Clock']],
  ])('takes no method for a parameter of the constructor: %s', (text, names) =>
    expect(parameters(text)).toEqual(names),
  );

  const uses = (text: string) =>
    askedByText(text).expectations.flatMap((each) => (each.kind === 'dependency' ? [each.name] : []));

  it.each([
    ['Files begin with declare(strict_types=1).', ['strict_types']],
    ['Ferries are final, start with declare(ticks=1) and have a name.', ['ticks']],
    ['Tests start with a call of setup().', []],
    ['Files may start with declare(strict_types=1).', []],
  ])('asks for the statement that code starts with: %s', (text, names) => expect(uses(text)).toEqual(names));

  it.each([
    ['GlobalScope must never be used.', 'forbidden_name'],
    ['Calling unwrap() or panic! is forbidden.', 'practice'],
    ['Errors must not be swallowed: empty catch blocks are forbidden.', 'practice'],
    ['Put must return error.', 'returns'],
    ['The class is final.', 'modifier'],
    ['Each file exports exactly one function.', 'exported'],
    ['Jobs declare queue_as and retry_on.', 'dependency'],
    ['View models must not import UIKit.', 'forbidden_import'],
  ])('rules out and asks for what code shows: %s', (text, kind) => expect(kinds(text)).toContain(kind));

  it.each([
    ['Mailers must not call Flush.', 'forbidden_call'],
    ['Screens never call render directly.', 'forbidden_call'],
    ['Each handler calls writeAudit before it answers.', 'call'],
  ])('names a call without an article: %s', (text, kind) => expect(kinds(text)).toContain(kind));

  it.each([
    'Payments call Stripe directly.',
    'Jobs must not call others.',
    'Services do not call repositories.',
    'Handlers call it after the check.',
  ])('names no call by a plain word: %s', (text) =>
    expect(kinds(text).filter((kind) => /call/.test(kind))).toEqual([]),
  );

  it.each(['How an order is taken in.', 'Depot pattern: for each of the depots.'])(
    'asks nothing by a title: %s',
    (text) => expect(askedByText(text).unread).toEqual([]),
  );

  it('counts as read only in the sentences that were read, each once', () => {
    const text = 'Workers extend BaseWorker. Workers never touch the disk themselves.';
    const { read, unread, binding } = askedByText(`${text}\n${text}`);
    expect({ read, unread, binding }).toEqual({
      read: 1,
      unread: ['Workers never touch the disk themselves.'],
      binding: ['Workers never touch the disk themselves.'],
    });
    expect(askedByText('They hold no queries and do not import `db`.').binding).toHaveLength(1);
    expect(askedByText('A probe exposes <name>_open and <name>_close.').binding).toHaveLength(1);
    expect(askedByText('Pass ids to run(), not whole rows.').binding).toEqual([]);
  });

  it('asks nothing of the component by the name of an interface or a file', () => {
    expect(kinds('Services conform to a protocol named <Name>Servicing.')).not.toContain('naming');
    expect(kinds('The class name ends with Command.')).toContain('naming');
  });

  it('demands a parameter of the constructor if it speaks of the constructor', () => {
    expect(kinds("The constructor's only parameter is a `Clock`.")).toEqual(['parameter']);
    expect(kinds('Every method takes a `Context` as its first parameter.')).toContain('takes');
  });

  it('demands no parameter of a missing method', () => {
    const facts = { subject: null, methods: [], functions: [] };
    const takes = { kind: 'takes', written: 'Context' } as const;
    expect(applies({ ...takes, of: 'handle' }, facts)).toBe(false);
    expect(applies({ ...takes, of: null }, facts)).toBe(true);
  });
});
