import type { Clock } from '@postrider/runtime';
import type { BumpOrganizationEpoch } from '@postrider/admission';
import type { CursorCodec } from '../paging/cursor';
import type { OrganizationsRepository } from './organizations.repository';

export interface OrganizationRouteParts {
  readonly organizations: OrganizationsRepository;
  readonly cursors: CursorCodec;
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
  readonly clock: Clock;
}
