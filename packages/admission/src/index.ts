export type { Allowance, Grant } from './allowance';
export { createGate, type Gate, type GateAnswer, type GateRequest } from './gate/gate';
export { createForgetQuota, type ForgetQuota } from './gate/forget-counters';
export { quotaCounters, type QuotaCounters } from './gate/gate-keys';
export { createBumpOrganizationEpoch, type BumpOrganizationEpoch } from './gate/organization-epoch';
export { type CountedMessage } from './gate/give-back';
export { createUsageShards, type UsageShards } from './usage/usage-shards';
export { readUsage, type Usage } from './usage/usage.repository';
