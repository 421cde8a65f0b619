import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../../test/open.ts';
import { createProject, type TestProject } from '../../../../test/project.ts';

const TEMPLATE = `import { Handler } from './handler.ts';
import { Metrics } from './metrics.ts';

export class <Name>Handler extends Handler {
  constructor(private readonly metrics: Metrics) { super(); }
  async validateInput(request: Request): Promise<void> {}
  async handle(request: Request): Promise<Response> { return new Response(); }
}`;

let open: OpenEngine;
let code: TestProject;
beforeAll(async () => {
  open = await openTestEngine();
  code = createProject('handlers', {
    'src/handler.ts': 'export class Handler {\n  async validateInput(_: Request): Promise<void> {}\n}\n',
    'src/orders.ts':
      "import { Handler } from './handler.ts';\nimport { Metrics } from './metrics.ts';\n\nexport class OrdersHandler extends Handler {\n  constructor(private readonly metrics: Metrics) {\n    super();\n  }\n\n  async handle(request: Request): Promise<Response> {\n    return new Response(request.url);\n  }\n}\n",
    'bin/nightly.sh': 'copy_database() {\n  pg_dump shop\n}\n',
    'src/users.ts':
      'export class UserThing {\n  handle_request(request: Request): Response {\n    return new Response(request.url);\n  }\n}\n',
  });
  await open.engine.code.index(OWNER, code.root);
  const store = (type: 'component' | 'code_pattern', content: string, metadata: Record<string, unknown>) =>
    open.engine.memories.store(OWNER, { type, content, metadata });
  await store('code_pattern', 'How a request is handled.', {
    pattern_name: 'Request handler',
    language: 'typescript',
    code_template: TEMPLATE,
    applicable_components: ['users'],
  });
  await store('component', 'Handles requests for orders.', { name: 'OrdersHandler', file_path: 'src/orders.ts' });
  await store('component', 'Users.', { component_id: 'users', name: 'UserThing', file_path: 'src/users.ts' });
  await store('component', 'Old.', { name: 'Legacy', file_path: 'src/gone.ts', base_pattern: 'Saga' });
});
afterAll(async () => {
  await open.dispose();
  code.dispose();
});

describe('a component checked against a pattern', () => {
  it('has the methods of its base class, and is compared with the most similar pattern if it names none', async () => {
    const { pattern, score, deviations, notes } = await open.engine.analysis.consistency(OWNER, 'OrdersHandler');
    expect(pattern).toMatchObject({ name: 'Request handler', by: 'similar' });
    expect(pattern?.confidence).toBeLessThan(1);
    expect({ score, deviations }).toEqual({ score: 1, deviations: [] });
    expect(notes.join(' ')).toMatch(/the most similar/);
  });

  it('is compared with the pattern of the kind that its name ends in', async () => {
    const metadata = { pattern_name: 'Command handler', language: 'typescript', code_template: 'class A { run() {} }' };
    const content = 'What each of them does.';
    await open.engine.memories.store(OWNER, { type: 'code_pattern', content, metadata });
    const component = { name: 'RefundCommandHandler', file_path: 'src/refund.ts' };
    await open.engine.memories.store(OWNER, { type: 'component', content: 'Refunds.', metadata: component });
    const { pattern, notes } = await open.engine.analysis.consistency(OWNER, 'RefundCommandHandler');
    expect(pattern).toMatchObject({ name: 'Command handler', by: 'kind' });
    expect(notes.join(' ')).toContain('Command handler is what the component is called.');
  });

  it('deviates in base class, name, constructor and methods', async () => {
    const { pattern, deviations, score } = await open.engine.analysis.consistency(OWNER, 'users');
    expect(pattern?.by).toBe('applicable_components');
    expect(deviations.map(({ type, expected }) => `${type}: ${expected}`)).toEqual([
      'other_base_class: the base class Handler',
      'naming: a name that ends in Handler',
      'missing_parameter: the constructor parameter private readonly metrics: Metrics',
      'missing_method: the method validateInput',
      'missing_method: the method handle',
    ]);
    // It is exported, as the template is; nothing else is kept.
    expect(score).toBeLessThan(0.2);
  });

  it('is compared with a pattern whose language is written in another way', async () => {
    const store = (type: 'component' | 'code_pattern', content: string, metadata: Record<string, unknown>) =>
      open.engine.memories.store(OWNER, { type, content, metadata });
    await store('code_pattern', 'A script that copies the database into a backup.', {
      pattern_name: 'Backup script',
      language: 'Shell',
      code_template: 'copy_database() {\n  pg_dump "$1"\n}\n',
    });
    await store('component', 'A script that copies the database into a nightly backup.', {
      name: 'NightlyCopy',
      file_path: 'bin/nightly.sh',
    });
    const { pattern } = await open.engine.analysis.consistency(OWNER, 'NightlyCopy');
    expect(pattern).toMatchObject({ name: 'Backup script', by: 'similar' });
  });

  const checked = async (name: string, content: string) => {
    const store = (type: 'component' | 'code_pattern', text: string, metadata: Record<string, unknown>) =>
      open.engine.memories.store(OWNER, { type, content: text, metadata });
    await store('code_pattern', content, { pattern_name: name, usage_context: content });
    await store('component', 'Orders.', { component_id: name, file_path: 'src/orders.ts', base_pattern: name });
    return open.engine.analysis.consistency(OWNER, name);
  };

  it('is not called consistent while a prohibition is unread', async () => {
    const { score, deviations, notes } = await checked('Quiet', 'Classes extend Handler. They never touch the disk.');
    expect({ score, deviations }).toEqual({ score: null, deviations: [] });
    expect(notes.join(' ')).toMatch(/also asks for what cannot be checked: “They never touch the disk\.”$/);
  });

  it('scores at most the share of the sentences that were read', async () => {
    const { score, deviations } = await checked('Half', 'Classes extend Handler. They answer within a moment.');
    expect({ score, deviations }).toEqual({ score: 0.5, deviations: [] });
  });

  it('gets a note if the pattern it names is not stored', async () => {
    const { notes } = await open.engine.analysis.consistency(OWNER, 'Legacy');
    expect(notes.join(' ')).toMatch(/names Saga as its base_pattern, but no such pattern is stored/);
  });
});
