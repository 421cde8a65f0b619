import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, connectContract } from '../../../test/contract-client.ts';
import { type OpenEngine, openTestEngine } from '../../../test/open.ts';
import { createProject, type TestProject } from '../../../test/project.ts';
import { longTermMemory } from './contract.ts';

const PAYMENTS = {
  'src/payments/gate.py': 'class PaymentGate:\n    def charge(self, amount):\n        return amount\n',
  'src/payments/refunds.py': 'def refund(order, amount):\n    return order.pay_back(amount)\n',
  'src/payments_old/legacy.py': 'def legacy_refund(order):\n    return order\n',
};

describe('long-term-memory', () => {
  let open: OpenEngine;
  let served: ContractClient;
  let project: TestProject;
  const add = async (type: string, content: string, metadata: Record<string, unknown> = {}) =>
    expect((await served.call('memory_add', { type, content, metadata })).isError).toBe(false);

  beforeAll(async () => {
    open = await openTestEngine();
    project = createProject('shop', PAYMENTS);
    const actor = { who: 'local', roots: [project.root] };
    served = await connectContract(longTermMemory, open.engine, actor);
    await open.engine.code.index(actor, project.root);
    for (const id of ['REQ-1', 'REQ-2', 'REQ-3'])
      await add('requirements', `${id}: what payments has to do`, {
        requirement_id: id,
        implementing_components: ['payments'],
      });
    await add('component', 'Charges and refunds.', {
      component_id: 'payments',
      name: 'payments',
      file_path: 'src/payments/',
    });
    await add('component', 'Prints invoices.', { component_id: 'invoices', name: 'invoices' });
    const test = (test_name: string, status: string, requirement: string, text = test_name) =>
      add('test_history', text, {
        test_name,
        status,
        affected_component: 'payments',
        related_requirements: [requirement],
      });
    await test('test_logging', 'Passed', 'REQ-2', 'test_logging, which was split from the test of REQ-1');
    await test('test_refund', 'Failed', 'REQ-3');
    await add('test_history', 'test_charge: the status code check failed', { related_requirements: ['REQ-3'] });
    await add('design', 'ADR-7: Use idempotency keys. Retries charged customers twice.', {
      decision: 'Use idempotency keys',
      rationale: 'Retries charged customers twice',
      affected_components: ['payments'],
    });
    await add('design', 'ADR-8: payments rounds to even, because the tax office asks for it.');
    await add('design', 'ADR-1: All services log JSON.', { design_type: 'ADR', title: 'JSON logs' });
    await add('design', 'ADR-9: Invoices are PDF files.', { affected_components: ['invoices'] });
    await add('session', 'Post-mortem: payments went down for an hour because a retry had no key.', {
      components_modified: ['payments'],
    });
    await add('session', 'Renamed a variable in payments.', { components_modified: ['payments'] });
  }, 60_000);
  afterAll(async () => {
    await served.close();
    await open.dispose();
    project.dispose();
  });

  describe('trace_requirements', () => {
    const trace = async (requirement_id: string) => (await served.call('trace_requirements', { requirement_id })).value;

    it("does not count another requirement's test", async () => {
      const { implementations, tests, coverage } = await trace('REQ-1');
      expect(tests).toEqual([]);
      expect(coverage.testing).toBe(0);
      expect(implementations[0].basis.join(' ')).toMatch(/No test of it is recorded for this requirement/);
      expect(implementations[0].completeness).toBeLessThan((await trace('REQ-2')).implementations[0].completeness);
    });

    it('lists the code of each component, in which no line need name the requirement', async () => {
      await add('component', 'Takes the money.', { name: 'PaymentGate', file_path: 'src/payments/gate.py' });
      await add('component', 'Pays it back.', { name: 'refunds', file_path: 'src/payments/refunds.py' });
      await add('requirements', 'REQ-4: money moves both ways', {
        implementing_components: ['PaymentGate', 'refunds'],
      });
      const { code, implementations } = await trace('REQ-4');
      expect(code).toEqual([
        { path: 'src/payments/gate.py', symbol: 'PaymentGate', line: 1 },
        { path: 'src/payments/refunds.py', symbol: '', line: 1 },
      ]);
      expect(implementations[1].basis).toContain('Its code is indexed: src/payments/refunds.py.');
      expect((await trace('REQ-1')).code).toMatchObject([{ path: 'src/payments' }]);
    });

    it('does not trace a note without a type, and says so', async () => {
      await open.engine.memories.store({ who: 'local' }, { content: 'REQ-C-1: The blower must stop in a second.' });
      const { isError, value } = await served.call('trace_requirements', { requirement_id: 'REQ-C-1' });
      expect(isError).toBe(true);
      expect(value.error).toMatchObject({
        code: 'NF_NOT_FOUND',
        suggestion: expect.stringMatching(/stored without a type; only memories of the type requirements count/),
      });
    });

    it('counts the latest result of a test everywhere, whatever component it names', async () => {
      await add('requirements', 'REQ-6: the oven heats up', { implementing_components: ['invoices'] });
      const result = { test_name: 't_heat', related_requirements: ['REQ-6'] };
      await add('test_history', 't_heat ran', { ...result, status: 'Passed', affected_component: 'invoices' });
      await add('test_history', 't_heat ran again', { ...result, status: 'Failed' });
      const { implementations, tests } = await trace('REQ-6');
      expect(tests).toMatchObject([{ status: 'Failed' }]);
      expect(implementations[0].basis).toContain('0 of 1 tests passed: t_heat Failed.');
    });

    it.each(['要求', '🪷'])('says of %s that none is called so, not that none is stored', async (requirement_id) => {
      const { value } = await served.call('trace_requirements', { requirement_id });
      expect(value.error.message).toContain(`No requirement is called "${requirement_id}"`);
      expect(value.error.suggestion).toMatch(/^No name is like it; the newest are: .*REQ-3/);
    });

    it('does not count a failed test as coverage', async () => {
      const { implementations, tests, coverage } = await trace('REQ-3');
      expect(tests.map((test: { status: string }) => test.status)).toEqual(['Failed', 'Failed']);
      expect(coverage.testing).toBe(0);
      expect(implementations[0].completeness).toBeLessThan((await trace('REQ-1')).implementations[0].completeness);
    });
  });

  describe('validate_fix', () => {
    it.each([
      ['MD5 is never used.', 'Replace md5 by bcrypt.', 'aligned'],
      ['MD5 is never used.', 'Hash the keys with md5.', 'contradicts'],
      ['Passwords are never logged.', 'Log the password of the user.', 'contradicts'],
      ['Passwords are never logged.', 'Stop logging passwords.', 'aligned'],
      ['SHA-1 has never been allowed for signatures.', 'Sign with SHA-256 instead of SHA-1.', 'aligned'],
      ['Kafka was replaced by RabbitMQ.', 'Publish to Kafka.', 'contradicts'],
      ["We don't use Jest; tests run with Vitest.", 'Port the last Jest tests to Vitest.', 'aligned'],
      ['Do not retry payments.', 'Fail the payment without retrying.', 'aligned'],
      ['Personal data is never sent to third parties.', 'Stop sending personal data to third parties.', 'aligned'],
      ['The cache is never written to directly.', 'Write to the cache directly.', 'contradicts'],
      ['Queries are parameterised.', 'Use a parameterised query.', 'aligned'],
      ['Every table has a primary key.', 'Add a primary key to events.', 'aligned'],
      ['TLS 1.2 or newer is required.', 'Switch to TLS 1.3.', 'aligned'],
      ['Card numbers are not stored.', 'Store card numbers in the table of orders.', 'contradicts'],
    ])('understands “%s” as people do: “%s” is %s', async (rule, fix_description, verdict) => {
      const component_id = `vault ${rule}`;
      await add('component', component_id, { component_id });
      await add('requirements', rule, { requirement_id: `REQ ${rule}`, implementing_components: [component_id] });
      expect((await served.call('validate_fix', { component_id, fix_description })).value.verdict).toBe(verdict);
    });
  });

  describe('get_design_context', () => {
    const context = async (component_id: string) =>
      (await served.call('get_design_context', { component_id, include_code: true })).value;
    const called = (designs: { excerpt: string }[], name: RegExp) => designs.find(({ excerpt }) => name.test(excerpt));

    it('gives the reason for each decision, from the metadata or the text', async () => {
      const { design_documents } = await context('payments');
      expect(called(design_documents, /idempotency/)).toMatchObject({ rationale: 'Retries charged customers twice' });
      expect(called(design_documents, /rounds/)).toMatchObject({ rationale: expect.stringMatching(/the tax office/) });
    });

    it('includes designs for the whole project, but not those of another component', async () => {
      const { design_documents } = await context('payments');
      expect(called(design_documents, /JSON/)).toMatchObject({ basis: 'it applies to the whole project' });
      expect(called(design_documents, /PDF/)).toBeUndefined();
    });

    it('includes past incidents of the component', async () => {
      const { incidents } = await context('payments');
      expect(incidents).toMatchObject([{ excerpt: expect.stringMatching(/went down/) }]);
      expect((await context('invoices')).incidents).toEqual([]);
    });

    it('reads the code of a component that is a folder', async () => {
      const { code, notes } = await context('payments');
      const paths = new Set(code.map(({ path }: { path: string }) => path));
      expect([...paths].sort()).toEqual(['src/payments/gate.py', 'src/payments/refunds.py']);
      expect(notes).toEqual([]);
    });
  });
});
