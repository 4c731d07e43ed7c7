import type { Principal, SendingDomain } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import type { CursorCodec } from '../../paging/cursor';
import type { SuppressionName, SuppressionsRepository } from './suppressions.repository';

export interface SuppressionRouteOptions {
  readonly suppressions: SuppressionsRepository;
  readonly cursors: CursorCodec;
}

/**
 * The scope of what is added: a domain of the key, or the whole organization.
 * @throws AppError `validation_error` when a restricted key names no domain, `forbidden_domain`, `unknown_domain`
 */
export function scopeOf(principal: Principal, named: string | undefined): SendingDomain | null {
  const own = principal.domainIds;
  if (named === undefined) {
    if (own === null) return null;
    throw invalidField('domain', 'required for a key that is restricted to domains');
  }
  const domain = principal.domains.get(named.toLowerCase());
  if (own !== null && (domain === undefined || !own.includes(domain.id))) {
    throw new AppError('forbidden_domain');
  }
  if (domain === undefined) throw new AppError('unknown_domain');
  return domain;
}

/**
 * The domain that a list is asked for.
 * @throws AppError `unknown_domain`: not one that the key may read
 */
export function listedDomain(principal: Principal, named: string | undefined): SendingDomain | null {
  if (named === undefined) return null;
  const own = principal.domainIds;
  const domain = principal.domains.get(named.toLowerCase());
  if (domain === undefined || (own !== null && !own.includes(domain.id)))
    throw new AppError('unknown_domain');
  return domain;
}

/**
 * The form in which addresses are kept and compared.
 * @throws AppError `validation_error`
 */
export function addressKey(email: string): string {
  const parsed = parseMailbox(email);
  if (!parsed.ok || parsed.mailbox.name !== null || email.includes('<')) {
    throw invalidField('email', 'not an email address');
  }
  return normaliseAddress(email);
}

/**
 * What a path names: an id, or an address and with it all entries of that address.
 * @throws AppError `not_found` for what is neither
 */
export function suppressionOf(principal: Principal, idOrEmail: string): SuppressionName {
  const visible = { organizationId: principal.organization.id, domainIds: principal.domainIds };
  if (isId(idOrEmail)) return { ...visible, id: idOrEmail };
  if (!parseMailbox(idOrEmail).ok) throw new AppError('not_found');
  return { ...visible, email: normaliseAddress(idOrEmail) };
}
