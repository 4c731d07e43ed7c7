export {
  createAdmissionControl,
  type AdmissionControl,
  type AdmissionDecision,
  type AdmissionRequest,
  type QuotaReservation,
  type ReservationResult,
} from './admission-control';
export { createBumpCacheVersion, type BumpCacheVersion } from './cache-version';
export { createDropQuotaCounters, type DropQuotaCounters } from './drop-counters';
export { quotaCounters, type QuotaCounters } from './redis-keys';
export type { CountedMessage } from './refund-canceled';
export { createUsageShards, type UsageShards } from './usage-shards';
export { readUsage, type Usage } from './usage.repository';
