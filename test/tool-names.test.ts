// Notes, hints and errors name only tools that their reader has: those of the profile, or none.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contracts } from '../src/contracts/contracts.ts';

const SRC = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(?<!\.test|\.suite)\.ts$/.test(file) && !file.includes('fixture'));

/** A word with an underscore inside a sentence is a tool's name; alone it may be any name. */
const TOOLS = new Set(
  contracts.flatMap(({ tools }) => tools.map(({ name }) => name)).filter((name) => name.includes('_')),
);
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** The tools that the sentences of a file name, without comments and standalone names. */
function namedIn(file: string): string[] {
  const code = readFileSync(join(SRC, file), 'utf8').replace(/^\s*(?:\/\/|\/\*\*|\*).*$/gm, '');
  const sentences = [...code.matchAll(LITERAL)].map(([text]) => text).filter((text) => text.includes(' '));
  return sentences.flatMap((text) => text.match(/\w+/g) ?? []).filter((word) => TOOLS.has(word));
}

describe('texts for callers', () => {
  it('name no tool if every profile uses them', () => {
    const shared = files.filter((file) =>
      /^(?:engine|stores|providers|transports)\/|^contracts\/[^/]+\.ts$/.test(file),
    );
    expect(shared.length).toBeGreaterThan(100);
    expect(shared.flatMap((file) => namedIn(file).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  it.each(contracts.map((contract) => [contract.profile, contract.tools] as const))(
    'name only tools of %s if only that profile uses them',
    (profile, tools) => {
      const own = new Set(tools.map(({ name }) => name));
      const named = files.filter((file) => file.startsWith(`contracts/${profile}/`)).flatMap(namedIn);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !own.has(name))).toEqual([]);
    },
  );
});
