// Five small projects, as their teams would record them; the expected answers are a careful reader's.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/engine/access/actor.ts';
import type { Analysis } from '../../src/engine/analysis/analysis.ts';
import { toUuid } from '../../src/engine/ids.ts';
import { type OpenEngine, openTestEngine } from '../open.ts';
import { CLINIC, CLINIC_FIXES } from './clinic.ts';
import { DESK, DESK_FIXES } from './desk.ts';
import { GAME, GAME_FIXES } from './game.ts';
import { type ExampleMemory, PARCEL_FIXES, PARCELS } from './parcels.ts';
import { PIPELINE, PIPELINE_FIXES } from './pipeline.ts';
import { TRAP_FIXES, TRAPS } from './traps.ts';

const CODE = join(dirname(fileURLToPath(import.meta.url)), 'parcels');
const project = (name: string): Actor => ({ who: 'local', project: name });
const PARCEL_PROJECTS = ['parcels with metadata', 'parcels as prose'];

let open: OpenEngine;
let analysis: Analysis;

async function tell(name: string, told: readonly ExampleMemory[]): Promise<void> {
  const { memories } = open.engine;
  const given = told.map(({ type, content, metadata }) => ({ type, content, metadata }));
  await memories.storeMany(project(`${name} with metadata`), given);
  const prose = told.map(({ type, prose: content }) => ({ type, content }));
  await memories.storeMany(project(`${name} as prose`), prose);
}

beforeAll(async () => {
  open = await openTestEngine();
  analysis = open.engine.analysis;
  await tell('parcels', PARCELS);
  await tell('desk', DESK);
  await open.engine.memories.storeMany(project('pipeline as prose'), PIPELINE);
  await open.engine.memories.storeMany(project('game as prose'), GAME);
  await open.engine.memories.storeMany(project('clinic with metadata'), CLINIC);
  await open.engine.memories.storeMany(project('traps'), TRAPS);
  for (const name of PARCEL_PROJECTS) await open.engine.code.index(project(name), CODE);
}, 120_000);
afterAll(() => open.dispose());

