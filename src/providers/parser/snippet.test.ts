import { describe, expect, it } from 'vitest';
import { DUPLICATE, similarity } from '../../engine/code/duplicates/similarity.ts';
import { grammarPath } from './fixture-parser.ts';
import { CodeParser } from './parser.ts';
import { readOutline, readSnippet } from './snippet.ts';

const parser = new CodeParser({ grammarPath });

const PYTHON = `def load(path, strict=False):
    data = yaml.safe_load(read(path))
    if not data and strict:
        raise ValueError(path)
    return Config(data["name"], data.get("items", []))`;
const JAVA = `public int sum(List<Integer> values) {
  int sum = 0;
  for (int value : values) {
    if (value > limit()) sum += value;
  }
  return Math.abs(sum);
}`;

describe('a snippet', () => {
  it('may hold several functions', async () => {
    const two = `${PYTHON}\n\n${PYTHON.replace('load', 'reload')}`;
    const snippet = await readSnippet(parser, two, null);
    expect(snippet.kind === 'functions' && snippet.functions.map(({ name }) => name)).toEqual(['load', 'reload']);
  });

  it('may be a method without its class', async () => {
    const snippet = await readSnippet(parser, JAVA, null);
    expect(snippet).toMatchObject({ kind: 'functions', functions: [{ name: 'sum' }] });
  });

  it('may be a body, which is found in the function it was taken from', async () => {
    const whole = await readSnippet(parser, PYTHON, null);
    const body = await readSnippet(
      parser,
      PYTHON.split('\n').slice(1).join('\n').replaceAll(/^ {4}/gm, '').replaceAll('data', 'loaded'),
      'python',
    );
    if (whole.kind !== 'functions' || body.kind !== 'body') throw new Error(`${whole.kind} and ${body.kind}`);
    const [load] = whole.functions;
    expect(load && similarity(load.fingerprint, body.fingerprint).score).toBeGreaterThan(DUPLICATE);
  });

  it.each([
    'function parseDate(text: string): Date',
    'def slugify(text)',
    'def slugify(text):',
    'public Date parse(String text);',
  ])('may be a signature: %s', async (text) => {
    expect((await readSnippet(parser, text, null)).kind).toBe('signature');
  });

  it('in a language without a grammar is compared by its tokens', async () => {
    const lua =
      'local total = 0\nfor _, item in ipairs(order.items) do\n  total = total + item.price * item.count\nend\nreturn round(total, 2)';
    const [one, other] = await Promise.all(
      [lua, lua.replaceAll('total', 'sum')].map((text) => readSnippet(parser, text, null)),
    );
    if (one?.kind !== 'body' || other?.kind !== 'body') throw new Error('no body');
    expect(similarity(one.fingerprint, other.fingerprint).score).toBe(1);
  });

  it('may be too small to have copies', async () => {
    expect((await readSnippet(parser, 'return this.name', null)).kind).toBe('too-small');
    expect((await readSnippet(parser, '', null)).kind).toBe('too-small');
  });
});

describe('an outline', () => {
  it('lists what a piece of code defines and uses', async () => {
    const code = 'from store import Base\n\nclass Orders(Base):\n    def get(self, id):\n        return self.one(id)\n';
    const outline = await readOutline(parser, code, null);
    expect(outline?.symbols.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['class Orders', 'method get']);
    expect(outline?.references).toContainEqual(expect.objectContaining({ kind: 'extends', name: 'Base' }));
  });

  it('uses the given language, by its name or its fence tag', async () => {
    const names = async (language: string) =>
      (await readOutline(parser, 'class Buoy:\n    pass\n', language))?.symbols.map(({ name }) => name);
    expect(await names('Python')).toEqual(['Buoy']);
    expect(await names('py')).toEqual(['Buoy']);
  });

  it('may be of a method without its class, and is null for prose', async () => {
    const method = await readOutline(parser, 'async save(row: Row): Promise<void> { await row; }', 'TypeScript');
    expect(method?.symbols.map(({ name }) => name)).toEqual(['save']);
    expect(await readOutline(parser, 'Every repository has a name.', null)).toBeNull();
  });
});
