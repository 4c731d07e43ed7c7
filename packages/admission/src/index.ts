export { createAdmissionControl, type AdmissionControl, type QuotaReservation } from './admission-control';
export type { AdmissionDecision, AdmissionRequest, ReservationResult } from './admission-request';
export { createBumpCacheVersion, type BumpCacheVersion } from './cache-version';
export { createDropQuotaCounters, type DropQuotaCounters } from './drop-counters';
export { quotaCounters, type QuotaCounters } from './redis-keys';
export type { CountedMessage } from './refund-canceled';
export { createUsageShards, type UsageShards } from './usage-shards';
export { readKeyUsage, readUsage, type Usage } from './usage.repository';
