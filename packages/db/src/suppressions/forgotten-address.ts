import { createHash } from 'node:crypto';

/**
 * What an entry of suppression keeps of an address whose contact was deleted: a digest with the organization's id, so that no
 * two organizations' entries can be linked to one person. `forgotten_address` of the database computes the same.
 * @param address `normaliseAddress` form
 */
export function forgottenAddress(organizationId: string, address: string): string {
  const digest = createHash('sha256').update(`${organizationId} ${address}`).digest('hex');
  return `sha256:${digest}`;
}

/**
 * What `email` of an entry about an address is equal to: the address, or its digest. Behind `=`; both operands are SQL.
 * Only an organization that has deleted a contact with suppressions pays for a digest and a second look into the index: for all others it is
 * one look into a partial index that does not have them (0.5 µs beside 1.2).
 */
export function anyFormOf(organizationId: string, address: string): string {
  return `ANY (CASE
      WHEN EXISTS (SELECT FROM suppressions f WHERE f.organization_id = ${organizationId} AND f.email LIKE 'sha256:%')
      THEN ARRAY[${address}, forgotten_address(${organizationId}, ${address})]
      ELSE ARRAY[${address}] END)`;
}
