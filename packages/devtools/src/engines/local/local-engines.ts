import { EngineError, type Engines, type Report } from '../engine';
import type { EngineSet } from '../engine-set';
import { findBinaries, type EngineBinaries } from './binaries';
import { howToGetEngines, installEngines } from './install-packages';
import { createPostgresEngine } from './postgres.engine';
import { createRabbitmqEngine, managementUrlOf } from './rabbitmq.engine';
import { createRedisEngine } from './redis.engine';

/**
 * Private instances from the machine's binaries, installing these first where that is possible.
 *
 * @throws EngineError when the binaries are missing and cannot be installed
 */
export function createLocalEngines(set: EngineSet, report: Report): Engines {
  const binaries = findOrInstallBinaries(report);
  return {
    postgres: createPostgresEngine(set, binaries),
    redis: createRedisEngine(set, binaries),
    rabbitmq: createRabbitmqEngine(set, binaries),
    amqpManagementUrl: managementUrlOf(set),
  };
}

function findOrInstallBinaries(report: Report): EngineBinaries {
  const first = findBinaries();
  if ('found' in first) return first.found;
  installEngines(report);
  const second = findBinaries();
  if ('found' in second) return second.found;
  throw new EngineError(`${howToGetEngines()} (apt-get left missing: ${second.missing.join(', ')})`);
}
