// Forbidden imports, from the sentence of a pattern to the verdict on a file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEngine, openTestEngine } from '../../../../test/open.ts';
import { createProject } from '../../../../test/project.ts';

let open: OpenEngine;
beforeAll(async () => {
  open = await openTestEngine();
});
afterAll(() => open.dispose());

let checks = 0;

async function check(rule: string, path: string, text: string) {
  const actor = { who: 'local', project: `imports ${checks++}` };
  const code = createProject('imports', { [path]: text });
  await open.engine.code.index(actor, code.root);
  code.dispose();
  await open.engine.memories.store(actor, {
    type: 'code_pattern',
    content: rule,
    metadata: { pattern_name: 'Module' },
  });
  await open.engine.memories.store(actor, {
    type: 'component',
    content: 'Refunds do their part.',
    metadata: { name: 'Refunds', file_path: path, base_pattern: 'Module' },
  });
  const { score, deviations } = await open.engine.analysis.consistency(actor, 'Refunds');
  return { score, found: deviations.map(({ expected, actual }) => `${expected}, ${actual}`) };
}

const ROUTE = 'src/routes/refunds.ts';
const importing = (what: string, module: string) =>
  `import { ${what} } from '${module}';\n\nexport function refund(id: string) {\n  return ${what}(id);\n}\n`;

describe('a forbidden import', () => {
  it.each([
    ['Route modules must not import stripe.', importing('refundCharge', '../payments/stripe.js')],
    ['Route modules must not import Stripe.', importing('refundCharge', '../payments/stripe.js')],
    ['Route modules must not import the Stripe SDK.', importing('refundCharge', 'stripe')],
    ['Route modules must not depend on `stripe`.', importing('refundCharge', '../payments/stripe.js')],
    ['The `stripe` module is never imported by routes.', importing('refundCharge', '../payments/stripe.js')],
    ['Route modules must not import axios, pg and stripe.', importing('refundCharge', '../payments/stripe.js')],
    ['Route modules must not import from `payments/*`.', importing('refundCharge', '../payments/stripe.js')],
    ['Route modules must not import repositories.', importing('save', '../data/order-repository.js')],
  ])('is found by the name of its module: %s %s', async (rule, text) => {
    expect((await check(rule, ROUTE, text)).found).toEqual([expect.stringMatching(/^no import of /)]);
  });

  it('is found by its full name where the code names it in two parts', async () => {
    const python = 'from payments import stripe\n\n\ndef refund(charge):\n    return stripe.refund(charge)\n';
    expect((await check('Views must not import payments.stripe.', 'views.py', python)).found).toHaveLength(1);
    const php = '<?php\nuse Doctrine\\ORM\\EntityManager;\n\nfunction refund(EntityManager $em) {\n}\n';
    const rule = 'Controllers must not import Doctrine\\ORM\\EntityManager.';
    expect((await check(rule, 'refunds.php', php)).found).toHaveLength(1);
  });

  it.each([
    ['Route modules must not import stripe.', importing('draw', '../canvas/stripes.js')],
    ['Route modules must not import `pool`.', importing('carpool', '../rides/carpool.js')],
    ['Route modules must not import `pool`.', "import { Pool } from 'pg';\n\nexport const made = new Pool();\n"],
  ])('is not one whose name merely contains it: %s %s', async (rule, text) => {
    expect(await check(rule, ROUTE, text)).toEqual({ score: 1, found: [] });
  });

  it('that may mean no module is found where it is one, and otherwise stays unjudged', async () => {
    const rule = 'Route modules must not import the database.';
    expect((await check(rule, ROUTE, importing('query', '../database.js'))).found).toHaveLength(1);
    expect(await check(rule, ROUTE, importing('query', 'pg'))).toEqual({ score: null, found: [] });
  });
});
