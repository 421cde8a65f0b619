// A plain page that works without JavaScript: that the server runs, what it holds, and how to connect an agent.
import type { Status } from '../engine/status.ts';

/** A separate file: the content security policy forbids inline styles. */
export const STATUS_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #222; background: #fff }
th { text-align: left; padding-right: 2rem; font-weight: 600 }
pre { background: #f3f3f5; padding: .8rem; border-radius: 6px; overflow-x: auto }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #18181b } pre { background: #27272a } }
`;
export const STATUS_STYLE_PATH = '/status.css';

/** Current figures, and how to connect an agent. */
export function statusTable({ version, counts, embedding, bytes, pending, disk }: Status, origin: string): string {
  const rows: [string, string | number][] = [
    ['Memories', counts.memories],
    ['Entities', counts.entities],
    ['Relations', counts.relations],
    ['On disk', `${(bytes / 1e6).toFixed(1)} MB`],
    ...(disk.room ? [['Free disk space', `${(disk.room.freeBytes / 1e9).toFixed(1)} GB`] as [string, string]] : []),
    ['Embedding model', `${embedding.model} (${embedding.state}${pending > 0 ? `, ${pending} memories pending` : ''})`],
  ];
  const table = rows.map(([name, value]) => `<tr><th>${name}</th><td>${escapeHtml(String(value))}</td></tr>`).join('');
  return `<h1>Remanence ${escapeHtml(version)}</h1>
<table>${table}</table>
<h2>Connect an agent</h2>
<pre>claude mcp add --transport http remanence ${escapeHtml(origin)}/mcp</pre>`;
}

export const statusPage = (status: Status, origin: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Remanence</title>
<link rel="stylesheet" href="${STATUS_STYLE_PATH}">
</head>
<body>
${statusTable(status, origin)}
</body>
</html>
`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
