// The page: its built files, the table shown without JavaScript, and the link that logs the owner in.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Serving } from '../contracts/serve.ts';
import { asRemanenceError } from '../errors.ts';
import { refuse } from './api/answer.ts';
import { addressOf, admit, setLogin, slowed } from './api/entry.ts';
import { type AuthSettings, type HttpContext, originOf } from './authentication.ts';
import type { App } from './listen.ts';
import { statusTable } from './status-page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
};
const INDEX = 'index.html';
const TABLE = '<!--status-->';
/** File names here contain a content hash, so they can be cached for ever. */
const HASHED = 'assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether the page was built. */
export const hasPage = (folder: string): boolean => filesOf(folder).includes(INDEX);

export function addPage(app: App, folder: string, serving: Serving, entrance: AuthSettings): void {
  const index = readFileSync(join(folder, INDEX), 'utf8');
  // Only files that exist now are served, by exact name.
  for (const name of filesOf(folder).filter((each) => each !== INDEX)) {
    const file = fileOf(folder, name);
    app.get(`/${name}`, (context) => {
      const isPacked = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
      const packed = { 'content-encoding': 'gzip', vary: 'accept-encoding' };
      return context.body(isPacked ? file.packed : file.bytes, 200, { ...file.headers, ...(isPacked ? packed : {}) });
    });
  }
  app.get('/', async (context) => {
    const table = await tableFor(context, serving, entrance);
    return context.html(
      index.replace(TABLE, () => table),
      200,
      { 'cache-control': 'no-cache' },
    );
  });
  app.get('/open/:secret', async (context) => {
    try {
      const address = addressOf(context, entrance);
      const { logins } = await serving.engine();
      const entered = await slowed(logins.enterByLink(context.req.param('secret')), address, entrance);
      setLogin(context, entered.secret, entered.endsAt);
      return context.redirect('/', 303);
    } catch (thrown) {
      return refuse(context, thrown);
    }
  });
}

/** Shows no figures before login. */
async function tableFor(context: HttpContext, serving: Serving, entrance: AuthSettings): Promise<string> {
  try {
    const { actor } = await admit(context, serving, entrance);
    const engine = await serving.engine();
    return statusTable(await engine.status(actor), originOf(context));
  } catch (thrown) {
    if (asRemanenceError(thrown).code !== 'unauthenticated') throw thrown;
    return '<p>This server needs a token, and its page needs JavaScript to log in.</p>';
  }
}

const filesOf = (folder: string): string[] => {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: false });
    return entries.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in TYPES);
  } catch {
    return [];
  }
};

function fileOf(folder: string, name: string): PageFile {
  const bytes = new Uint8Array(readFileSync(join(folder, name)));
  return {
    bytes,
    packed: new Uint8Array(gzipSync(bytes, { level: 9 })),
    headers: {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': name.startsWith(HASHED) ? IMMUTABLE : 'no-cache',
    },
  };
}
