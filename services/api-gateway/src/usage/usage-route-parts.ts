import type { PlanTable } from '@postrider/contracts';
import type { Clock } from '@postrider/runtime';
import type { UsageRepository } from './usage.repository';

export interface UsageRouteParts {
  readonly usage: UsageRepository;
  readonly plans: PlanTable;
  readonly clock: Clock;
}
