// The page's API as a browser calls it: with the page's Origin and the login cookie.
import type { Posts, Reads, Routes } from '../src/transports/api/routes.ts';

export interface ApiAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

type Refused = { readonly error: { readonly code: string; readonly message: string } & Record<string, unknown> };
type Answered<N extends keyof Routes> = ApiAnswer<Routes[N]['output'] & Partial<Refused>>;

export class ApiClient {
  readonly url: string;
  readonly #headers: Record<string, string>;
  cookie: string | null = null;

  constructor(url: string, token?: string) {
    this.url = url;
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  get<N extends Reads>(name: N, input: Routes[N]['input']): Promise<Answered<N>> {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input)) {
      for (const each of [value].flat()) if (each !== undefined) query.append(key, String(each));
    }
    return this.send(`${pathOf(name)}?${query}`, { method: 'GET' });
  }

  post<N extends Posts>(name: N, input: Routes[N]['input']): Promise<Answered<N>> {
    const headers = { 'content-type': 'application/json', origin: this.url };
    return this.send(pathOf(name), { method: 'POST', headers, body: JSON.stringify(input) });
  }

  /** A raw request with the cookie of the last login. */
  async send<T>(path: string, init: RequestInit): Promise<ApiAnswer<T>> {
    const cookie: Record<string, string> = this.cookie === null ? {} : { cookie: this.cookie };
    const headers = { ...this.#headers, ...cookie, ...Object.fromEntries(new Headers(init.headers)) };
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = /^[^=]+=;/.test(set) ? null : (set.split(';')[0] ?? null);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}

const pathOf = (name: string): string => `/api/${name.replace('.', '/')}`;
