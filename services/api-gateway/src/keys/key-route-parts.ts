import type { Clock } from '@postrider/runtime';
import type { BumpOrganizationEpoch } from '@postrider/admission';
import type { CursorCodec } from '../paging/cursor';
import type { KeysRepository } from './keys.repository';

export interface KeyRouteParts {
  readonly keys: KeysRepository;
  readonly cursors: CursorCodec;
  /** After each commit: on the next request every gateway knows of it. */
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
  readonly clock: Clock;
}
