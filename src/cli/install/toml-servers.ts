// Codex keeps its servers in TOML: our table goes to the end of the file, where it cannot affect what precedes it.
import { parse, stringify, TomlError } from 'smol-toml';
import * as z from 'zod';
import { invalid } from '../../errors.ts';
import { lineEndOf } from './line-ends.ts';

const Servers = z.object({ mcp_servers: z.record(z.string(), z.record(z.string(), z.unknown())).default({}) });

export function withTomlServer(text: string, path: string, name: string, entry: object): string {
  const ours = read(text, path)[name];
  if (ours !== undefined) {
    if (JSON.stringify({ ...ours, ...entry }) === JSON.stringify(ours)) return text;
    throw invalid(
      `${path} already has a server named ${name}, which starts another program.`,
      `Nothing was written. Remove it first: codex mcp remove ${name}`,
    );
  }
  const eol = lineEndOf(text);
  const table = stringify({ mcp_servers: { [name]: entry } }).trim();
  const above = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  const after = `${above}${text === '' ? '' : eol}${table.replaceAll('\n', eol)}${eol}`;
  read(after, path);
  return after;
}

/** Removes the table up to the next one, keeping the comments directly above that next table. */
export function withoutTomlServer(text: string, path: string, name: string): string {
  if (read(text, path)[name] === undefined) return text;
  const kept: string[] = [];
  let inside = false;
  let above: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const [, table] = /^\s*\[([^\]]+)\]/.exec(line) ?? [];
    if (table !== undefined) {
      const isOurs = table === `mcp_servers.${name}` || table.startsWith(`mcp_servers.${name}.`);
      if (inside && !isOurs) kept.push(...above);
      inside = isOurs;
    }
    if (!inside) kept.push(line);
    above = inside && /^\s*#/.test(line) ? [...above, line] : [];
  }
  const after = kept.join('');
  if (read(after, path)[name] !== undefined)
    throw invalid(
      `${path} defines the server ${name} in a form that install does not write.`,
      `Run: codex mcp remove ${name}`,
    );
  return after;
}

function read(text: string, path: string): Record<string, Record<string, unknown>> {
  try {
    return Servers.parse(parse(text.replace(/^\uFEFF/, ''))).mcp_servers;
  } catch (error) {
    const where = error instanceof TomlError ? ` in line ${error.line}` : ': mcp_servers is not a table';
    throw invalid(`${path} is not a Codex configuration${where}.`, 'Nothing was written. Fix the file first.');
  }
}