describe.each(PARCEL_PROJECTS)('%s', (name) => {
  const actor = project(name);
  const fix = (text: string, component = 'AccountService', files: string[] = []) =>
    analysis.validateFix(actor, { fix: text, component, files });

  describe('a requirement', () => {
    it('is traced to what implements, designs and tests it, and to what is missing', async () => {
      const trace = await analysis.trace(actor, 'REQ-SEC-1');
      expect(trace.requirement).toMatchObject({ id: 'REQ-SEC-1', title: 'Safe passwords', status: 'Implemented' });
      const [account, vault] = trace.implementations;
      expect(account).toMatchObject({ exists: true, name: 'AccountService', filePath: 'parcels/accounts.py' });
      expect(account?.completeness).toBe(0.85);
      expect(account?.basis.join(' ')).toMatch(/code is indexed: parcels\/accounts\.py.*1 of 2 tests passed/);
      expect(vault).toMatchObject({ exists: false, memory: null, completeness: 0 });
      expect(vault?.name).toMatch(/password-?vault/i);
      expect(trace.designs).toMatchObject([{ id: 'ADR-1', title: 'Password hashing', type: 'ADR', retired: false }]);
      expect(new Map(trace.tests.map((test) => [test.name, test.status]))).toEqual(
        new Map([
          ['test_password_is_hashed', 'Passed'],
          ['test_empty_password_is_refused', 'Failed'],
        ]),
      );
      expect(trace.coverage).toEqual({ implementation: 0.5, testing: 0.5 });
    });

    it('is found in the code that names it', async () => {
      const { code } = await analysis.trace(actor, 'REQ-PAR-1');
      expect(code).toEqual([{ path: 'parcels/tracking.py', symbol: 'TrackingService.record', line: 11 }]);
      expect((await analysis.trace(actor, 'REQ-SEC-1')).code).toContainEqual({
        path: 'parcels/accounts.py',
        symbol: 'AccountService.set_password',
        line: 12,
      });
    });

    it('that is not started has no progress', async () => {
      expect(await analysis.trace(actor, 'req-par-9')).toMatchObject({
        requirement: { id: 'REQ-PAR-9', status: 'Draft' },
        implementations: [],
        designs: [],
        tests: [],
        code: [],
        coverage: { implementation: 0, testing: 0 },
      });
    });

    it('is found by its id, its memory id in any spelling, and its title', async () => {
      const memory = await analysis.find(actor, 'REQ-SEC-2', ['requirements']);
      for (const spelling of [memory.id, `mem_${memory.id}`, 'req sec 2', 'Discreet logs']) {
        expect((await analysis.find(actor, spelling, ['requirements'])).id).toBe(memory.id);
      }
    });
  });

  describe('the context of a component', () => {
    it('lists its rules, its dependencies and its dependants', async () => {
      const context = await analysis.designContext(actor, 'tracking-service', { includeCode: false });
      expect(context.component).toMatchObject({ name: 'TrackingService', filePath: 'parcels/tracking.py' });
      expect(context.requirements.map(({ id }) => id).sort()).toEqual(['REQ-API-1', 'REQ-PAR-1', 'REQ-SEC-2']);
      const designs = new Map(context.designs.map((design) => [design.id, design]));
      expect([...designs.keys()].sort()).toEqual(['ADR-0', 'ADR-2', 'ADR-5']);
      expect(designs.get('ADR-0')?.retired).toBe(true);
      expect(designs.get('ADR-2')?.excerpt).toMatch(/PostgreSQL/);
      expect(context.dependencies.map((each) => each.name)).toEqual(['ParcelRepository']);
      expect(context.dependents.map((each) => each.name)).toEqual(['CarrierPoller']);
      expect(context.tests).toMatchObject([{ name: 'test_history_is_kept', status: 'Passed' }]);
      expect(context.code).toBeNull();
    });

    it('includes its code on request', async () => {
      const { code } = await analysis.designContext(actor, 'TrackingService', { includeCode: true });
      expect(code?.map(({ signature }) => signature)).toContain('def record(self, parcel_id, state)');
    });

    it('names its pattern', async () => {
      const { patterns } = await analysis.designContext(actor, 'ParcelRepository', { includeCode: false });
      expect(patterns.map((pattern) => pattern.name)).toEqual([expect.stringMatching(/^Repository/)]);
    });
  });

  describe('a component and its pattern', () => {
    it('agree if nothing deviates', async () => {
      const { score, deviations, pattern } = await analysis.consistency(actor, 'ParcelRepository');
      expect({ score, deviations }).toEqual({ score: 1, deviations: [] });
      expect(pattern?.confidence).toBeGreaterThan(0.8);
    });

    it('differ in what a reader of both would mark', async () => {
      const { score, deviations, recommendations } = await analysis.consistency(actor, 'depot-store');
      expect(deviations.map(({ type, severity }) => `${type} ${severity}`).sort()).toEqual([
        'missing_dependency medium',
        'missing_error_handling medium',
        'missing_logging low',
        'missing_method high',
        'naming low',
        'other_base_class high',
      ]);
      expect(score).toBeLessThan(0.4);
      expect(recommendations[0]).toMatch(/parcels\/depots\.py extends nothing|has get/);
      for (const { basis } of deviations) expect(basis).toMatch(/parcels\/depots\.py/);
    });

    it('are not compared without a pattern, and the answer says what to add', async () => {
      const checked = await analysis.consistency(actor, 'CarrierPoller');
      expect(checked).toMatchObject({ pattern: null, score: null, deviations: [] });
      expect(checked.recommendations.join(' ')).toMatch(/Add a code_pattern/);
    });
  });

  describe('a fix', () => {
    it('with bcrypt scores high, with md5 clearly lower, and names what it breaks', async () => {
      const good = await fix('Use bcrypt with rounds=12');
      const bad = await fix('Switch to md5 via hashlib');
      expect(good.alignment).toMatchObject({ verdict: 'aligned', design: 1 });
      expect(good.concerns).toEqual([]);
      expect(bad.alignment.verdict).toBe('contradicts');
      expect(good.alignment.score - bad.alignment.score).toBeGreaterThan(0.5);
      expect(bad.concerns[0]).toMatchObject({
        severity: 'high',
        relatedRequirement: 'REQ-SEC-1',
        relatedDesign: 'ADR-1',
        message: expect.stringMatching(/md5.*bcrypt/s),
        quote: expect.stringMatching(/bcrypt/),
      });
    });

    it('with a number that differs from the decision is a concern', async () => {
      const { concerns, alignment } = await fix('Use bcrypt with cost 4');
      expect(concerns).toMatchObject([{ type: 'number', message: expect.stringMatching(/sets 4 where 12/) }]);
      expect(alignment.score).toBeLessThan(0.4);
    });

    it('without an applicable rule neither agrees nor contradicts', async () => {
      const { alignment, concerns, recommendations } = await fix('Rename a CSS class');
      expect(alignment).toMatchObject({ score: 0.5, verdict: 'unrelated' });
      expect(concerns).toEqual([]);
      expect(recommendations.join(' ')).toMatch(/No rule recorded for .* could be related to this fix/);
    });

    it('is not judged by a superseded decision, which is mentioned', async () => {
      const { retired, alignment, recommendations } = await fix('Store parcels in PostgreSQL.', 'tracking-service');
      expect(alignment.verdict).toBe('aligned');
      expect(retired.map(({ content }) => content)).toEqual([expect.stringContaining('MongoDB')]);
      expect(recommendations.join(' ')).toMatch(/ADR-0.* no longer in force/);
    });

    it("outside the component's files is a mild concern", async () => {
      const inside = await fix('Use bcrypt with a cost of 12.', 'AccountService', ['./parcels/accounts.py']);
      expect(inside.concerns).toEqual([]);
      const outside = await fix('Use bcrypt with a cost of 12.', 'AccountService', ['parcels/poller.py']);
      expect(outside.concerns).toMatchObject([{ type: 'outside_component', severity: 'low' }]);
    });

    it('of 10 000 characters is accepted, an empty one refused', async () => {
      const long = `${'The form is moved a little to the left so that it looks better on small screens. '.repeat(125)} Hash passwords with md5.`;
      expect(long.length).toBeGreaterThan(10_000);
      expect((await fix(long)).alignment.verdict).toBe('contradicts');
      await expect(fix(' \n')).rejects.toMatchObject({ code: 'invalid' });
    });
  });

  it('an unknown component is answered with the nearest known ones', async () => {
    const asked = analysis.designContext(actor, 'acount service', { includeCode: false });
    await expect(asked).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringMatching(/closest matches are: account-?service/i),
    });
  });
});

