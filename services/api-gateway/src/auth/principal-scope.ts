import type { Principal, SendingDomain } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { Mode } from '@postrider/contracts/statuses';

/** The domains the key may read: its own when it is restricted, else every one of the organization. */
export function readableDomains({ domains, domainIds }: Principal): SendingDomain[] {
  const all = [...domains.values()];
  return domainIds === null ? all : all.filter((domain) => domainIds.includes(domain.id));
}

/**
 * @param named name or id
 * @throws AppError `unknown_domain`: not one that the key may read
 */
export function readableDomain(principal: Principal, named: string): SendingDomain {
  const wanted = named.toLowerCase();
  const domain = readableDomains(principal).find(({ id, name }) => (isId(wanted) ? id : name) === wanted);
  if (domain === undefined) throw new AppError('unknown_domain');
  return domain;
}

/**
 * The domain that figures are asked for.
 * @returns null: the whole organization
 * @throws AppError `forbidden_domain`: a restricted key asked for the total; `unknown_domain`: not one it may read
 */
export function measuredDomain(principal: Principal, named: string | undefined): SendingDomain | null {
  if (named !== undefined) return readableDomain(principal, named);
  if (principal.domainIds === null) return null;
  throw new AppError('forbidden_domain', 'A key that is restricted to domains must name one of them.');
}

/**
 * A key that may use only some domains reads what belongs to the whole organization, but does not change it.
 * @param why one sentence for the client
 * @throws AppError `forbidden_domain`
 */
export function requireUnrestricted(principal: Principal, why: string): void {
  if (principal.domainIds !== null) throw new AppError('forbidden_domain', why);
}

/**
 * A test key simulates; it lies in programs of developers and in pipelines, which guard it less well than a live one. So it is not
 * shown what live mail says: bodies, and the links that were clicked, which sign people in and reset passwords. Keys and users without the
 * right to read content see it of no email.
 */
export function seesContent(
  { actor, mode, rights }: Pick<Principal, 'actor' | 'mode' | 'rights'>,
  email: { readonly mode: Mode },
): boolean {
  if (!rights.content) return false;
  return actor.type === 'user' || mode === 'live' || email.mode === 'test';
}
