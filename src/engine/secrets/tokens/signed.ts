// Signed tokens and one-line keys.
import { type SecretPattern, token } from '../pattern.ts';

export const SIGNED: readonly SecretPattern[] = [
  token('age_key', 'age-secret-key-1', 'AGE-SECRET-KEY-1[A-Z0-9]{40,}'),
  token(
    'jwt',
    'zxlk',
    'ZXlK(?:aGJHY2lPaU|amRIa2lPaU|aGRXUWlPaU|cGMzTWlPaU|cmFXUWlPaU|MGVYQWlPaU)[A-Za-z0-9+/=_-]{40,}',
  ),
  token('jwt', 'eyj', String.raw`(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,8000}\.[\w-]{8,}`),
  token('jwt', 'eyj', String.raw`(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{0,2000}\.[\w-]{8,200}\.[\w-]{8,}\.[\w-]{8,}`),
];
