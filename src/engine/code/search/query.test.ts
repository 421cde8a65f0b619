import { describe, expect, it } from 'vitest';
import { readCodeQuery } from './query.ts';

const kinds = (...queries: string[]) => queries.map((query) => readCodeQuery(query).kind);

describe('a code query', () => {
  it('of one word asks for a symbol, in any notation', () => {
    expect(kinds('Router', 'render_template', 'view', 'g', '`HTTPException`', 'createStore()')).toEqual(
      Array(6).fill('symbol'),
    );
  });

  it('of a qualified or introduced name asks for its last part', () => {
    expect(readCodeQuery('Router::add_route').names).toEqual([{ name: 'add_route', qualifier: 'Router' }]);
    expect(readCodeQuery('click.core.Context').names).toEqual([{ name: 'Context', qualifier: 'core' }]);
    expect(readCodeQuery('class Blueprint')).toMatchObject({
      kind: 'symbol',
      names: [{ name: 'Blueprint', qualifier: null }],
    });
  });

  it('of nothing but two or three names asks for a name and its owner, in any order', () => {
    for (const query of ['EnvironBuilder get_environ', 'get_environ() EnvironBuilder', 'EnvironBuilder, `get_environ`'])
      expect(readCodeQuery(query)).toMatchObject({
        kind: 'symbol',
        names: [{ name: 'get_environ', qualifier: 'EnvironBuilder' }],
      });
    expect(
      kinds('EnvironBuilder in get_environ', 'Router register', 'a_b c_d e_f g_h', 'get_environ wsgi_test.py'),
    ).toEqual(Array(4).fill('language'));
  });

  it('in prose is natural language, but keeps the names written as code', () => {
    const query = readCodeQuery('how combineReducers calls res.send() and pass_context, in Flask');
    expect(query.kind).toBe('language');
    expect(query.names.map(({ name }) => name)).toEqual(['combineReducers', 'send', 'pass_context']);
  });

  it('that is a file or folder asks for a path', () => {
    expect(kinds('src/flask/app.py', 'routing.py', './lib/view.js', 'packages/server/src')).toEqual(
      Array(4).fill('path'),
    );
    expect(readCodeQuery('./Lib/View.js').paths).toEqual(['lib/view.js']);
  });

  it('that may be a file or a method asks for both', () => {
    expect(readCodeQuery('Context.JSON')).toMatchObject({
      kind: 'symbol',
      names: [{ name: 'JSON', qualifier: 'Context' }],
      paths: ['context.json'],
    });
    expect(readCodeQuery('who calls res.json here').names).toEqual([{ name: 'json', qualifier: 'res' }]);
    expect(readCodeQuery('conf/app.json')).toMatchObject({ kind: 'path', names: [] });
  });

  it('reads a receiver in Go notation', () => {
    for (const query of ['(*Engine).Run', '*Engine.Run', 'func (engine *Engine) Run', 'func (e Engine) Run'])
      expect(readCodeQuery(query)).toMatchObject({ kind: 'symbol', names: [{ name: 'Run', qualifier: 'Engine' }] });
  });

  it('in prose may name a file', () => {
    expect(readCodeQuery('error handling in routing.py')).toMatchObject({ kind: 'language', paths: ['routing.py'] });
  });

  it('does not mistake alternatives or the end of a sentence for a path', () => {
    for (const query of ['long/short option resolution', 'what happens with client/server types?', 'open the file.'])
      expect(readCodeQuery(query)).toMatchObject({ kind: 'language', paths: [] });
  });

  it('that consists only of stop words keeps them', () => {
    expect(readCodeQuery('is').terms).toEqual(['is']);
    expect(readCodeQuery('').terms).toEqual([]);
  });

  it('tells which kinds of files other than code it asks for', () => {
    expect([...readCodeQuery('unit tests for the router').roles]).toEqual(['test']);
    expect([...readCodeQuery('where is the changelog').roles]).toEqual(['docs']);
    expect([...readCodeQuery('test runner for commands in isolation').roles]).toEqual([]);
  });
});
