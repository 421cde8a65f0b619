// Where each client keeps a project's MCP servers, in a file shared by everyone who works on it.
import * as z from 'zod';
import { NAME } from '../install/clients.ts';
import { withJsonServer } from '../install/json-servers.ts';
import type { Launch } from '../launch.ts';

export const Client = z.enum(['claude', 'cursor', 'vscode', 'none']);
export type Client = z.infer<typeof Client>;

interface ClientFile {
  readonly path: string;
  /** The key that holds the servers by name. */
  readonly servers: string;
  /** The client's placeholder for the project folder, if it starts servers in another one. */
  readonly folder?: string;
  entry(launch: Launch): object;
}

const plain = ({ command, args }: Launch) => ({ command, args });
// biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills it in.
const WORKSPACE = '${workspaceFolder}';

export const clientFiles: Readonly<Record<Exclude<Client, 'none'>, ClientFile>> = {
  claude: { path: '.mcp.json', servers: 'mcpServers', entry: plain },
  cursor: { path: '.cursor/mcp.json', servers: 'mcpServers', folder: WORKSPACE, entry: plain },
  vscode: {
    path: '.vscode/mcp.json',
    servers: 'servers',
    folder: WORKSPACE,
    entry: (launch) => ({ type: 'stdio', ...plain(launch) }),
  },
};

/** Adds our server to the file. Everything else stays, including additions to our entry. */
export const withServer = (text: string, { path, servers, entry }: ClientFile, launch: Launch): string =>
  withJsonServer(text, path, [servers, NAME], entry(launch));
