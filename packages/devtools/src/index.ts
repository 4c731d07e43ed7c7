export { build } from './commands/build';
export { linesOfEmail, readLogLine } from './commands/log-lines';
export { documentedMetrics, type DocumentedMetric } from './deployment/documented-metrics';
export { findPromtool } from './deployment/promtool';
export {
  EngineError,
  type Engine,
  type EngineName,
  type Engines,
  type EngineSource,
  type Report,
} from './engines/engine';
export { startBrokerCluster, type BrokerCluster } from './engines/local/broker-cluster';
export { engineSet, type EngineSet, type NamedSet } from './engines/engine-set';
export { chooseEngines, ensureEngines, type EnsureEnginesOptions } from './engines/ensure-engines';
export { createDaemon, type Daemon } from './processes/daemon';
export { lastLines } from './processes/last-lines';
export {
  createServiceProcess,
  isBuilt,
  serviceNames,
  type ServiceName,
  type ServiceProcess,
  type ServiceSettings,
} from './processes/service-process';
export { useEngineSet } from './test-runs/engines-for-tests';
