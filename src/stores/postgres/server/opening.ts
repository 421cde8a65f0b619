import type { Connecting } from './connecting.ts';

export interface Opening extends Connecting {
  readonly tenant: string;
  /** Whether it may create or migrate the schema. */
  readonly migrates: boolean;
}

/** The address in a form safe to display. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'postgres';
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.href;
}
