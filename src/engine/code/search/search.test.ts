import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type OpenEngine, OWNER } from '../../../../test/open.ts';
import { createProject, SHOP, type TestProject } from '../../../../test/project.ts';
import { SqliteCodeSearch } from '../../../stores/sqlite/code/search.ts';
import { useShop } from '../fixture-shop.ts';

let open: OpenEngine;
let shop: TestProject;
const { index, search, paths } = useShop((...fresh) => {
  [open, shop] = fresh;
});

describe('searching code', () => {
  it('filters by project, language and path', async () => {
    await index();
    const other = createProject('other', { 'lib/tax.py': 'def tax_rate():\n    return 0.2\n' });
    await index(other);
    expect(new Set(await paths('tax', { language: 'python' }))).toEqual(new Set(['src/invoice.py', 'lib/tax.py']));
    expect(await paths('tax', { project: 'other' })).toEqual(['lib/tax.py']);
    expect(new Set(await paths('tax', { path: 'src/**/*.ts' }))).toEqual(
      new Set(['src/session.ts', 'src/password.ts']),
    );
    other.dispose();
  });

  it('knows a language by its short names', async () => {
    shop.write('src/tax.jsx', 'export const Tax = ({ rate }) => <b>{rate}</b>;\n');
    shop.write('src/tax.tsx', 'export const TaxRow = ({ rate }: { rate: number }) => <b>{rate}</b>;\n');
    await index(shop, { vectors: false });
    expect(await paths('tax', { language: 'jsx' })).toEqual(['src/tax.jsx']);
    expect(await paths('tax', { language: 'JS' })).toEqual(['src/tax.jsx']);
    expect(await paths('tax', { language: 'tsx' })).toEqual(['src/tax.tsx']);
    expect(await paths('tax', { language: 'ts' })).toContain('src/tax.tsx');
  });

  it('says if nothing matches the question, and why nothing was found', async () => {
    await index();
    expect(await open.engine.code.search(OWNER, 'how do I bake sourdough bread', { limit: 3 })).toMatchObject({
      weak: true,
      note: expect.stringContaining('weak'),
    });
    expect((await open.engine.code.search(OWNER, 'how is a password hashed', { limit: 3 })).weak).toBe(false);
    const none = await open.engine.code.search(OWNER, 'tax', { limit: 3, language: 'cobol' });
    expect(none).toMatchObject({ found: [], note: expect.stringContaining('matches the language and path filter') });
    await expect(search('tax', { project: 'SHOP' })).rejects.toMatchObject({ hint: 'Known projects: shop.' });
  });

  it('introduces a project by its README, its manifest and its entry point', async () => {
    shop.write('package.json', '{ "name": "shop", "bin": "src/main.ts" }\n');
    shop.write('src/main.ts', "import { expireSessions } from './session';\nexpireSessions();\n");
    await index(shop, { vectors: false });
    const { found, weak } = await open.engine.code.search(OWNER, 'what is this project?', { limit: 3 });
    expect(found.map(({ chunk }) => chunk.path)).toEqual(['README.md', 'package.json', 'src/main.ts']);
    expect(weak).toBe(false);
    const sources = { memories: false, code: {} };
    const recalled = await open.engine.retrieval.recallFrom(sources, OWNER, 'what is this project?', { limit: 3 });
    expect(recalled.found.map((each) => (each.source === 'code' ? each.chunk.path : null))).toEqual(
      found.map(({ chunk }) => chunk.path),
    );
  });

  it('starts with the code that holds the question word for word, such as a pasted error message', async () => {
    const message = "throw new Error(\n  'The session of this user has' +\n    ' expired.',\n);\n";
    shop.write('src/guard.ts', `export function check() {\n  ${message}}\n${'// filler to read\n'.repeat(90)}`);
    shop.write('test/guard.test.ts', "it('works', () => 'The session of this user has expired.');\n");
    await index(shop, { vectors: false });
    const { found, weak } = await open.engine.code.search(OWNER, 'Error: The session of this user has expired.', {
      limit: 3,
    });
    expect(found.map(({ chunk }) => chunk.path).slice(0, 2)).toEqual(['src/guard.ts', 'test/guard.test.ts']);
    expect(found[0]?.chunk.text).toContain('session of this user');
    expect(weak).toBe(false);
  });

  it('reads only code with the rarest word of a question to find the question itself', async () => {
    for (let i = 0; i < 200; i++)
      shop.write(`many/f${i}.ts`, `// The session of this user.\nexport const v${i} = ${i};\n`);
    shop.write('src/guard.ts', "throw new Error('The session of this user has lapsed.');\n");
    await index(shop, { vectors: false });
    const chunks = vi.spyOn(SqliteCodeSearch.prototype, 'chunks');
    onTestFinished(() => chunks.mockRestore());
    const [first] = await search('Error: The session of this user has lapsed.');
    expect(first?.chunk.path).toBe('src/guard.ts');
    expect(chunks.mock.calls[0]?.[0].length).toBe(1);
    chunks.mockClear();
    await search('which session of this user is called xylophone');
    expect(chunks).toHaveBeenCalledTimes(1);
  });

  it('prefers the class that a qualified name names', async () => {
    const method = (type: string) =>
      `class ${type}:\n    def register(self, rule):\n        return self.${type.toLowerCase()}(rule)\n\n`;
    shop.write('src/a.py', method('State').repeat(1) + '# filler line to read\n'.repeat(40));
    shop.write('src/b.py', method('Blueprint').repeat(1) + '# filler line to read\n'.repeat(40));
    await index();
    expect((await paths('Blueprint.register'))[0]).toBe('src/b.py');
    expect((await paths('State.register'))[0]).toBe('src/a.py');
  });

  it('accepts any query', async () => {
    await index();
    for (const query of ['', '   ', '"unbalanced ( AND', '你好', 'a'.repeat(10_000), '*', '🎉', '{}[]()']) {
      await expect(search(query)).resolves.toBeInstanceOf(Array);
    }
    await expect(search('tax', { path: '*a'.repeat(200) })).resolves.toEqual([]);
    await expect(search('tax', { project: 'nobody' })).rejects.toThrow('Project not found: nobody');
  });

  it('knows the importers of a file, whether they import it whole or something in it', async () => {
    shop.write('src/all.ts', "import * as pw from './password.ts';\nexport const use = () => pw.hashPassword('x');\n");
    await index(shop, { vectors: false });
    const importers = async (types: string[] | null) => {
      const asked = { types, direction: 'incoming', depth: 1 } as const;
      const { related } = await open.engine.graph.around(OWNER, 'src/password.ts', asked);
      return related.map(({ node, relationship }) => `${node.properties.path} ${relationship}`).toSorted();
    };
    expect(await importers(null)).toEqual(['src/all.ts IMPORTS', 'src/session.ts IMPORTS']);
    expect(await importers(['IMPORTS'])).toEqual(await importers(null));
    expect(await importers(['CALLS'])).toEqual([]);
  });

  it('follows an import of a whole file when that file changes', async () => {
    shop.write('src/all.ts', "import * as pw from './password.ts';\nexport const use = () => pw.hashPassword('x');\n");
    await index();
    shop.write('src/password.ts', `// a comment\n${SHOP['src/password.ts']}`);
    const { status } = await index();
    expect(status.unresolved).toBe(0);
    expect((await search('hashPassword'))[0]?.calledBy).toContain('src/all.ts:2 use');
  });

  it('shows the function around a local one that matches, unless the question names the local one', async () => {
    shop.write(
      'src/track.ts',
      `export function trackResult(result: Record<string, string>, seen: Set<string>) {
  const tracked = {};
  const define = (key: string) => {
    Object.defineProperty(tracked, key, { get: () => readAndRemember(key, result, seen) });
  };
  Object.keys(result).forEach(define);
  return tracked;
}

export const double = (price: number) => price * 2;
`,
    );
    await index();
    const shown = async (query: string) => (await search(query, { path: 'src/track.ts' }))[0]?.chunk.name;
    expect(await shown('get and remember the property with this key')).toBe('trackResult');
    expect(await shown('define')).toBe('define');
  });

  it.each([
    ['reduce a total by percentage', 'src/orders.py', 'apply_discount', 9, 10],
    ['return total - total * percent / 100', 'src/orders.py', 'apply_discount', 9, 10],
    ['place_order', 'src/orders.py', 'place_order', 13, 15],
    ['make a url slug from a text', 'src/format.js', 'slug', 1, 2],
    ['convert cents to a currency string', 'src/format.js', 'currency', 8, 9],
    ['send a welcome message', 'src/mail.ts', 'sendWelcome', 7, 10],
  ])('returns only the matching function and its lines: %s', async (query, path, name, startLine, endLine) => {
    shop.write(
      'src/orders.py',
      `class Order:
    def __init__(self, total, customer):
        self.total = total
        self.customer = customer


# Takes something off the price.

def apply_discount(total, percent):
    return total - total * percent / 100


def place_order(customer, items):
    total = sum(item.price for item in items)
    return Order(total, customer)
`,
    );
    shop.write(
      'src/format.js',
      `exports.slug = (text) =>
  text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

exports.titleCase = function (text) {
  return text.replace(/\\b\\w/g, (letter) => letter.toUpperCase());
};

exports.currency = (cents) =>
  (cents / 100).toFixed(2) + ' EUR';
`,
    );
    shop.write(
      'src/mail.ts',
      `export interface Mail {
  to: string;
  subject: string;
  body: string;
}

/** Greets who has just signed up. */
export async function sendWelcome(send: (mail: Mail) => Promise<void>, to: string): Promise<void> {
  await send({ to, subject: 'Welcome', body: 'Glad to have you.' });
}
`,
    );
    await index();
    expect((await search(query))[0]?.chunk).toMatchObject({ path, name, startLine, endLine });
  });

  it('marks the answer for absent code as weak, and scores it lower', async () => {
    await index();
    const best = async (query: string) => {
      const { found, weak } = await open.engine.code.search(OWNER, query, { limit: 3 });
      return { weak, score: found[0]?.score ?? 0 };
    };
    const there = await best('return hashPassword(secret)');
    expect(there.weak).toBe(false);
    for (const query of ['OAuth PKCE', 'exponential backoff', 'Kafka consumer group']) {
      const absent = await best(query);
      expect(absent.weak).toBe(true);
      expect(absent.score).toBeLessThan(there.score / 1.5);
    }
  });

  it('names the callers of a result, even after either side has changed', async () => {
    await index();
    const callers = async () => (await search('hashPassword'))[0]?.calledBy;
    expect(await callers()).toEqual(['src/session.ts:5 openSession']);
    shop.write('src/password.ts', `// moved down\n${SHOP['src/password.ts']}`);
    await index();
    expect(await callers()).toEqual(['src/session.ts:5 openSession']);
    shop.write('src/session.ts', SHOP['src/session.ts'].replace('hashPassword(secret)', 'secret'));
    await index();
    expect(await callers()).toEqual([]);
  });

  it('reduces a chunk of several functions to the one asked for', async () => {
    shop.write('src/db.py', 'def open_db():\n    return 1\n\n\ndef close_db():\n    return 2\n');
    shop.write('src/app.py', 'from db import close_db\n\n\ndef stop_app():\n    close_db()\n');
    await index();
    const [found] = await search('close_db');
    expect(found?.chunk).toMatchObject({ name: 'close_db', defines: ['close_db'], startLine: 5, endLine: 6 });
    expect(found?.calledBy).toEqual(['src/app.py:5 stop_app']);
  });

  it('shows the value of a constant, not only what uses it', async () => {
    shop.write(
      'src/tax.py',
      'import json\n\nVAT_RATE = 0.21\n\n\ndef with_vat(net):\n    return net * (1 + VAT_RATE)\n\n\ndef vat_of(net):\n    return net * VAT_RATE\n',
    );
    await index();
    for (const query of ['VAT_RATE', 'what is the VAT rate?']) {
      const shown = (await search(query)).map(({ chunk }) => chunk.text);
      expect(shown[0]).toContain('VAT_RATE = 0.21');
    }
    expect((await search('with_vat'))[0]?.chunk).toMatchObject({ name: 'with_vat', startLine: 6, endLine: 7 });
  });

  it('marks code that has changed, moved or vanished since it was indexed, and says so', async () => {
    shop.write('src/config.ts', `export const apiKey = 'AKIA${'ABCDEFGH'.repeat(2)}';\nexport const region = 'eu';\n`);
    await index();
    const stale = async (query: string) => (await search(query))[0]?.stale;
    for (const query of ['total_with_tax', 'hashPassword', 'apiKey']) expect(await stale(query)).toBeNull();
    shop.write('src/invoice.py', SHOP['src/invoice.py'].replace('def total_with_tax', 'async def total_with_tax'));
    shop.write('src/password.ts', `// Moved.\n\n${SHOP['src/password.ts']}`);
    shop.remove('src/session.ts');
    expect(await stale('total_with_tax')).toBe('These lines have changed.');
    expect(await stale('hashPassword')).toMatch(/^These lines have moved to line \d+\.$/);
    const gone = (await search('remove login sessions that have timed out')).at(-1);
    expect(gone).toMatchObject({ chunk: { path: 'src/session.ts' }, stale: 'The file is gone, or no longer indexed.' });
    const { note } = await open.engine.code.search(OWNER, 'total_with_tax', { limit: 10 });
    expect(note).toContain('index the project again');
    const functions = await open.engine.code.functions(OWNER, 'total_with_tax', { limit: 1 });
    expect(functions).toMatchObject({ found: [{ stale: 'These lines have changed.' }], note });
    const recalled = await open.engine.retrieval.recallFrom({ memories: false, code: {} }, OWNER, 'total_with_tax', {
      limit: 1,
    });
    expect(recalled).toMatchObject({ found: [{ stale: 'These lines have changed.' }], note });
    await index();
    expect(await stale('total_with_tax')).toBeNull();
  });

  it("shows nobody another user's projects", async () => {
    const ada = { who: 'local', user: 'ada' };
    await open.engine.code.index(ada, shop.root);
    const bob = { who: 'local', user: 'bob' };
    expect(await open.engine.code.projects(bob)).toEqual([]);
    expect((await open.engine.code.search(bob, 'total_with_tax', { limit: 5 })).found).toEqual([]);
    await expect(open.engine.code.status(bob, 'shop')).rejects.toThrow('Project not found: shop');
    expect((await open.engine.code.search(ada, 'total_with_tax', { limit: 5 })).found).not.toEqual([]);
  });

  it('a question that the model cannot read is answered by words', async () => {
    shop.write('src/port.ts', '// 数据库的端口\nexport const PORT = 5433;\n');
    await index();
    const { found, weak, note } = await open.engine.code.search(OWNER, '数据库的端口在哪里', { limit: 3 });
    expect(found[0]?.chunk.path).toBe('src/port.ts');
    expect({ weak, note }).toEqual({ weak: false, note: expect.stringContaining('cannot read the question') });
  });
});
