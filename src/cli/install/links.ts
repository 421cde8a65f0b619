import type { Launch } from '../launch.ts';
import { NAME } from './clients.ts';

/** Links for a page or README: one click installs the server in Cursor or VS Code. */
export function links({ command, args }: Launch): string {
  const config = Buffer.from(JSON.stringify({ command, args })).toString('base64');
  const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(config)}`;
  const vscode = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, command, args }))}`;
  return `${cursor}\n${vscode}\n`;
}
