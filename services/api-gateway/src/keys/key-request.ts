import {
  AppError,
  isId,
  type CreateKeyRequest,
  type Principal,
  type SendingDomain,
} from '@postrider/contracts';
import type { Clock } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { CursorCodec } from '../paging/cursor';
import type { KeyRow, KeysRepository } from './keys.repository';

export interface KeyRouteOptions {
  readonly keys: KeysRepository;
  readonly cursors: CursorCodec;
  /** After each commit: on the next request every gateway knows of it. */
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
}

/**
 * Ids of the domains that a new key is restricted to; null: not restricted.
 * @throws AppError `unknown_domain`; `forbidden_domain` when the caller cannot grant them
 */
export function grantedDomainIds(
  principal: Principal,
  { domain, domains }: Pick<CreateKeyRequest, 'domain' | 'domains'>,
): string[] | null {
  const asked = domain === undefined ? (domains ?? []) : [domain];
  const ids = asked.length === 0 ? null : [...new Set(asked.map((name) => domainNamed(principal, name).id))];
  requireGrantable(principal, ids);
  return ids;
}

/**
 * A key that is restricted to domains creates keys for these domains only, and changes no key that may use others.
 * @throws AppError `forbidden_domain`
 */
export function requireGrantable(principal: Principal, domainIds: readonly string[] | null): void {
  const own = principal.domainIds;
  if (own === null) return;
  if (domainIds === null) {
    throw new AppError(
      'forbidden_domain',
      'A key that is restricted to domains can manage only keys for these domains.',
    );
  }
  if (domainIds.some((id) => !own.includes(id))) throw new AppError('forbidden_domain');
}

/** @throws AppError `admin_key_not_mintable`, `forbidden_domain` */
export function requireRotatableBy(principal: Principal): (row: KeyRow) => void {
  return (row) => {
    requireGrantable(principal, row.domainIds);
    if (row.permission === 'ADMIN') throw new AppError('admin_key_not_mintable');
  };
}

/** @throws AppError `unknown_domain` */
function domainNamed({ domains }: Principal, nameOrId: string): SendingDomain {
  const wanted = nameOrId.toLowerCase();
  const found = isId(wanted)
    ? [...domains.values()].find(({ id }) => id === wanted)
    : domains.get(wanted.replace(/\.$/, ''));
  if (found === undefined) {
    throw new AppError('unknown_domain', `${nameOrId} is not a domain of the organization.`);
  }
  return found;
}