describe('judgements of fixes', () => {
  const TABLE = [
    ...['with metadata', 'as prose'].flatMap((told) => [
      ...PARCEL_FIXES.map((fix) => [`parcels ${told}`, ...fix] as const),
      ...DESK_FIXES.map((fix) => [`desk ${told}`, ...fix] as const),
    ]),
    ...PIPELINE_FIXES.map((fix) => ['pipeline as prose', ...fix] as const),
    ...GAME_FIXES.map((fix) => ['game as prose', ...fix] as const),
    ...CLINIC_FIXES.map((fix) => ['clinic with metadata', ...fix] as const),
    ...TRAP_FIXES.map((fix) => ['traps', ...fix] as const),
  ];

  it("are never the opposite of a reader's, and mostly the same", async () => {
    const wrong: string[] = [];
    const opposite: string[] = [];
    for (const [name, fix, component, expected] of TABLE) {
      const { verdict } = (await analysis.validateFix(project(name), { fix, component })).alignment;
      if (verdict === expected) continue;
      const said = `${name}: ${fix} ${expected}, not ${verdict}`;
      wrong.push(said);
      if (verdict !== 'unrelated' && expected !== 'unrelated') opposite.push(said);
    }
    expect(opposite).toEqual([]);
    const plain = TABLE.filter(([name]) => name !== 'traps');
    expect([plain.length, TABLE.length]).toEqual([146, 244]);
    // For traps it is enough not to fall into them.
    const missed = wrong.filter((said) => !said.startsWith('traps'));
    expect(missed.length / plain.length, missed.join('\n')).toBeLessThanOrEqual(0.1);
  });

  const ofBackups = (fix: string) => analysis.validateFix(project('traps'), { fix, component: 'backups' });

  it('that are based on no rule say so', async () => {
    const { alignment, notes } = await ofBackups('Rename the folder of the nightly job');
    expect(alignment).toMatchObject({ verdict: 'unrelated', score: 0.5 });
    expect(notes.join(' ')).toMatch(/No rule was found for or against this fix/);
  });

  it('name the rule that the fix touches if it could not be judged', async () => {
    const { alignment, notes, recommendations } = await ofBackups('Encrypt only the backups of paying customers');
    expect(alignment).toMatchObject({ verdict: 'unrelated', score: 0.5 });
    expect(notes.join(' ')).toMatch(/The fix touches .*, which could not be judged: compare it yourself/);
    expect(recommendations.join(' ')).toMatch(/^Compare the fix with .*: “.*encrypted/);
  });
});

