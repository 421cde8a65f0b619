import type { Connecting } from './connecting.ts';

/** The setting of a tenant that a copy has begun to fill. */
export const COPY_BEGUN = 'copy_of';

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
