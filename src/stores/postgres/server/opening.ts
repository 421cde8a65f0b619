import type { Connecting } from './connecting.ts';

export interface Opening extends Connecting {
  readonly tenant: string;
  /** Whether it may make the schema, or bring it up to date. */
  readonly migrates: boolean;
}

/** As it may be shown. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'postgres';
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.href;
}
