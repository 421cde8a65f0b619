import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version.ts';

it('refuses every Node.js that package.json does not allow, with the version needed', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const oldest = String(engines.node).replace('>=', '');
  for (const version of ['18.20.8', '20.18.3', '16.0.0'])
    expect(nodeVersionProblem(version)).toBe(`Remanence needs Node.js ${oldest} or newer; this is ${version}.`);
  for (const version of [`${oldest}.0`, '20.20.2', '22.0.0', '24.1.0']) expect(nodeVersionProblem(version)).toBeNull();
});
