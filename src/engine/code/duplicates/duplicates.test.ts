import { describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER } from '../../../../test/open.ts';
import type { TestProject } from '../../../../test/project.ts';
import { useShop } from '../fixture-shop.ts';

let open: OpenEngine;
let shop: TestProject;
const { index } = useShop((...fresh) => {
  [open, shop] = fresh;
});

describe('duplicates', () => {
  const find = async (code: string, options = {}) =>
    (await open.engine.code.duplicates(OWNER, code, { limit: 5, ...options })).found.map(
      ({ definition, kind }) => `${definition.path} ${definition.name} ${kind}`,
    );
  const TOTAL = `def total_with_tax(lines, rate):
    net = sum(line.amount for line in lines)
    vat = round(net * rate, 2)
    if net < 0:
        raise ValueError("negative")
    return net + vat
`;

  it('are found under any name, but not merely because they are about the same topic', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    const renamed = TOTAL.replaceAll('total_with_tax', 'gross').replaceAll('lines', 'rows').replaceAll('net', 'base');
    expect(await find(renamed)).toEqual(['src/billing.py total_with_tax renamed']);
    const lookAlike = TOTAL.replace('sum(', 'max(').replace('round(', 'floor(').replace('ValueError', 'print');
    expect(await find(lookAlike)).toEqual([]);
  });

  it('in a deleted file are not found', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    shop.remove('src/billing.py');
    expect((await open.engine.code.duplicates(OWNER, TOTAL, { threshold: 0.85, limit: 5 })).found).toEqual([]);
  });

  it('in a deleted file do not count towards the limit', async () => {
    for (const file of ['billing', 'invoice', 'order']) shop.write(`src/${file}.py`, TOTAL);
    await index();
    const [first = ''] = await find(TOTAL, { limit: 1 });
    shop.remove(first.split(' ')[0] ?? '');
    expect(await find(TOTAL, { limit: 1 })).toHaveLength(1);
    expect(await find(TOTAL, { limit: 1 })).not.toContain(first);
  });

  it.each(['/', '\\'])(
    'of a file are found in other files, not in the file itself, named with %s',
    async (separator) => {
      for (const file of ['billing', 'invoice']) shop.write(`src/${file}.py`, TOTAL);
      await index();
      const from = [shop.root, 'src', 'billing.py'].join(separator);
      expect(await find(TOTAL, { from })).toEqual(['src/invoice.py total_with_tax exact']);
    },
  );

  it('of a signature are the functions with its name', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    expect(await find('def total_with_tax(lines, rate):')).toContain('src/billing.py total_with_tax signature');
  });

  it('of three lines are found, but not code that only resembles them', async () => {
    shop.write(
      'src/clamp.py',
      'def clamp(value, low, high):\n    value = max(low, value)\n    return min(high, value)\n',
    );
    shop.write('src/order.py', 'def price_of(order):\n    net = order.net\n    return net * 2\n');
    await index();
    expect(await find('def bound(x, a, b):\n    x = max(a, x)\n    return min(b, x)\n')).toEqual([
      'src/clamp.py clamp renamed',
    ]);
    expect(await find('def cost(cart):\n    n = cart.net\n    return n * 2\n')).toEqual([
      'src/order.py price_of renamed',
    ]);
    expect(await find('def weight(cart):\n    n = cart.gross\n    return n * 2\n')).toEqual([]);
  });

  it('of a signature are functions with the same parameters, result and meaning', async () => {
    shop.write(
      'src/users.py',
      'def find_user(db: Database, email: str) -> User:\n    """Look a user up by mail address."""\n    return User(db.query(email))\n',
    );
    await index();
    expect(await find('def get_user_by_email(database: Database, mail: str) -> User')).toEqual([
      'src/users.py find_user signature',
    ]);
    expect(await find('def delete_user(database: Database, mail: str) -> None')).toEqual([]);
  });

  it('of code in a language with a sign in its name are found', async () => {
    const cheapest =
      'public Order Cheapest(List<Order> orders, decimal limit) =>\n    orders.Where(each => each.Total > limit).OrderBy(each => each.Total).First();\n';
    shop.write('src/Orders.cs', `class Orders {\n${cheapest}}\n`);
    await index();
    for (const language of ['csharp', 'C#'])
      expect(await find(cheapest, { language })).toEqual(['src/Orders.cs Cheapest exact']);
  });

  it('that cannot be searched for come with a reason', async () => {
    const note = async (code: string) => (await open.engine.code.duplicates(OWNER, code, { limit: 5 })).note;
    expect(await note(TOTAL)).toMatch(/No code is indexed yet/);
    await index();
    expect(await note(TOTAL)).toBeNull();
    expect(await note('x = 1')).toMatch(/too short/);
  });

  it('that differ in a value are not found at a lower threshold either, and the note says so', async () => {
    const failing = (where: string) =>
      `async function findById(id) {\n  const row = await rows.get(id);\n  if (!row) throw new Missing('${where}', id);\n}\n`;
    shop.write('src/user.js', failing('user'));
    await index();
    const asked = { threshold: 0.7, limit: 5 };
    expect(await open.engine.code.duplicates(OWNER, failing('account'), asked)).toEqual({
      found: [],
      note: expect.stringContaining('every name and every value'),
    });
    expect((await open.engine.code.duplicates(OWNER, failing('user'), asked)).note).toBeNull();
    expect((await open.engine.code.duplicates(OWNER, failing('account'), { limit: 5 })).note).toBeNull();
  });

  it('are looked for with a note if no code is indexed in that language', async () => {
    shop.write('src/billing.py', TOTAL);
    await index();
    const noteFor = async (language: string) =>
      (await open.engine.code.duplicates(OWNER, TOTAL, { language, limit: 5 })).note;
    expect(await noteFor('cobol')).toBe('No indexed file is in cobol.');
    expect(await noteFor('Py')).toBeNull();
  });

  it('can be searched for any pasted text', async () => {
    await index();
    for (const code of ['', '   ', '((((', '你好', 'x'.repeat(50_000), 'return 1'])
      await expect(find(code)).resolves.toBeInstanceOf(Array);
  });
});
