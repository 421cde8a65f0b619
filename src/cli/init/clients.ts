// Where each client keeps the MCP servers of a project, and how it spells one.
import { z } from 'zod';
import { invalid, messageOf } from '../../errors.ts';
import type { Launch } from '../launch.ts';

export const Client = z.enum(['claude', 'cursor', 'vscode', 'none']);
export type Client = z.infer<typeof Client>;

interface ClientFile {
  readonly path: string;
  /** The key that holds the servers by their names. */
  readonly servers: string;
  entry(launch: Launch): Record<string, unknown>;
}

const plain = ({ command, args }: Launch) => ({ command, args });

export const clientFiles: Readonly<Record<Exclude<Client, 'none'>, ClientFile>> = {
  claude: { path: '.mcp.json', servers: 'mcpServers', entry: plain },
  cursor: { path: '.cursor/mcp.json', servers: 'mcpServers', entry: plain },
  vscode: {
    path: '.vscode/mcp.json',
    servers: 'servers',
    entry: (launch) => ({ type: 'stdio', ...plain(launch) }),
  },
};

const NAME = 'remanence';
const JsonObject = z.record(z.string(), z.unknown());

/** The file with our server in it. Everything else stays, also what somebody added to our entry. */
export function withServer(text: string, { path, servers, entry }: ClientFile, launch: Launch): string {
  const ours = entry(launch);
  const file = readObject(text, path, servers, ours);
  const known = objectAt(file, servers, path);
  const before = objectAt(known, NAME, path);
  const after = { ...before, ...ours };
  // A file that says it already keeps the layout it has.
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  const changed = { ...file, [servers]: { ...known, [NAME]: after } };
  const json = `${JSON.stringify(changed, null, indentOf(text))}\n`;
  return text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json;
}

function readObject(text: string, path: string, servers: string, ours: unknown): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    return JsonObject.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    const wanted = JSON.stringify({ [servers]: { [NAME]: ours } });
    const problem = error instanceof z.ZodError ? 'it holds no object' : messageOf(error);
    throw invalid(
      `${path} is not plain JSON: ${problem}.`,
      `Nothing was written. Mend it, or pass --client none and add this to it by hand: ${wanted}`,
    );
  }
}

function objectAt(object: Record<string, unknown>, key: string, path: string): Record<string, unknown> {
  const value = JsonObject.safeParse(object[key] ?? {});
  if (!value.success) throw invalid(`${key} in ${path} is not an object.`, 'Nothing was written. Mend the file first.');
  return value.data;
}

/** As the file is indented, two spaces where it is not. */
const indentOf = (text: string): string => /^\s*\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
