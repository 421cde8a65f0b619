// Writes NOTICE: the third-party components of the npm package and their licences.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.mjs';
import { thirdParties } from './third-parties.mjs';

const HEAD = `The npm package of Remanence contains third-party components. This list is written by \`npm run notice\` from what the
bundler put into dist and what is copied beside it. The grammars are those of dist/grammars, each by its own authors, as
built by tree-sitter-wasm; the model is described in the NOTICE beside it.
`;
const RULE = '-'.repeat(80);

export async function notice() {
  const parts = thirdParties(await bundle({ write: false }));
  const lines = parts.map((part) => `- ${titleOf(part)} (${part.licence}): ${part.where}`);
  const carriers = new Map();
  for (const part of parts) {
    if (part.texts.length === 0) throw new Error(`${part.name} has no licence text: add it in third-parties.mjs.`);
    for (const text of part.texts.map(tidy)) carriers.set(text, [...(carriers.get(text) ?? []), titleOf(part)]);
  }
  const texts = [...carriers].map(([text, titles]) => `${RULE}\n${titles.join(', ')}\n${RULE}\n\n${text}\n`);
  return [HEAD, `${lines.join('\n')}\n`, ...texts].join('\n');
}

const titleOf = ({ name, version }) => (version === undefined ? name : `${name} ${version}`);

const tidy = (text) =>
  text
    .replaceAll('\r', '')
    .replace(/[ \t]+$/gm, '')
    .trim();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(dirname(dirname(process.argv[1])), 'NOTICE'), await notice());
}
