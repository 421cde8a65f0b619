// Payment, shops and shipping.
import { randomToken, type SecretPattern, token } from '../pattern.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const PAYMENTS: readonly SecretPattern[] = [
  token(
    'stripe_key',
    ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_'],
    '[rs]k_(?:live|test|prod)_[A-Za-z0-9_]{10,}',
  ),
  randomToken('webhook_secret', 'whsec_', 'whsec_[A-Za-z0-9+/=_-]{20,}'),
  token('square_token', 'sq0', String.raw`sq0(?:atp|csp|idp|csb)-[\w-]{22,}`),
  randomToken('square_token', 'eaaa', String.raw`EAAA[\w-]{22,}`),
  token(
    'braintree_token',
    'access_token$',
    String.raw`access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}`,
  ),
  token('shopify_token', 'shp', 'shp(?:at|ca|pa|ss|tka)_[a-fA-F0-9]{32}'),
  randomToken('adyen_key', 'aqe', 'AQE[a-z]hm[A-Za-z0-9+/=._-]{40,}'),
  token('plaid_token', 'access-', `access-(?:sandbox|development|production)-${UUID}`),
  token('flutterwave_key', 'flwseck', 'FLWSECK(?:_TEST)?-[a-zA-Z0-9-]{12,}'),
  token('razorpay_key', 'rzp_', 'rzp_(?:live|test)_[A-Za-z0-9]{14,}'),
  token('paddle_key', 'pdl_', String.raw`pdl_(?:live|sdbx)_apikey_\w{20,}`),
  randomToken('mollie_key', ['live_', 'test_'], '(?:live|test)_[A-Za-z0-9]{30,40}(?![A-Za-z0-9])'),
  token('easypost_key', ['ezak', 'eztk'], 'EZ[AT]K[A-Za-z0-9]{54}'),
  token('shippo_token', 'shippo_', 'shippo_(?:live|test)_[a-fA-F0-9]{40}'),
  token('duffel_token', 'duffel_', String.raw`duffel_(?:live|test)_[\w=-]{40,}`),
];