describe('a component without indexed code', () => {
  it.each(['desk with metadata', 'desk as prose'])('cannot be judged: %s', async (name) => {
    const { score, deviations, notes } = await analysis.consistency(project(name), 'ReplyForm');
    expect({ score, deviations }).toEqual({ score: null, deviations: [] });
    expect(notes.join(' ')).toMatch(/Cannot be judged: .* code/);
  });
});

describe('the evidence of a trace', () => {
  const actor = project('payments');
  beforeAll(async () => {
    const requirement = (id: string, title: string, components: string[]) => ({
      type: 'requirements' as const,
      content: `${title} are made.`,
      metadata: { requirement_id: id, title, implementing_components: components },
    });
    const component = (name: string, content: string) => ({ type: 'component' as const, content, metadata: { name } });
    const test = (name: string, status: string, component: string) => ({
      type: 'test_history' as const,
      content: `Run on main: ${status}.`,
      metadata: { test_name: name, status, affected_component: component },
    });
    await open.engine.memories.storeMany(actor, [
      requirement('REQ-P-1', 'Refunds', []),
      requirement('REQ-P-2', 'Payouts', ['payer']),
      requirement('REQ-P-3', 'Receipts', ['printer', 'counter']),
      component('refunder', 'Asks people. It does not implement REQ-P-1 any more.'),
      component('payer', 'Pays.'),
      component('printer', 'Prints.'),
      component('counter', 'Counts.'),
      test('pays_once', 'Passed', 'payer'),
      test('prints', 'Failed', 'printer'),
      {
        type: 'design',
        content: 'Payouts go out at night.',
        metadata: { design_id: 'ADR-P-1', title: 'Nightly payouts', related_requirements: ['REQ-P-2'] },
      },
    ]);
  });

  it('excludes a component that says it no longer implements the requirement', async () => {
    expect((await analysis.trace(actor, 'REQ-P-1')).implementations).toEqual([]);
  });

  it('may be tests of its components if none names it, and the notes say so', async () => {
    const { tests, coverage, notes } = await analysis.trace(actor, 'REQ-P-2');
    expect(tests.map(({ name }) => name)).toEqual(['pays_once']);
    expect(coverage.testing).toBe(1);
    expect(notes.join(' ')).toMatch(/No test names REQ-P-2; .* tests of payer/);
  });

  it('is worth less with a failing test than with none', async () => {
    const { implementations } = await analysis.trace(actor, 'REQ-P-3');
    const of = (wanted: string) => implementations.find(({ name }) => name === wanted)?.completeness ?? -1;
    expect(of('printer')).toBeLessThan(of('counter'));
    expect(of('printer')).toBeGreaterThan(0);
  });

  it('binds a component through its requirements', async () => {
    const { designs } = await analysis.designContext(actor, 'payer', { includeCode: false });
    expect(designs).toMatchObject([{ id: 'ADR-P-1', basis: expect.stringMatching(/serves REQ-P-2, through which/) }]);
  });
});

