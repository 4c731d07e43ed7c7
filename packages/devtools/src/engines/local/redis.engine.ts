import path from 'node:path';
import fs from 'node:fs';
import type { Engine } from '../engine';
import type { EngineSet } from '../engine-set';
import type { EngineBinaries } from './binaries';
import { createDaemon } from '../../processes/daemon';
import { engineDirectory, removeDataDirectory } from './data-directory';
import { createLocalEngine } from './local-engine';

export function createRedisEngine(set: EngineSet, binaries: EngineBinaries): Engine {
  const directory = engineDirectory(set.name);
  const data = path.join(directory, 'redis');
  return createLocalEngine({
    name: 'redis',
    url: `redis://127.0.0.1:${set.redisPort}`,
    port: set.redisPort,
    daemon: createDaemon({
      command: binaries.redisServer,
      args: settings(set, data).flatMap(([name, value]) => [`--${name}`, value]),
      pidFile: path.join(directory, 'redis.pid'),
      logFile: path.join(directory, 'redis.log'),
    }),
    stopSignal: 'SIGTERM',
    stopGraceMs: 15_000,
    prepare: () => {
      fs.mkdirSync(data, { recursive: true });
      return Promise.resolve();
    },
    removeData: () => Promise.resolve(removeDataDirectory(set.name, 'redis')),
  });
}

function settings(set: EngineSet, data: string): [name: string, value: string][] {
  return [
    ['port', String(set.redisPort)],
    ['bind', '127.0.0.1'],
    ['dir', data],
    // BullMQ loses jobs under any other policy.
    ['maxmemory-policy', 'noeviction'],
    ['appendonly', 'yes'],
    ['save', ''],
    // Each test file takes a database number of its own.
    ['databases', '64'],
  ];
}
