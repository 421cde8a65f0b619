// What is found in real code against what a pattern asks for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from '../../../../test/open.ts';
import { createProject } from '../../../../test/project.ts';

interface Pattern {
  readonly content: string;
  readonly language: string;
  readonly template?: string;
}

let open: OpenEngine;
beforeAll(async () => {
  open = await openTestEngine();
});
afterAll(() => open.dispose());

let checks = 0;

/** The first of the files is the component. */
async function check({ content, language, template }: Pattern, name: string, ...projects: Record<string, string>[]) {
  const actor = { who: 'local', project: `check ${checks++}` };
  const store = (type: 'component' | 'code_pattern', text: string, metadata: Record<string, unknown>) =>
    open.engine.memories.store(actor, { type, content: text, metadata });
  for (const [i, files] of projects.entries()) {
    const code = createProject(`part${i}`, files);
    await open.engine.code.index(actor, code.root);
    code.dispose();
  }
  const [file] = Object.keys(projects[0] ?? {});
  await store('code_pattern', content, {
    pattern_name: 'Shape',
    language,
    ...(template === undefined ? {} : { code_template: template }),
  });
  await store('component', `${name} does its part.`, { name, file_path: file, base_pattern: 'Shape' });
  const { score, deviations } = await open.engine.analysis.consistency(actor, name);
  return { score, found: deviations.map(({ type, expected, actual }) => `${type}: ${expected}, ${actual}`) };
}

