import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { PlanTable } from '@postrider/contracts/organizations';
import type { Clock, SecretBox } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { RouteRequest } from '../../http/route';
import type { CursorCodec } from '../../paging/cursor';
import type { DmarcRepository } from '../dmarc/dmarc.repository';
import type { DomainRow } from '../store/domain-row';
import type { DomainName, DomainsRepository } from '../store/domains.repository';
import type { NameClaims } from '../verification/name-claims';
import type { PublishDomain } from '../providers/publish-domain';
import type { RegisterIdentity } from '../providers/register-identity';
import type { RemoveDomain } from '../removal/remove-domain';
import type { SendingSetup } from '../store/sending-setup';
import type { UpdateDomain, VerifyDomain } from '../verification/verify-domains';

export interface DomainRouteOptions {
  readonly domains: DomainsRepository;
  readonly dmarc: DmarcRepository;
  readonly claims: NameClaims;
  readonly verifyDomain: VerifyDomain;
  readonly updateDomain: UpdateDomain;
  readonly publishDomain: PublishDomain;
  readonly registerIdentity: RegisterIdentity;
  readonly removeDomain: RemoveDomain;
  readonly setup: SendingSetup;
  readonly secretBox: SecretBox;
  readonly plans: PlanTable;
  readonly cursors: CursorCodec;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
}

export const restrictedKeyRefusal = 'A key that is restricted to domains cannot add or delete domains.';

/** The domain that the path names, of those the key may see. @throws AppError `not_found` */
export function namedDomain({
  principal,
  params: { id },
}: Pick<RouteRequest<unknown, unknown, { readonly id: string }>, 'principal' | 'params'>): DomainName {
  const isSeen = principal.domainIds === null || principal.domainIds.includes(id);
  if (!isId(id) || !isSeen) throw new AppError('not_found');
  return { organizationId: principal.organization.id, id };
}

/** @throws AppError `not_found` */
export function foundDomain(row: DomainRow | null): DomainRow {
  if (row === null) throw new AppError('not_found');
  return row;
}
