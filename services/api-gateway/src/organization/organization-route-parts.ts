import type { Clock } from '@postrider/runtime';
import type { BumpOrganizationEpoch } from '@postrider/admission';
import type { OrganizationRepository } from './organization.repository';

export interface OwnOrganizationRouteParts {
  readonly organization: OrganizationRepository;
  /** After each commit: a pause holds from the next request on, on every gateway. */
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
  readonly clock: Clock;
}