describe('a component', () => {
  const carriers = { content: 'Carriers extend Base and define `quote()` and `book()`.', language: 'csharp' };
  const courier = { 'Courier.cs': 'public class Courier : Base {\n  public int Weight() { return 1; }\n}\n' };

  it('has no methods of a class of the same name in another language or project', async () => {
    const python = {
      'base.py': 'class Base:\n    def quote(self):\n        return 1\n\n    def book(self):\n        return 2\n',
    };
    const sharp = {
      'Base.cs': 'public class Base {\n  public int quote() { return 1; }\n  public int book() { return 2; }\n}\n',
    };
    const missing = [
      expect.stringMatching(/missing_method: the method quote/),
      expect.stringMatching(/the method book/),
    ];
    expect((await check(carriers, 'Courier', { ...courier, ...python })).found).toEqual(missing);
    expect((await check(carriers, 'Courier', courier, sharp)).found).toEqual(missing);
    expect(await check(carriers, 'Courier', { ...courier, ...sharp })).toEqual({ score: 1, found: [] });
  });

  it.each([
    [
      'python',
      {
        'fast.py': 'from base import Base\n\nclass Fast(Base):\n    def quote(self):\n        return 1\n',
        'base.py':
          'from abc import ABC, abstractmethod\n\nclass Base(ABC):\n    def quote(self):\n        raise NotImplementedError\n\n    @abstractmethod\n    def track(self):\n        ...\n\n    def close(self):\n        return 1\n',
      },
    ],
    [
      'typescript',
      {
        'fast.ts':
          "import { Base } from './base.ts';\n\nexport class Fast extends Base {\n  quote() { return 1; }\n}\n",
        'base.ts':
          'export abstract class Base {\n  abstract quote(): number;\n  abstract track(): Promise<void>;\n  close() { return 1; }\n}\n',
      },
    ],
    [
      'java',
      {
        'Fast.java': 'public class Fast extends Base {\n  public int quote() { return 1; }\n}\n',
        'Base.java':
          'public abstract class Base {\n  public abstract int quote();\n  public abstract void track();\n  public int close() { return 1; }\n}\n',
      },
    ],
    [
      'cpp',
      {
        'fast.cpp': '#include "base.hpp"\n\nclass Fast : public Base {\npublic:\n  int quote() { return 1; }\n};\n',
        'base.hpp':
          'class Base {\npublic:\n  virtual int quote() const = 0;\n  virtual void track() = 0;\n  int close() { return 1; }\n};\n',
      },
    ],
  ])('does not have what its base class only declares: %s', async (language, files) => {
    const content = 'Parts extend Base and implement `quote()`, `close()` and `track()`.';
    const { score, found } = await check({ content, language }, 'Fast', files);
    expect(found).toEqual([expect.stringMatching(/^missing_method: the method track/)]);
    expect(score).toBeLessThan(1);
  });

  it.each([
    [
      'cpp',
      {
        'fast.cpp': '#include "base.hpp"\n\nclass Fast : public Base {\npublic:\n  int quote() { return 1; }\n};\n',
        'base.hpp': 'class Base {\npublic:\n  virtual int quote() = 0;\n  void reset() { buffer.at(0) = 0; }\n};\n',
      },
    ],
    [
      'python',
      {
        'fast.py': 'from base import Base\n\nclass Fast(Base):\n    def quote(self):\n        return 1\n',
        'base.py':
          'class Base:\n    def reset(self, kind):\n        if kind == "a":\n            return 1\n        raise NotImplementedError(kind)\n',
      },
    ],
    [
      'java',
      {
        'Fast.java': 'public class Fast extends Base {\n  public int quote() { return 1; }\n}\n',
        'Base.java':
          'public class Base {\n  public int reset(int kind) {\n    if (kind == 1) return 1;\n    throw new UnsupportedOperationException();\n  }\n}\n',
      },
    ],
  ])('has what its base class does in some cases at least: %s', async (language, files) => {
    const content = 'Parts extend Base and implement `quote()` and `reset()`.';
    expect((await check({ content, language }, 'Fast', files)).found).toEqual([]);
  });

  it('does not have what its base class only declares by raising, whatever the message says', async () => {
    const content = 'Parts extend Base and implement `quote()` and `reset()`.';
    const { found } = await check({ content, language: 'python' }, 'Fast', {
      'fast.py': 'from base import Base\n\nclass Fast(Base):\n    def quote(self):\n        return 1\n',
      'base.py':
        'class Base:\n    def reset(self):\n        """Raises if it is not overridden."""\n        raise NotImplementedError("return something")\n',
    });
    expect(found).toEqual([expect.stringMatching(/^missing_method: the method reset/)]);
  });

  const service = (fields: string) => ({
    'Orders.java': `@Service\npublic class Orders implements DomainService {\n${fields}\n}\n`,
  });
  const kept = service('  private final Repo repo;\n  public Orders(Repo repo) { this.repo = repo; }');

  it.each([
    'Services are annotated @Service and implement DomainService (field injection with @Autowired is forbidden).',
    'Services are annotated @Service and implement DomainService, and field injection with @Autowired is forbidden.',
  ])('is refused only what the passive refuses, and once: %s', async (content) => {
    const java = { content, language: 'java' };
    expect(await check(java, 'Orders', kept)).toEqual({ score: 1, found: [] });
    const { found } = await check(java, 'Orders', service('  @Autowired\n  private Repo repo;'));
    expect(found).toEqual([expect.stringMatching(/@?Autowired/)]);
  });

  it('may not call a function that the pattern forbids by its bare name', async () => {
    const ruby = { content: 'Background jobs must not use puts.', language: 'ruby' };
    const job = (line: string) => ({ 'clean.rb': `class Clean < Job\n  def perform(id)\n    ${line}\n  end\nend\n` });
    expect((await check(ruby, 'Clean', job('puts "x"'))).found).toHaveLength(1);
    expect((await check(ruby, 'Clean', job('logger.info("x")'))).found).toEqual([]);
    const fetching = { content: 'Handlers must not use fetch.', language: 'typescript' };
    const code = { 'a.ts': 'export class Handler {\n  run() { return fetch("/x"); }\n}\n' };
    expect((await check(fetching, 'Handler', code)).found).toHaveLength(1);
  });

  it('may call its own function of the name of what must not be used', async () => {
    const state = { content: 'Handlers must not use state.', language: 'typescript' };
    const code = (line: string) => ({
      'a.ts': `export class Handler {\n  run() {\n    return ${line};\n  }\n\n  state() {\n    return 1;\n  }\n}\n`,
    });
    expect((await check(state, 'Handler', code('this.state()'))).found).toEqual([]);
    expect((await check(state, 'Handler', code('state()'))).found).toHaveLength(1);
    expect((await check(state, 'Handler', code('this.client.state()'))).found).toHaveLength(1);
    const archive = { content: 'Background jobs must not use archive.', language: 'ruby' };
    const job =
      'class Clean < Job\n  def perform(id)\n    archive(id)\n  end\n\n  def archive(id)\n    id\n  end\nend\n';
    expect((await check(archive, 'Clean', { 'clean.rb': job })).found).toEqual([]);
  });

  it('derives each of the traits of the template', async () => {
    const template = '#[derive(Debug, Serialize, Deserialize)]\npub struct {Name}Event {\n    pub id: String,\n}\n';
    const rust = { content: 'Events.', language: 'rust', template };
    const code = (traits: string) => ({ 'drop.rs': `${traits}\npub struct DropEvent {\n    pub id: String,\n}\n` });
    expect((await check(rust, 'DropEvent', code('#[derive(Debug)]'))).found).toEqual([
      'missing_decorator: the decorator derive(Serialize), has derive(Debug)',
      'missing_decorator: the decorator derive(Deserialize), has derive(Debug)',
    ]);
    const all = '#[derive(Clone, Debug)]\n#[derive(Serialize, Deserialize)]';
    expect((await check(rust, 'DropEvent', code(all))).found).toEqual([]);
  });

  it('takes the context that the methods of the template take', async () => {
    const template =
      'type {Name}Store struct{}\n\nfunc (s *{Name}Store) Get(ctx context.Context, id string) error { return nil }\n';
    const go = { content: 'Stores.', language: 'go', template };
    const code = (parameters: string) => ({
      'tour.go': `package store\n\ntype TourStore struct{}\n\nfunc (s *TourStore) Get(${parameters}) error { return nil }\n`,
    });
    expect((await check(go, 'TourStore', code('id string'))).found).toEqual([
      'missing_parameter: the parameter context.Context, Get takes id string',
    ]);
    expect((await check(go, 'TourStore', code('c context.Context, key string'))).found).toEqual([]);
  });

  it('deviates once in each method that lacks what the template gives it', async () => {
    const methods = ['Get', 'Put', 'Del'];
    const go = (name: string, parameters: string) =>
      `type ${name}Store struct{}\n\n${methods.map((each) => `func (s *${name}Store) ${each}(${parameters}) {}\n`).join('\n')}`;
    const stores = { content: 'Stores.', language: 'go', template: go('{Name}', 'ctx context.Context, id string') };
    const tours = await check(stores, 'TourStore', { 'tour.go': `package store\n\n${go('Tour', 'id string')}` });
    expect(tours.found).toEqual(
      methods.map((each) => `missing_parameter: the parameter context.Context, ${each} takes id string`),
    );
    const java = (name: string, mark: string) =>
      `public class ${name}Service {\n${['save', 'cancel'].map((each) => `  ${mark}public void ${each}(int id) { }\n`).join('\n')}}\n`;
    const services = { content: 'Services.', language: 'java', template: java('{Name}', '@Transactional\n  ') };
    const orders = await check(services, 'OrderService', { 'OrderService.java': java('Order', '') });
    expect(orders.found).toEqual([
      'missing_decorator: the decorator Transactional, save has no decorators',
      'missing_decorator: the decorator Transactional, cancel has no decorators',
    ]);
    expect(orders.score).toBeLessThan(0.7);
  });

  it('does not take its Python base class for a constructor parameter', async () => {
    const python = { content: 'Carriers extend Base and take a `Clock` in the constructor.', language: 'python' };
    const { found } = await check(python, 'Fast', {
      'fast.py': 'class Fast(Base):\n    def quote(self):\n        return 1\n',
    });
    expect(found).toEqual(['missing_parameter: the constructor parameter Clock, takes none']);
  });

  it('deviates twice where two practices begin with the same word', async () => {
    const go = { content: 'Functions never return nil. Never return bare errors.', language: 'go' };
    const code =
      'package a\n\ntype Store struct{}\n\nfunc (s *Store) Get() error {\n\tif s == nil {\n\t\treturn nil\n\t}\n\treturn err\n}\n';
    expect((await check(go, 'Store', { 'a.go': code })).found).toHaveLength(2);
  });

  it('deviates twice where two packages of one scope are forbidden', async () => {
    const nest = {
      content: 'Handlers must not import `@nestjs/common`. Handlers must not import `@nestjs/core`.',
      language: 'typescript',
    };
    const code = (modules: readonly string[]) => ({
      'a.ts': `${modules.map((module, i) => `import { A${i} } from '${module}';`).join('\n')}\nexport class Handler {\n  run() { return [A0, A1]; }\n}\n`,
    });
    expect((await check(nest, 'Handler', code(['@nestjs/common', '@nestjs/core']))).found).toHaveLength(2);
    expect((await check(nest, 'Handler', code(['@nestjs/common']))).found).toHaveLength(1);
  });

  it('deviates twice where a function and a method of the same name are both called', async () => {
    const logging = {
      content: 'Handlers must not call `log()`. Handlers must not call `console.log()`.',
      language: 'typescript',
    };
    const code = (...lines: readonly string[]) => ({
      'a.ts': `export class Handler {\n  run() {\n${lines.map((line) => `    ${line}`).join('\n')}\n  }\n}\n`,
    });
    expect((await check(logging, 'Handler', code("log('a');", "console.log('b');"))).found).toHaveLength(2);
    expect((await check(logging, 'Handler', code("console.log('b');"))).found).toHaveLength(1);
  });

  it('deviates once where several names rule out the same', async () => {
    const rust = { content: 'Readers must not call unwrap(). Never use println!.', language: 'rust' };
    const code = {
      'r.rs':
        'pub struct Reader;\nimpl Reader {\n    pub fn read(&self) {\n        println!("{}", self.next().unwrap());\n    }\n}\n',
    };
    const { found } = await check(rust, 'Reader', code);
    expect(found).toEqual([expect.stringMatching(/unwrap/), expect.stringMatching(/println/)]);
  });
});
