// Components whose pattern forbids an import, written before the code was read; the half to work with.
import { broken, kept } from './of-one-import.ts';

const STRIPE = 'Route modules must not import stripe.';
const ROUTE = 'src/routes/refunds.ts';

export const IMPORTS_WORKED = [
  ...broken(
    [
      STRIPE,
      ROUTE,
      [
        'import { refundCharge } from "../payments/stripe.js";',
        'export function refund(id: string) {',
        '  return refundCharge(id);',
        '}',
      ],
      /stripe/,
    ],
    [
      'Route modules must not import `pool`.',
      ROUTE,
      [
        "import { pool } from '../db/pool.js';",
        'export async function refund(id: string) {',
        "  return pool.query('select 1', [id]);",
        '}',
      ],
      /pool/,
    ],
    [
      'Route modules must not import `pool`.',
      ROUTE,
      [
        "import { migrate, pool } from '../db/index.js';",
        'export async function refund(id: string) {',
        "  await migrate();\n  return pool.query('select 1', [id]);",
        '}',
      ],
      /pool/,
    ],
    [
      'Route modules must not depend on stripe.',
      'src/routes/refunds.js',
      [
        "const { refundCharge } = require('../payments/stripe.js');",
        'function refund(id) {\n  return refundCharge(id);\n}',
        'module.exports = { refund };',
      ],
      /stripe/,
    ],
    [
      STRIPE,
      ROUTE,
      [
        'export async function refund(id: string) {',
        "  const { refundCharge } = await import('../payments/stripe.mjs');",
        '  return refundCharge(id);\n}',
      ],
      /stripe/,
    ],
    [
      'Views must not import stripe.',
      'shop/views/refunds.py',
      ['from payments import stripe', '', '', 'def refund(request):', '    return stripe.refund(request.charge)'],
      /stripe/,
    ],
    [
      'Views never import stripe.',
      'shop/views/refunds.py',
      ['import payments.stripe as s', '', '', 'def refund(request):', '    return s.refund(request.charge)'],
      /stripe/,
    ],
    [
      'Handlers must not import stripe.',
      'handlers/refunds.go',
      [
        'package handlers\n',
        'import (\n\t"net/http"\n\n\t"github.com/stripe/stripe-go/v76"\n)\n',
        'func Refund(w http.ResponseWriter, r *http.Request) {\n\tstripe.Key = r.FormValue("key")\n}',
      ],
      /stripe/,
    ],
    [
      'Controllers must not import org.hibernate.',
      'src/main/java/shop/RefundController.java',
      [
        'package shop;\n',
        'import org.hibernate.Session;\n',
        'public class RefundController {',
        '  public void refund(Session session, long id) {\n    session.delete(id);\n  }\n}',
      ],
      /hibernate/,
    ],
    [
      'Components must not import @stripe/stripe-js directly.',
      'src/components/Pay.ts',
      ["import { loadStripe } from '@stripe/stripe-js';", 'export const pay = (key: string) => loadStripe(key);'],
      /stripe/,
    ],
  ),
  ...kept(
    [
      STRIPE,
      ROUTE,
      ["import { tidy } from '../canvas/stripes.js';", 'export function refund(id: string) {\n  return tidy(id);\n}'],
    ],
    [
      STRIPE,
      ROUTE,
      [
        '// This used to import stripe; the worker does it now.',
        "import { enqueue } from '../outbox/outbox.js';",
        "export function refund(id: string) {\n  return enqueue('refund', id);\n}",
      ],
    ],
    [
      'Route modules must not import `pool`.',
      ROUTE,
      [
        "import { carpool } from '../rides/carpool.js';",
        'export function refund(id: string) {\n  return carpool.refund(id);\n}',
      ],
    ],
    [
      'Route modules must not depend on stripe.',
      'src/routes/refunds.js',
      [
        "const { enqueue } = require('../outbox/refund-outbox.js');",
        'function refund(id) {\n  return enqueue(id);\n}',
        'module.exports = { refund };',
      ],
    ],
    [
      'Views must not import stripe.',
      'shop/views/refunds.py',
      ['from payments import outbox', '', '', 'def refund(request):', '    return outbox.add(request.charge)'],
    ],
    [
      'Handlers must not import stripe.',
      'handlers/refunds.go',
      [
        'package handlers\n',
        'import (\n\t"net/http"\n\n\t"github.com/acme/shop/stripes"\n)\n',
        'func Refund(w http.ResponseWriter, r *http.Request) {\n\tstripes.Draw(w)\n}',
      ],
    ],
    [
      'Controllers must not import org.hibernate.',
      'src/main/java/shop/RefundController.java',
      [
        'package shop;\n',
        'import org.springframework.web.bind.annotation.PostMapping;\n',
        'public class RefundController {',
        '  @PostMapping\n  public void refund(long id) {\n    refunds.start(id);\n  }\n}',
      ],
    ],
    [
      'Domain modules must not import sqlx.',
      'src/domain/refunds.rs',
      [
        'use crate::ports::OrderStore;\n',
        'pub fn refund(store: &dyn OrderStore, id: u64) {\n    store.mark_refunded(id);\n}',
      ],
    ],
    [
      'Components must not import @stripe/stripe-js directly.',
      'src/components/Pay.ts',
      ["import { checkout } from '@/payments/checkout';", 'export const pay = (key: string) => checkout(key);'],
    ],
    [
      'Controllers must not import Doctrine.',
      'src/Controller/RefundController.php',
      [
        '<?php\nnamespace App\\Controller;\n',
        'use App\\Service\\RefundService;\n',
        'class RefundController\n{',
        '    public function refund(RefundService $refunds, int $id)\n    {\n        $refunds->start($id);\n    }\n}',
      ],
    ],
  ),
];
