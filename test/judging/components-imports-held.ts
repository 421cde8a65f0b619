// Components whose pattern forbids an import, written before the code was read; the half that was only counted.
import { broken, kept } from './of-one-import.ts';

const STRIPE = 'Route modules must not import stripe.';
const ROUTE = 'src/routes/refunds.ts';

export const IMPORTS_HELD = [
  ...broken(
    [STRIPE, ROUTE, ["export { refundCharge } from '../payments/stripe.js';"], /stripe/],
    [
      STRIPE,
      ROUTE,
      [
        "import { refundCharge } from '@/payments/stripe';",
        'export function refund(id: string) {\n  return refundCharge(id);\n}',
      ],
      /stripe/,
    ],
    [
      STRIPE,
      ROUTE,
      [
        "import Stripe from 'stripe';",
        "export function refund(id: string) {\n  return new Stripe('key').refunds.create({ charge: id });\n}",
      ],
      /stripe/,
    ],
    [
      'Use cases must not import retrofit2.',
      'src/main/kotlin/shop/Refund.kt',
      ['package shop\n', 'import retrofit2.http.GET\n', 'class Refund {\n  fun start(id: Long) = GET("/refunds")\n}'],
      /retrofit2/,
    ],
    [
      'Domain classes must not depend on EntityFrameworkCore.',
      'Domain/Refund.cs',
      [
        'using Microsoft.EntityFrameworkCore;\n',
        'namespace Shop.Domain;\n',
        'public class Refund\n{\n    public DbSet<Refund> All { get; set; }\n}',
      ],
      /EntityFrameworkCore/,
    ],
    [
      'Domain modules must not import sqlx.',
      'src/domain/refunds.rs',
      ['use sqlx::PgPool;\n', 'pub fn refund(pool: &PgPool, id: u64) {\n    mark_refunded(pool, id);\n}'],
      /sqlx/,
    ],
    [
      'Controllers must not import Doctrine.',
      'src/Controller/RefundController.php',
      [
        '<?php\nnamespace App\\Controller;\n',
        'use Doctrine\\ORM\\EntityManager;\n',
        'class RefundController\n{',
        '    public function refund(EntityManager $em, int $id)\n    {\n        $em->remove($id);\n    }\n}',
      ],
      /Doctrine/,
    ],
    [
      'Jobs must not require redis.',
      'app/jobs/refund_job.rb',
      ["require 'redis'\n", 'class RefundJob\n  def perform(id)\n    Redis.new.del(id)\n  end\nend'],
      /redis/,
    ],
    [
      'Services do not import requests.',
      'shop/services/refunds.py',
      ['def refund(charge):', '    import requests', '', '    return requests.post("https://pay", json=charge)'],
      /requests/,
    ],
    [
      'No page may import `db`.',
      'src/pages/refunds.ts',
      [
        "import { db as database } from '../storage/index.js';",
        'export function refunds() {\n  return database.all();\n}',
      ],
      /\bdb\b/,
    ],
  ),
  ...kept(
    [
      'Use cases must not import retrofit2.',
      'src/main/kotlin/shop/Refund.kt',
      [
        'package shop\n',
        'import com.shop.port.Catalogue\n',
        'class Refund(private val catalogue: Catalogue) {\n  fun start(id: Long) = catalogue.find(id)\n}',
      ],
    ],
    [
      'Domain classes must not depend on EntityFrameworkCore.',
      'Domain/Refund.cs',
      [
        'using Shop.Ports;\n',
        'namespace Shop.Domain;\n',
        'public class Refund\n{\n    public long Id { get; set; }\n}',
      ],
    ],
    [
      'Domain modules must not import sqlx.',
      'src/domain/refunds.rs',
      ['use crate::sqlx_free::Store;\n', 'pub fn refund(store: &Store, id: u64) {\n    store.mark_refunded(id);\n}'],
    ],
    [
      'Jobs must not require redis.',
      'app/jobs/refund_job.rb',
      [
        "require 'json'\nrequire_relative 'redistribution'\n",
        'class RefundJob\n  def perform(id)\n    Redistribution.new.start(id)\n  end\nend',
      ],
    ],
    [
      'Services do not import requests.',
      'shop/services/refunds.py',
      ['from shop.http import client', '', '', 'def refund(charge):', '    return client.post("/refunds", charge)'],
    ],
    [
      'No page may import `db`.',
      'src/pages/refunds.ts',
      ["import { dbName } from '../config/names.js';", 'export function refunds() {\n  return dbName;\n}'],
    ],
    [
      STRIPE,
      ROUTE,
      [
        "import { enqueue } from '../outbox/refunds.js';",
        "export function refund(id: string) {\n  return enqueue({ provider: 'stripe', id });\n}",
      ],
    ],
    [
      'Handlers must not import database/sql.',
      'handlers/refunds.go',
      [
        'package handlers\n',
        'import (\n\t"net/http"\n\n\t"github.com/acme/shop/store"\n)\n',
        'func Refund(w http.ResponseWriter, r *http.Request) {\n\tstore.Refund(r.FormValue("id"))\n}',
      ],
    ],
    [
      'Domain modules must not depend on express.',
      'src/domain/refunds.ts',
      [
        "import { expressCheckout } from '../payments/express-checkout.js';",
        'export function refund(id: string) {\n  return expressCheckout.refund(id);\n}',
      ],
    ],
    [
      STRIPE,
      ROUTE,
      [
        "import { refundCharge } from '@/payments/ledger';",
        'export function refund(id: string) {\n  return refundCharge(id);\n}',
      ],
    ],
  ),
];
