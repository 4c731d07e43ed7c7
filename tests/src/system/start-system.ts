import path from 'node:path';
import { type ServiceName, type ServiceSettings } from '@postrider/devtools';
import { ensureTlsFiles, localPath, type TestContext } from '@postrider/testkit';
import { createApi, type Api } from './api';
import { startBalancer, type Balancer } from './balancer';
import { createProcesses, type Processes } from './processes';
import { createReplicaProcess, planReplicas, type Replica, type ReplicaCounts } from './replicas';
import { createSecrets } from './secrets';
import { systemSettings } from './service-settings';
import type { System } from './system';
import { openSystemFolder } from './system-folder';
import { createTenant } from './tenant';
import { startWorld, type World, type WorldOptions } from './world';

export interface SystemOptions {
  /** Names the folder of its logs: `.local/systems/<suite>-…`. */
  readonly suite: string;
  /** Engines of its own; they outlive the system. */
  readonly context: TestContext;
  readonly replicas?: ReplicaCounts;
  /** On top of the tests' own, for every service or for one. */
  readonly settings?: ServiceSettings;
  /** Settings that depend on where the world and the engines listen. */
  readonly settingsIn?: (world: World, context: TestContext) => ServiceSettings | Promise<ServiceSettings>;
  readonly settingsOf?: Partial<Record<ServiceName, ServiceSettings>>;
  readonly nodeArguments?: readonly string[];
  readonly world?: WorldOptions;
  /** Where the built services of a replica are; default this checkout. */
  readonly programRootOf?: (replica: string) => string;
}

/** Starts everything and returns when each service says that it is ready; a failed start leaves nothing behind. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { context } = options;
  const secrets = createSecrets();
  const [world, tls, folder, replicas] = await Promise.all([
    startWorld(options.world),
    ensureTlsFiles(localPath('tls')),
    openSystemFolder(options.suite),
    planReplicas(options.replicas ?? {}),
  ]);
  const tenant = await createTenant(context.pool, {
    webhookUrl: `${world.webhooks.url}/hook`,
    masterKey: secrets.masterKey,
  });
  world.publish([tenant.domain.dkim.record, tenant.bulkDomain.dkim.record]);

  const { apiUrl, balancer } = await frontOf(replicas);
  const settings: ServiceSettings = {
    ...systemSettings({ context, secrets, world, tls, apiUrl }),
    ...options.settings,
    ...(await options.settingsIn?.(world, context)),
  };
  const processes = createProcesses(
    replicas.map((replica) =>
      createReplicaProcess(replica, {
        folder,
        settings: () => ({ ...settings, ...options.settingsOf?.[replica.service] }),
        nodeArguments: options.nodeArguments ?? [],
        programRoot: options.programRootOf?.(replica.name),
      }),
    ),
  );
  const apis = new Map<string, Api>();
  const stop = async (): Promise<void> => {
    await Promise.all([...apis.values()].map((api) => api.close()));
    await processes.stopAll();
    await Promise.all([world.close(), balancer?.close()]);
    if (processes.deaths.length > 0) throw new Error(processes.deaths.join('\n'));
  };
  await startOrStop(processes, stop);
  return {
    context,
    pool: context.pool,
    tenant,
    world,
    secrets,
    settings,
    changeSettings: (to) => void Object.assign(settings, to),
    replicas,
    processes,
    apiUrl,
    inbound: { host: '127.0.0.1', port: relayOf(replicas)?.inboundPort ?? 0 },
    smtp: { host: '127.0.0.1', ...smtpPorts(replicas), caFile: tls.caFile },
    api: (token = tenant.keys.live.token) => {
      const api = apis.get(token) ?? createApi({ url: apiUrl, token });
      apis.set(token, api);
      return api;
    },
    logFolder: path.join(folder, 'logs'),
    stop,
  };
}

async function startOrStop(processes: Processes, stop: () => Promise<void>): Promise<void> {
  try {
    await processes.start(...processes.all.map(({ name }) => name));
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** The gateway's own address, or a balancer's when there are several. */
async function frontOf(replicas: readonly Replica[]): Promise<{ apiUrl: string; balancer?: Balancer }> {
  const ports = replicas.filter(({ service }) => service === 'api-gateway').map(({ apiPort }) => apiPort);
  if (ports.length < 2) return { apiUrl: `http://127.0.0.1:${ports[0] ?? 0}` };
  const balancer = await startBalancer(ports);
  return { apiUrl: `http://127.0.0.1:${balancer.port}`, balancer };
}

function smtpPorts(replicas: readonly Replica[]): { startTlsPort: number; tlsPort: number } {
  const relay = relayOf(replicas);
  return { startTlsPort: relay?.startTlsPort ?? 0, tlsPort: relay?.tlsPort ?? 0 };
}

function relayOf(replicas: readonly Replica[]): Replica | undefined {
  return replicas.find(({ service }) => service === 'smtp-relay');
}
