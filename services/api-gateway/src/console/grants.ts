import { includesRole, type Role } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { Grant } from '@postrider/identity';
import type { MemberPrincipal } from './console-request';

/**
 * Only owners make, change and remove owners; admins the others.
 * @throws AppError `forbidden`
 */
export function requireGrantableRole(authorRole: Role, role: Role): void {
  const needed = role === 'owner' ? 'owner' : 'admin';
  if (!includesRole(authorRole, needed)) throw new AppError('forbidden', `This requires the role ${needed}.`);
}

/**
 * Ids of the domains that are granted; empty: all.
 * @throws AppError `unknown_domain`, `validation_error`
 */
export function grantedDomainIds(member: MemberPrincipal, asked: readonly string[] | null): string[] {
  if (asked === null) return [];
  if (asked.length === 0) {
    throw invalidField('domain_ids', 'must name at least one domain; null allows all domains');
  }
  const known = new Set([...member.domains.values()].map(({ id }) => id));
  return [...new Set(asked.map((id) => id.toLowerCase()))].map((id) => {
    if (!isId(id) || !known.has(id)) {
      throw new AppError('unknown_domain', `${id} is not a domain of the organization.`);
    }
    return id;
  });
}

/**
 * Members cannot grant, change or remove more than they have themselves.
 * @throws AppError `forbidden_domain`, `forbidden`
 */
export function requireGrantable({ domainIds, rights }: MemberPrincipal, grant: Grant): void {
  if (
    domainIds !== null &&
    (grant.domainIds.length === 0 || grant.domainIds.some((id) => !domainIds.includes(id)))
  ) {
    throw new AppError('forbidden_domain', 'You can manage only members of your own domains.');
  }
  if ((grant.content && !rights.content) || (grant.export && !rights.export)) {
    throw new AppError('forbidden', 'You cannot grant rights that you do not have.');
  }
}
