import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, localPath } from '@postrider/testkit';
import { EngineError, type Engine } from '../engine';
import type { EngineSet } from '../engine-set';
import { findBinaries } from './binaries';
import { engineDirectory } from './data-directory';
import { howToGetEngines } from './install-packages';
import { createRabbitmqEngine, nodeNameOf } from './rabbitmq.engine';

/** Several brokers that are one. */
export interface BrokerCluster {
  readonly nodes: readonly Engine[];
  /** The replicas of each quorum queue, as numbers of nodes, asked of a node that runs. */
  queues(askedNode: number): Promise<readonly ClusterQueue[]>;
  destroy(): Promise<void>;
}

export interface ClusterQueue {
  readonly name: string;
  /** -1: none is elected, or it is no quorum queue. */
  readonly leader: number;
  readonly members: readonly number[];
  readonly online: readonly number[];
}

export type BrokerPorts = Pick<EngineSet, 'amqpPort' | 'amqpManagementPort' | 'erlangDistributionPort'>;

/** `rabbitmqctl` starts an Erlang machine of its own, which takes seconds on busy cores. */
const answerTimeoutMs = 60_000;
const askTimeoutMs = 120_000;

/**
 * Starts a new cluster of local nodes, one after another.
 *
 * @param options.name of the folders below `.local/engines`; what another run has left there goes
 * @throws EngineError when the binaries are missing
 */
export async function startBrokerCluster(options: {
  readonly name: string;
  readonly epmdPort: number;
  readonly nodes: readonly BrokerPorts[];
}): Promise<BrokerCluster> {
  const { name, epmdPort } = options;
  const binaries = findBinaries();
  if ('missing' in binaries) throw new EngineError(howToGetEngines());
  const sets = options.nodes.map((ports, index) => ({
    ...ports,
    epmdPort,
    name: `${name}-${index + 1}`,
    postgresPort: 0,
    redisPort: 0,
  }));
  const cluster = { name, cookie: randomBytes(16).toString('hex'), sets };
  const nodes = sets.map((set) => createRabbitmqEngine(set, binaries.found, cluster));
  const destroy = async (): Promise<void> => {
    for (const node of nodes) await node.destroy();
    for (const each of [cluster, ...sets])
      fs.rmSync(localPath('engines', each.name), { recursive: true, force: true });
  };
  await destroy();
  try {
    for (const node of nodes) await node.start();
  } catch (error) {
    await destroy();
    throw error;
  }
  const numberOf = (node: string): number => sets.findIndex((set) => nodeNameOf(set) === node);
  return {
    nodes,
    destroy,
    queues: async (askedNode) => {
      const set = sets[askedNode];
      if (!set) throw new EngineError(`the cluster has no node ${askedNode}`);
      // A node that has just lost another may say nothing at all.
      const rows = await eventually(() => listQueues(binaries.found.rabbitmqctl, set), {
        timeoutMs: askTimeoutMs,
        intervalMs: 1_000,
      });
      return rows.map((row) => ({
        name: row.name,
        leader: numberOf(row.leader),
        members: row.members.map(numberOf),
        online: row.online.map(numberOf),
      }));
    },
  };
}

interface QueueRow {
  readonly name: string;
  readonly leader: string;
  readonly members: readonly string[];
  readonly online: readonly string[];
}

async function listQueues(rabbitmqctl: string, set: EngineSet): Promise<readonly QueueRow[]> {
  const { stdout } = await promisify(execFile)(
    rabbitmqctl,
    [
      ...['--node', nodeNameOf(set), '--silent', '--formatter', 'json'],
      ...['list_queues', 'name', 'leader', 'members', 'online'],
    ],
    {
      timeout: answerTimeoutMs,
      env: {
        PATH: process.env['PATH'],
        LC_ALL: 'C.UTF-8',
        HOME: path.join(engineDirectory(set.name), 'rabbitmq', 'home'),
        ERL_EPMD_PORT: String(set.epmdPort),
        RABBITMQ_CONF_ENV_FILE: path.join(engineDirectory(set.name), 'rabbitmq', 'environment.conf'),
      },
    },
  );
  return JSON.parse(stdout) as readonly QueueRow[];
}
