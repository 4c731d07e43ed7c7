import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import type { Engine } from '../engine';
import type { EngineSet } from '../engine-set';
import type { EngineBinaries } from './binaries';
import { createDaemon, type Daemon } from '../../processes/daemon';
import { engineDirectory, removeDataDirectory } from './data-directory';
import { createLocalEngine, requireFreePort } from './local-engine';

const account = 'postrider';
const statisticsMs = 60_000;

/**
 * A broker as a plain process: own node name, own Erlang name server, own folders, so that neither a
 * system-wide RabbitMQ nor another set ever meets it.
 */
export function createRabbitmqEngine(
  set: EngineSet,
  binaries: EngineBinaries,
  cluster?: ClusterMembership,
): Engine {
  const directory = engineDirectory(set.name);
  const files = path.join(directory, 'rabbitmq');
  const nameServerDirectory = cluster ? engineDirectory(cluster.name) : directory;
  const nameServer = createDaemon({
    command: binaries.epmd,
    args: ['-port', String(set.epmdPort), '-address', '127.0.0.1'],
    pidFile: path.join(nameServerDirectory, 'epmd.pid'),
    logFile: path.join(nameServerDirectory, 'epmd.log'),
  });
  const engine = createLocalEngine({
    name: 'rabbitmq',
    url: `amqp://${account}:${account}@127.0.0.1:${set.amqpPort}`,
    port: set.amqpPort,
    daemon: createDaemon({
      command: binaries.rabbitmqServer,
      args: [],
      environment: brokerEnvironment(set, files),
      pidFile: path.join(directory, 'rabbitmq.pid'),
      logFile: path.join(directory, 'rabbitmq.log'),
    }),
    stopSignal: 'SIGTERM',
    stopGraceMs: 60_000,
    prepare: async () => {
      writeConfiguration(set, files, cluster);
      await startNameServer(nameServer, set.epmdPort);
    },
    removeData: () => Promise.resolve(removeDataDirectory(set.name, 'rabbitmq')),
  });
  const stopNameServer = () => nameServer.stop('SIGTERM', 2_000);
  return {
    ...engine,
    stop: () => engine.stop().then(stopNameServer),
    destroy: () => engine.destroy().then(stopNameServer),
  };
}

/** Of a node that is not alone; its name server is the cluster's. */
export interface ClusterMembership {
  /** Of the folder of the name server. */
  readonly name: string;
  readonly cookie: string;
  /** The set that each node is of; those before the own are up when it starts. */
  readonly sets: readonly EngineSet[];
}

export function nodeNameOf(set: EngineSet): string {
  return `postrider-${set.name}@localhost`;
}

export function managementUrlOf(set: EngineSet): string {
  return `http://${account}:${account}@127.0.0.1:${set.amqpManagementPort}`;
}

/** Another checkout with the same ports may have left one, for example when its folder was deleted. */
async function startNameServer(nameServer: Daemon, port: number): Promise<void> {
  if (nameServer.pid() !== undefined) return;
  await requireFreePort({ name: "rabbitmq's name server epmd", port });
  nameServer.start();
  await eventually(() => nameServer.pid() !== undefined, { timeoutMs: 5_000, what: 'epmd' });
}

function writeConfiguration(set: EngineSet, files: string, cluster: ClusterMembership | undefined): void {
  for (const folder of ['home', 'mnesia', 'log']) fs.mkdirSync(path.join(files, folder), { recursive: true });
  fs.writeFileSync(path.join(files, 'enabled_plugins'), '[rabbitmq_management].\n');
  fs.writeFileSync(path.join(files, 'environment.conf'), '');
  fs.writeFileSync(path.join(files, 'rabbitmq.conf'), configuration(set, cluster));
  const cookieFile = path.join(files, 'home', '.erlang.cookie');
  // Erlang takes one that others could read for an error.
  if (cluster && !fs.existsSync(cookieFile)) fs.writeFileSync(cookieFile, cluster.cookie, { mode: 0o400 });
}

function configuration(set: EngineSet, cluster: ClusterMembership | undefined): string {
  return [
    `listeners.tcp.1 = 127.0.0.1:${set.amqpPort}`,
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${set.amqpManagementPort}`,
    // Only the part that makes virtual hosts is used; collecting statistics would cost the benchmarks.
    'management_agent.disable_metrics_collector = true',
    // Connections, channels and queues count for themselves every 5 s by default, also when nothing happens (docs/engines.md).
    `collect_statistics_interval = ${statisticsMs}`,
    `default_user = ${account}`,
    `default_pass = ${account}`,
    'disk_free_limit.absolute = 200MB',
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    ...(cluster ? clusterConfiguration(set, cluster) : []),
    '',
  ].join('\n');
}

/** A node that has no data yet joins one of those before it; the first finds none and begins the cluster. */
function clusterConfiguration(set: EngineSet, { sets }: ClusterMembership): string[] {
  const known = sets.slice(0, sets.indexOf(set) + 1);
  return [
    'cluster_formation.peer_discovery_backend = classic_config',
    ...known.map(
      (each, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${nodeNameOf(each)}`,
    ),
  ];
}

function brokerEnvironment(set: EngineSet, files: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C.UTF-8',
    HOME: path.join(files, 'home'),
    ERL_EPMD_PORT: String(set.epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: nodeNameOf(set),
    RABBITMQ_DIST_PORT: String(set.erlangDistributionPort),
    RABBITMQ_MNESIA_BASE: path.join(files, 'mnesia'),
    RABBITMQ_LOG_BASE: path.join(files, 'log'),
    RABBITMQ_CONFIG_FILE: path.join(files, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(files, 'enabled_plugins'),
    RABBITMQ_CONF_ENV_FILE: path.join(files, 'environment.conf'),
    // No busy waiting: the schedulers of an idle broker would take the cores from what is measured.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `+sbwt none +sbwtdcpu none +sbwtdio none -rabbit quorum_tick_interval ${statisticsMs}`,
    // The start script then becomes the broker instead of staying its parent: signals reach it directly.
    RUNNING_UNDER_SYSTEMD: 'true',
  };
}
