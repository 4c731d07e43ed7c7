import { createHttpClient } from '@postrider/http-client';
import type { RedisClient } from '@postrider/messaging';
import { smtpTransportOptions } from '@postrider/contracts/transports';
import type { Pool } from '@postrider/db';
import { isProviderName, providerNames, providers, type SendContext } from '@postrider/providers';
import {
  createHostResolver,
  type Clock,
  type Logger,
  type Metrics,
  type SecretBox,
} from '@postrider/runtime';
import type { Settings } from '../../config';
import type { Connector } from '../pool/connect-any';
import type { ConnectionPool } from '../pool/connection-pool';
import type { Destinations } from '../routing/destinations';
import type { MxDestinations } from '../routing/mx-destinations';
import { createHealthStore } from './health-store';
import { providerUnit } from './provider-units';
import { createTransportCatalogue, type BuiltInUnits, type CreateUnits } from './transport-catalogue';
import { createTransportDestinations } from './transport-destinations';
import { healthRules } from './transport-health';
import { mxUnit, routesUnit, smartHostUnit, type TransportUnit } from './transport-units';

export interface Transports {
  readonly destinations: Destinations;
  close(): Promise<void>;
}

interface Options {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly secretBox: SecretBox;
  readonly connections: Pick<ConnectionPool, 'suspended'>;
  readonly connector: Connector;
  readonly mx: MxDestinations;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const connectTimeoutMs = 10_000;
/** After it the outcome of a call is unknown, so it is long. */
const callTimeoutMs = 60_000;
/** Above what any transport may call at the same time. */
const connectionsPerOriginMax = 1_000;

/** Every transport that there is, those of the settings and those of the table, behind one `Destinations`. */
export function createTransports(options: Options): Transports {
  const { settings, pool, redis, secretBox, connections, clock, log, metrics } = options;
  // Operators name these hosts, and an endpoint of their own may be in their network.
  const http = createHttpClient({
    resolve: createHostResolver(settings.DNS_SERVERS),
    isPermitted: () => true,
    connectTimeoutMs,
    connectionsPerOriginMax,
  });
  const context: SendContext = { settings, http, timeoutMs: callTimeoutMs };
  const catalogue = createTransportCatalogue({
    ...{ pool, secretBox, clock, log },
    builtIn: builtInUnits(options, context),
    createUnits: unitsFromRows(options, context),
  });
  return {
    destinations: createTransportDestinations({
      catalogue,
      health: createHealthStore({
        ...{ redis, clock, log, metrics },
        rules: healthRules(settings.TRANSPORT_COOL_DOWN_MS),
      }),
      suspended: (destination) => connections.suspended(destination),
      clock,
      metrics,
    }),
    close: async () => {
      catalogue.close();
      await http.close();
    },
  };
}

function builtInUnits({ settings, mx, connector }: Options, context: SendContext): BuiltInUnits {
  const units = new Map<string, readonly TransportUnit[]>([
    ['smtp', [routesUnit('smtp', settings.DELIVERY_ROUTES, { mx, connector })]],
    ['mx', [mxUnit('mx', { mx, connector })]],
  ]);
  for (const name of providerNames) {
    const provider = providers[name];
    const account = provider.options.fromSettings(settings);
    if (account) units.set(name, provider.send({ name, ...account }, context).map(providerUnit));
  }
  return units;
}

function unitsFromRows({ mx, connector }: Options, context: SendContext): CreateUnits {
  return ({ name, kind, options, secret }) => {
    if (kind === 'mx') return [mxUnit(name, { mx, connector })];
    if (kind === 'smtp') {
      const { data } = smtpTransportOptions.safeParse(options);
      return data ? [smartHostUnit(name, data, { mx, connector, password: secret })] : null;
    }
    if (!isProviderName(kind)) return null;
    const { data } = providers[kind].options.schema.safeParse(options);
    return data ? providers[kind].send({ name, options: data, secret }, context).map(providerUnit) : null;
  };
}