describe('other stored memories', () => {
  it('are not searched for an empty name', async () => {
    const actor = project('traps');
    await expect(analysis.trace(actor, '')).rejects.toMatchObject({ code: 'invalid' });
    await expect(analysis.designContext(actor, ' ', { includeCode: false })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('are quoted verbatim', async () => {
    const { designs } = await analysis.designContext(project('traps'), 'prompts', { includeCode: false });
    expect(designs[0]?.excerpt).toContain('from the standard library; we never read them');
  });

  it('in another project never appear', async () => {
    const stranger = project('empty');
    await open.engine.memories.store(stranger, { type: 'component', content: 'AccountService: signs people in.' });
    const { alignment, requirements, designs } = await analysis.validateFix(stranger, {
      fix: 'Switch the passwords to md5 via hashlib',
      component: 'AccountService',
    });
    expect({ requirements, designs }).toEqual({ requirements: [], designs: [] });
    expect(alignment.verdict).toBe('unknown');
    await expect(analysis.trace(stranger, 'REQ-SEC-1')).rejects.toMatchObject({ code: 'not_found' });
    expect((await analysis.consistency(stranger, 'AccountService')).pattern).toBeNull();
  });

  it("about an affected file bind the fix like the component's rules", async () => {
    const actor = project('files');
    await open.engine.memories.storeMany(actor, [
      { type: 'component', content: 'Takes orders.', metadata: { name: 'Checkout', file_path: 'src/checkout.ts' } },
      { type: 'component', content: 'Sends letters.', metadata: { name: 'Post', file_path: 'src/post' } },
      {
        type: 'requirements',
        content: 'Letters are stored in PostgreSQL.',
        metadata: { requirement_id: 'REQ-F-1', implementing_components: ['Post'] },
      },
    ]);
    const fix = { fix: 'Move the letters to MongoDB.', component: 'Checkout' };
    const { requirements, concerns } = await analysis.validateFix(actor, { ...fix, files: ['src/post/letters.ts'] });
    expect(requirements).toMatchObject([
      { tied: true, verdict: 'breaks', basis: 'a rule of Post, whose file is affected' },
    ]);
    expect(concerns[0]).toMatchObject({ severity: 'high', relatedRequirement: 'REQ-F-1' });
    const elsewhere = await analysis.validateFix(actor, { ...fix, files: ['src/postage.ts'] });
    expect(elsewhere.requirements.filter(({ tied }) => tied)).toEqual([]);
  });

  it('with the same name are mentioned, and the newest is used', async () => {
    const actor = project('twins');
    const tell = (content: string) =>
      open.engine.memories.store(actor, { type: 'component', content, metadata: { name: 'Mailer' } });
    await tell('Sends mail by SMTP.');
    const { memory } = await tell('Sends mail by way of a provider.');
    const { component, notes } = await analysis.designContext(actor, 'mailer', { includeCode: false });
    expect(component.memory.id).toBe(memory.id);
    expect(notes.join(' ')).toMatch(/1 more memory has this name/);
    expect(notes.join(' ')).toContain(toUuid(memory.id));
  });

  it('that are no longer valid bind nothing', async () => {
    const actor = project('past');
    await open.engine.memories.store(actor, { type: 'component', content: 'KeyStore: keeps keys.' });
    const { memory } = await open.engine.memories.store(actor, {
      type: 'design',
      content: 'ADR-9: Hashing. KeyStore must hash keys with bcrypt.',
    });
    const judge = async () =>
      (await analysis.validateFix(actor, { fix: 'Hash keys with scrypt.', component: 'KeyStore' })).alignment.verdict;
    expect(await judge()).toBe('contradicts');
    await open.engine.memories.invalidate(actor, memory.id, { reason: 'no longer so' });
    expect(await judge()).toBe('unknown');
  });
});
