import type { Permission } from '../statuses/statuses';

/** What a member of an organization may do, the least first: each includes the ones before it. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** A role as the permission of a key. A viewer also changes nothing. */
export const rolePermissions: Readonly<Record<Role, Permission>> = {
  viewer: 'SEND',
  member: 'SEND',
  admin: 'ADMIN',
  owner: 'ADMIN',
};

/** Whether a role includes another one. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
