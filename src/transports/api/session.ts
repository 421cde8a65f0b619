import * as z from 'zod';
import { Role } from '../../engine/access/permission.ts';

/** Who the page acts for, and what it may know of the server. */
export const Whoami = z.object({
  /** Null before login. */
  who: z.string().nullable(),
  /** Null for the owner of the data folder, who may do everything. */
  role: Role.nullable(),
  needsToken: z.boolean(),
  readOnly: z.boolean(),
  /** What the server is confined to. */
  user: z.string().nullable(),
  project: z.string().nullable(),
  /** When the login ends; null without one. */
  endsAt: z.number().nullable(),
  version: z.string(),
});
export type Whoami = z.infer<typeof Whoami>;

export const Login = z.object({ token: z.string().min(1).max(200) });
