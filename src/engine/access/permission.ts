// Who may do what with a cube: the one rule that every check uses and that the guide's table is generated from.
import * as z from 'zod';

export const Role = z.enum(['guest', 'user', 'admin', 'root']);
export type Role = z.infer<typeof Role>;

export const Action = z.enum(['read', 'write', 'delete', 'admin']);
export type Action = z.infer<typeof Action>;

/** How a user relates to a cube: as its owner, by a share, or not at all. */
export const Tie = z.enum(['own', 'shared', 'foreign']);
export type Tie = z.infer<typeof Tie>;

export interface Permission {
  readonly allowed: boolean;
  readonly reason: string;
}

export const isAdmin = (role: Role): boolean => role === 'admin' || role === 'root';

export function permission(role: Role, tie: Tie, action: Action): Permission {
  if (isAdmin(role)) return { allowed: true, reason: `The role ${role} may administer every cube` };
  if (tie === 'foreign') return { allowed: false, reason: 'The cube does not exist or is not shared with this user' };
  if (role === 'guest' && action !== 'read') return { allowed: false, reason: 'A guest may only read' };
  if (tie === 'own') return { allowed: true, reason: 'User is owner of the cube' };
  if (action === 'admin') return { allowed: false, reason: 'Only the owner, admin and root may administer a cube' };
  return { allowed: true, reason: 'The cube is shared with the user' };
}

/** Who may manage whom: admins manage users and guests, root manages everyone. */
export const mayManage = (role: Role, other: Role): boolean => role === 'root' || (role === 'admin' && !isAdmin(other));
