// Who may do what with a cube: one rule, which every check asks and the guide's table is made from.
import { z } from 'zod';

export const Role = z.enum(['guest', 'user', 'admin', 'root']);
export type Role = z.infer<typeof Role>;

export const Action = z.enum(['read', 'write', 'delete', 'admin']);
export type Action = z.infer<typeof Action>;

/** What a user is to a cube: its owner, somebody it was shared with, or neither. */
export const Tie = z.enum(['own', 'shared', 'foreign']);
export type Tie = z.infer<typeof Tie>;

export interface Permission {
  readonly allowed: boolean;
  readonly reason: string;
}

export const isAdmin = (role: Role): boolean => role === 'admin' || role === 'root';

export function permission(role: Role, tie: Tie, action: Action): Permission {
  if (isAdmin(role)) return { allowed: true, reason: `The role ${role} may administer every cube` };
  if (tie === 'foreign') return { allowed: false, reason: 'There is no such cube, or it is not shared with this user' };
  if (role === 'guest' && action !== 'read') return { allowed: false, reason: 'A guest only reads' };
  if (tie === 'own') return { allowed: true, reason: 'User is owner of the cube' };
  if (action === 'admin') return { allowed: false, reason: 'Only the owner, admin and root administer a cube' };
  return { allowed: true, reason: 'The cube is shared with the user' };
}

/** Administering a user: admins look after users and guests, root after everybody. */
export const mayManage = (role: Role, other: Role): boolean => role === 'root' || (role === 'admin' && !isAdmin(other));
