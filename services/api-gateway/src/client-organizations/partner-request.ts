import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { mintToken } from '@postrider/contracts/keys';
import type { Permission } from '@postrider/contracts/statuses';
import type { Clock } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { CursorCodec } from '../paging/cursor';
import type { ClientOrganizationsRepository, NewPartnerKey } from './client-organizations.repository';

export interface ClientOrganizationRouteOptions {
  readonly clients: ClientOrganizationsRepository;
  readonly cursors: CursorCodec;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
}

/**
 * The partner API is for keys that stand for a whole internal organization; permission and mode are the route's checks.
 * @throws AppError `forbidden`
 */
export function requirePartner(principal: Principal): void {
  if (principal.organization.kind !== 'internal') {
    throw new AppError('forbidden', 'Only internal organizations can have client organizations.');
  }
  if (principal.domainIds !== null) {
    throw new AppError('forbidden', 'This endpoint requires a key that is not restricted to domains.');
  }
}

/**
 * The row holds no trace of the token but its prefix and hash. It names no creator: keys and users of the partner are not shown to its
 * client. It can read no more than the caller.
 */
export function newPartnerKey(
  { rights }: Pick<Principal, 'rights'>,
  asked: { readonly name: string; readonly permission: Permission },
): {
  readonly key: NewPartnerKey;
  readonly token: string;
} {
  const { token, prefix, tokenHash } = mintToken('live');
  const { name, permission } = asked;
  return {
    token,
    key: { id: newId(), name, mode: 'live', permission, ...rights, prefix, tokenHash },
  };
}
