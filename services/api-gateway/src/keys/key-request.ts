import {
  AppError,
  isId,
  type CreateKeyRequest,
  type Permission,
  type Principal,
  type SendingDomain,
} from '@postrider/contracts';
import type { Clock } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { CursorCodec } from '../paging/cursor';
import { requireRecentAuthentication } from '../http/check-permission';
import type { KeyCreator, KeyRow, KeysRepository } from './keys.repository';

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
      'Keys and members that are restricted to domains can manage only keys for these domains.',
    );
  }
  if (domainIds.some((id) => !own.includes(id))) throw new AppError('forbidden_domain');
}

/**
 * Keys with the permission ADMIN are created and rotated by admins in the console, after a recent authentication; members create SEND
 * keys there. By the API, any caller that got here creates SEND and FULL keys.
 * @throws AppError `admin_key_not_mintable`, `forbidden`, `reauthentication_required`
 */
export function requireMintable(
  { actor, permission: own }: Principal,
  permission: Permission,
  now: Date,
): void {
  if (actor.type === 'key') {
    if (permission === 'ADMIN') throw new AppError('admin_key_not_mintable');
    return;
  }
  if (permission !== 'SEND' && own !== 'ADMIN')
    throw new AppError('forbidden', 'This requires the role admin.');
  if (permission === 'ADMIN') requireRecentAuthentication(actor, now);
}

/** @throws AppError `forbidden_domain`; as `requireMintable` */
export function requireRotatableBy(principal: Principal, now: Date): (row: KeyRow) => void {
  return (row) => {
    requireGrantable(principal, row.domainIds);
    requireMintable(principal, row.permission, now);
  };
}

/** A member of an organization sees and changes only the keys that they have created; null: all. */
export function visibleCreator({ actor, permission }: Principal): string | null {
  return actor.type === 'user' && permission !== 'ADMIN' ? actor.id : null;
}

/** As a key's row records it. */
export function createdBy({ actor: { type, id, name } }: Principal): KeyCreator {
  return { createdByType: type, createdById: id, createdByName: name };
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
