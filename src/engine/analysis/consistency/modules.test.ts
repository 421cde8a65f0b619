import { describe, expect, it } from 'vitest';
import { isModule, isOfKind } from './modules.ts';

describe('a module that a pattern names', () => {
  it.each([
    ['../payments/stripe.js', 'stripe'],
    ['../payments/stripe.mjs', 'stripe'],
    ['../payments/stripe/index.ts', 'stripe'],
    ['../payments/stripe', '../payments/stripe.js'],
    ['@/payments/stripe', 'payments/stripe'],
    ['@stripe/stripe-js', 'stripe'],
    ['@stripe/stripe-js', '@stripe/stripe-js'],
    ['github.com/stripe/stripe-go/v76', 'stripe'],
    ['gopkg.in/yaml.v3', 'yaml'],
    ['package:stripe/stripe.dart', 'stripe'],
    ['payments.stripe', 'stripe'],
    ['..payments.stripe', 'payments.stripe'],
    ['org.hibernate.Session', 'org.hibernate'],
    ['sqlx::PgPool', 'sqlx'],
    ['Doctrine\\ORM', 'doctrine'],
    ['stripe', 'Stripe'],
    ['node:fs/promises', 'fs'],
    ['../infra/db.js', 'src/infra'],
    ['chart.js', 'chart.js'],
    ['lodash.debounce', 'lodash'],
  ])('is imported by %s: %s', (imported, asked) => {
    expect(isModule(imported, asked)).toBe(true);
  });

  it.each([
    ['../canvas/stripes.js', 'stripe'],
    ['../rides/carpool.js', 'pool'],
    ['Pool', 'pool'],
    ['../payments/express-checkout.js', 'express'],
    ['crate::sqlx_free', 'sqlx'],
    ['github.com/acme/stripes', 'stripe'],
    ['../payments/ledger', 'payments/stripe'],
    ['org.hibernatex.Session', 'org.hibernate'],
    ['socket.io-client', 'socket.io'],
  ])('is not imported by %s: %s', (imported, asked) => {
    expect(isModule(imported, asked)).toBe(false);
  });

  it('may be named by its kind', () => {
    expect(isOfKind('OrderRepository', 'repositories')).toBe(true);
    expect(isOfKind('../data/order-repository.js', 'repositories')).toBe(true);
    expect(isOfKind('../payments/express-checkout.js', 'express')).toBe(false);
  });
});
