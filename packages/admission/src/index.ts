export { createAdmissionControl, type AdmissionControl, type QuotaReservation } from './admission-control';
export type { AdmissionDecision, AdmissionRequest, ReservationResult } from './admission-request';
export { createBumpCacheVersion, type BumpCacheVersion } from './cache-version';
export { createDropQuotaCounters, type DropQuotaCounters } from './drop-counters';
export { quotaCounters, type QuotaCounters } from './redis-keys';
export type { CountedMessage } from './refund-canceled';
export { createUsageShards, type UsageShards } from './usage-shards';
export { readUsage, type Usage } from './usage.repository';
export { changeSite, type SiteChange, type SiteChanged } from './sites/change-site';
export {
  leaseSites,
  type LeaseTimes,
  type SiteGrant,
  type SiteLeases,
  type SiteRequest,
} from './sites/lease-sites';
export { listSites, readSiteName, type SiteView } from './sites/list-sites';
export { nothingKnown, type SiteState } from './sites/site-state';
