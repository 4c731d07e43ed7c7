export { doneWith } from './memory/collect-garbage';
export { configExitCode, parseSettings, readSettings } from './settings/parse-settings';
export { SettingsError } from './settings/settings-error';
export type { LinkOrigin } from './settings/link-origin';
export { readSettingFile } from './settings/setting-file';
export {
  commaList,
  durationMs,
  formatHostPort,
  hostPortList,
  networkList,
  key256,
  key256List,
  port,
  secret,
  switchSetting,
  urlWithScheme,
  wholeNumber,
  type HostPort,
  type Networks,
} from './settings/setting-types';
export {
  amqpSetting,
  consoleUrlSettings,
  databaseSetting,
  databaseSettings,
  dnsSettings,
  engineSettings,
  linkSettings,
  masterKeySettings,
  platformSettings,
  processSettings,
  publicUrlSettings,
  redisSetting,
  threadSettings,
  relaySettings,
  returnPathSecrets,
  returnPathSettings,
} from './settings/common-settings';
export { telemetrySettings } from './telemetry/config';
export { currentTraceParent, withTraceParent } from './telemetry/trace-parent';
export { inSpan } from './telemetry/span';
export { createLineWriter, createLogger, type Logger, type WorkIds } from './log/logger';
export { errorCode } from './log/describe-error';
export { addressOfUrl, maskAddress, maskText } from './log/mask';
export { holdsSecret, isSecretName, redacted, redactText } from './log/secrets';
export { runService, type ServiceOptions, type ServiceScope } from './lifecycle/run-service';
export type { Dependency } from './engines/dependency';
export { engines } from './engines/engines';
export { engineMissing, engineRefusal, type EngineAddress } from './engines/engine-failure';
export { listenBacklog } from './network/listen-backlog';
export { listenFailure, type ListenAddress } from './network/listen-failure';
export { allCausesOf } from './engines/causes-of';
export { isEngineUnavailable } from './engines/engine-unavailable';
export { retryWhileUnavailable, type UnavailableRetry } from './engines/retry-while-unavailable';
export { isTransactionConflict, sqlState } from './engines/sql-state';
export {
  createBatcher,
  OverloadedError,
  type Batcher,
  type BatcherOptions,
  type Gather,
} from './batching/batcher';
export { type DependencyCheck, type Health, type ReadinessReport, type ServiceState } from './health/health';
export { type ProbeAnswer, type Probes } from './health/health-handler';
export { type HealthServer } from './health/health-server';
export {
  createMetrics,
  type Counter,
  type CounterVec,
  type Histogram,
  type HistogramVec,
  type Labels,
  type LabelValues,
  type Metrics,
  type Reading,
} from './metrics/metrics';
export { clientNetwork } from './limits/client-network';
export { CountByKey } from './limits/count-by-key';
export { createAddressMatcher, parseAddressRange } from './network/address-range';
export { isLoopback, isPublicAddress } from './network/public-address';
export {
  askOnce,
  askServer,
  DnsExchangeError,
  rcodeOf,
  systemDnsServers,
  type DnsExchange,
  type DnsQuestion,
} from './network/dns-exchange';
export { createRecordLookup, type LookupAnswer, type RecordLookup } from './network/record-lookup';
export { createHostResolver, withLocalhost, type ResolveHost } from './network/resolve-host';
export { createSecretBox, SecretBoxError, type MasterKeys, type SecretBox } from './secrets/secret-box';
export { lockedWaitMs, watchLockedSecrets, type LockedSecrets } from './secrets/locked-secrets';
export { createTtlCache, type TtlCache } from './ttl-cache';
export { systemClock, type Clock } from './time/clock';
export { backOffMs, type BackOff } from './time/back-off';
export { wait, withTimeout } from './time/wait';
export { startRecurringTask, type RecurringTask, type RoundResult } from './time/recurring-task';
export {
  ByteBudgetError,
  createByteBudget,
  type ByteBudget,
  type ByteBudgetOptions,
  type ByteReservation,
} from './limits/byte-budget';
export {
  createThreadPool,
  type RunInThread,
  type ThreadCharge,
  type ThreadPool,
  type ThreadPoolOptions,
  type ThreadWork,
} from './threads/thread-pool';
export { ThreadFailure, type ThreadFailureReason } from './threads/thread-failure';
export { createPriorityQueue, type Place, type PriorityQueue } from './limits/priority-queue';
export { createSemaphore, type Permits, type Semaphore } from './limits/semaphore';
export { createTimeShares, type TimeShares } from './limits/time-shares';
