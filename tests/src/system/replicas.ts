import {
  createServiceProcess,
  isBuilt,
  serviceNames,
  type ServiceName,
  type ServiceProcess,
  type ServiceSettings,
} from '@postrider/devtools';
import { freePorts } from '@postrider/testkit';

/** Where one replica of a service listens. */
export interface Replica {
  readonly service: ServiceName;
  /** `<service>-<number from 1>`. */
  readonly name: string;
  /** /healthz, /readyz, /metrics. */
  readonly healthPort: number;
  readonly apiPort: number;
  readonly startTlsPort: number;
  readonly tlsPort: number;
  /** For other mail servers. */
  readonly inboundPort: number;
}

export type ReplicaCounts = Partial<Record<ServiceName, number>>;

/** Chooses names and ports: by default one replica of each service; 0 omits a service. */
export async function planReplicas(counts: ReplicaCounts): Promise<Replica[]> {
  const planned = serviceNames.flatMap((service) =>
    Array.from({ length: counts[service] ?? 1 }, (_none, index) => ({
      service,
      name: `${service}-${index + 1}`,
    })),
  );
  const ports = await freePorts(planned.length * 5);
  return planned.map((replica, index) => {
    const [healthPort = 0, apiPort = 0, startTlsPort = 0, tlsPort = 0, inboundPort = 0] = ports.slice(
      index * 5,
    );
    return { ...replica, healthPort, apiPort, startTlsPort, tlsPort, inboundPort };
  });
}

export function createReplicaProcess(
  replica: Replica,
  given: {
    folder: string;
    settings: () => ServiceSettings;
    nodeArguments: readonly string[];
    programRoot?: string | undefined;
  },
): ServiceProcess {
  const { service, name, healthPort } = replica;
  if (!isBuilt(service)) throw new Error(`${service} is not built: run \`make up\` first`);
  return createServiceProcess({
    service,
    instance: name,
    directory: given.folder,
    healthPort,
    nodeArguments: given.nodeArguments,
    ...(given.programRoot !== undefined && { programRoot: given.programRoot }),
    settings: () => ({
      ...given.settings(),
      HEALTH_PORT: String(healthPort),
      API_PORT: String(replica.apiPort),
      SMTP_STARTTLS_PORT: String(replica.startTlsPort),
      SMTP_TLS_PORT: String(replica.tlsPort),
      INBOUND_PORT: String(replica.inboundPort),
    }),
  });
}
