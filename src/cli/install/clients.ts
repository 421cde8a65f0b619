// The known clients: where each keeps its user's MCP servers, and how it writes one down.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Launch } from '../launch.ts';
import { readObject, withJsonServer, withoutJsonServer } from './json-servers.ts';
import { withoutTomlServer, withTomlServer } from './toml-servers.ts';

/** The name of our server in every client. */
export const NAME = 'remanence';

export interface Client {
  readonly id: string;
  readonly name: string;
  /** A path that exists once the client has been used. */
  readonly sign: string;
  readonly file: string;
  /** Starts servers in the folder of the project, so that they can tell which it is. */
  readonly inProject: boolean;
  add(text: string, launch: Launch): string;
  remove(text: string): string;
}

export interface Machine {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const plain = ({ command, args }: Launch) => ({ command, args });
const typed = (launch: Launch) => ({ type: 'stdio', ...plain(launch) });

export function clientsOf({ home, platform, env }: Machine): Client[] {
  const xdg = env.XDG_CONFIG_HOME || join(home, '.config');
  const applications =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? env.APPDATA || join(home, 'AppData', 'Roaming')
        : xdg;
  const claude = env.CLAUDE_CONFIG_DIR;
  const codex = env.CODEX_HOME || join(home, '.codex');
  const zed = platform === 'win32' ? join(applications, 'Zed') : join(xdg, 'zed');
  const opencode = join(xdg, 'opencode');
  const withComments = join(opencode, 'opencode.jsonc');
  return [
    {
      ...json('claude-code', 'Claude Code', join(claude ?? home, '.claude.json'), ['mcpServers'], typed),
      sign: claude ?? join(home, '.claude'),
      inProject: true,
    },
    json(
      'claude-desktop',
      'Claude Desktop',
      join(applications, 'Claude', 'claude_desktop_config.json'),
      ['mcpServers'],
      plain,
    ),
    {
      id: 'codex',
      name: 'Codex',
      sign: codex,
      file: join(codex, 'config.toml'),
      inProject: true,
      add: (text, launch) => withTomlServer(text, join(codex, 'config.toml'), NAME, plain(launch)),
      remove: (text) => withoutTomlServer(text, join(codex, 'config.toml'), NAME),
    },
    json('cursor', 'Cursor', join(home, '.cursor', 'mcp.json'), ['mcpServers'], plain),
    json('vscode', 'VS Code', join(applications, 'Code', 'User', 'mcp.json'), ['servers'], typed),
    {
      ...json('gemini', 'Gemini CLI', join(home, '.gemini', 'settings.json'), ['mcpServers'], plain),
      inProject: true,
    },
    json('zed', 'Zed', join(zed, 'settings.json'), ['context_servers'], (launch) => ({
      source: 'custom',
      ...plain(launch),
    })),
    json('windsurf', 'Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json'), ['mcpServers'], plain),
    {
      ...json(
        'opencode',
        'opencode',
        existsSync(withComments) ? withComments : join(opencode, 'opencode.json'),
        ['mcp'],
        ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
      ),
      inProject: true,
    },
  ];
}

/** The clients that have been used on this machine. */
export const found = (clients: readonly Client[]): Client[] =>
  clients.filter(({ sign, file }) => existsSync(sign) || existsSync(file));

type Spell = (launch: Launch) => object;

function json(id: string, name: string, file: string, servers: readonly string[], spell: Spell): Client {
  return {
    id,
    name,
    sign: join(file, '..'),
    file,
    inProject: false,
    add: (text, launch) => withJsonServer(text, file, placeIn(text, file, servers), spell(launch)),
    remove: (text) => withoutJsonServer(text, file, placeIn(text, file, servers)),
  };
}

const Nested = z.object({ mcp: z.object({ servers: z.record(z.string(), z.unknown()) }) });

/** opencode 2 keeps its servers one level deeper than opencode 1. */
function placeIn(text: string, file: string, servers: readonly string[]): readonly string[] {
  const body = text.replace(/^\uFEFF/, '');
  const isNested = servers[0] === 'mcp' && body.trim() !== '' && Nested.safeParse(readObject(body, file)).success;
  return isNested ? [...servers, 'servers', NAME] : [...servers, NAME];
}
