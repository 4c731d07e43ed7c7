import type { Principal, Rights, SendingDomain } from '@postrider/contracts/access';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { CreateKeyRequest } from '@postrider/contracts/keys';
import type { Permission } from '@postrider/contracts/statuses';
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
 * The rights of a new key: those that are asked for, and otherwise the caller's.
 * @throws AppError `forbidden` for a right that the caller does not have
 */
export function grantedRights(principal: Principal, asked: CreateKeyRequest['rights'] = {}): Rights {
  const rights = {
    content: asked.content ?? principal.rights.content,
    export: asked.export ?? principal.rights.export,
  };
  requireOwnRights(principal, rights);
  return rights;
}

/** @throws AppError `forbidden` */
function requireOwnRights({ rights }: Principal, granted: Rights): void {
  if ((granted.content && !rights.content) || (granted.export && !rights.export)) {
    throw new AppError('forbidden', 'Keys cannot have rights that you do not have.');
  }
}

/**
 * When a new key expires: as asked, and otherwise with the key that creates it. Null: never.
 * @throws AppError `validation_error`; `forbidden` when it would outlive the key that creates it
 */
export function grantedExpiry(
  principal: Principal,
  asked: CreateKeyRequest['expires_at'],
  now: Date,
): Date | null {
  if (asked === undefined || asked === null) return expiryOf(principal);
  const expiresAt = new Date(asked);
  if (expiresAt <= now) throw invalidField('expires_at', 'must be in the future');
  requireOwnLife(principal, expiresAt);
  return expiresAt;
}

function expiryOf({ actor }: Principal): Date | null {
  return (actor.type === 'key' && actor.expiresAt) || null;
}

/** @throws AppError `forbidden` */
function requireOwnLife(principal: Principal, expiresAt: Date | null): void {
  const own = expiryOf(principal);
  if (own === null || (expiresAt !== null && expiresAt <= own)) return;
  throw new AppError('forbidden', 'A key that expires can manage only keys that expire no later.');
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

/** Who rotates a key gets its token. @throws AppError `forbidden_domain`, `forbidden`; as `requireMintable` */
export function requireRotatableBy(principal: Principal, now: Date): (row: KeyRow) => void {
  return (row) => {
    requireGrantable(principal, row.domainIds);
    requireMintable(principal, row.permission, now);
    requireOwnRights(principal, row);
    requireOwnLife(principal, row.expiresAt);
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
