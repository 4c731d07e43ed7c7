import { isIP } from 'node:net';
import { siteLimits } from '@postrider/mail';
import { createTtlCache, type Clock } from '@postrider/runtime';
import type { ConnectResult } from '@postrider/smtp-client';
import type { Connector, Target } from '../pool/connect-any';
import type { Destination } from '../pool/destination';
import type { Families, Postponed, Source, SourceClient, Sources } from '../sources/source';
import { inOrder } from '../dns/mx-lookup';
import { planMx, type MxPlan, type MxPlanOptions, type NoRoute, type PlannedHost } from './mx-plan';

export type Resolution =
  | {
      readonly kind: 'destination';
      readonly destination: Destination;
      /** Releases what is reserved for this recipient (in a warm-up, or as a probe). To be called when no server was asked. */
      readonly releaseReservation: () => void;
    }
  | ({ readonly kind: 'postponed' } & Postponed)
  | NoRoute;

/** Straight to the MX hosts of a domain. */
export interface MxDestinations {
  /** @param domain lower-case A-labels. Never rejects. */
  resolve(domain: string, client: SourceClient): Promise<Resolution>;
}

/** Deliveries that may wait for one MX site, per connection that it allows, half of them of one organization; the rest goes back to the queue. */
const waitersPerConnectionMax = 8;
/** Below the shortest time that an answer of DNS is believed: a backlog for one domain plans once. */
const planMs = 15_000;
const plansMax = 10_000;

/** A try to connect to a mail host, and how it ended. */
export interface MxConnection {
  readonly domain: string;
  readonly host: PlannedHost;
  readonly address: string;
  readonly source: Source | null;
  readonly result: ConnectResult;
}

interface Options extends MxPlanOptions {
  readonly port: number;
  readonly connector: Connector;
  readonly sources: Sources;
  /** Called after each try to connect. */
  readonly watch: (connection: MxConnection) => void;
  readonly clock: Clock;
}

export function createMxDestinations(options: Options): MxDestinations {
  const plans = createTtlCache<string, MxPlan>({
    entriesMax: plansMax,
    ttlMs: planMs,
    clock: options.clock,
  });
  return {
    resolve: async (domain, client) => {
      const plan = plans.get(domain) ?? (await planMx(domain, options));
      if (plan.kind === 'none') return plan;
      if (plans.get(domain) === undefined) plans.set(domain, plan);
      const choice = await options.sources.choose(client, plan.provider, () =>
        Promise.resolve(familiesOf(plan)),
      );
      if (choice.kind === 'postponed') return choice;
      const [source, releaseReservation] =
        choice.kind === 'source' ? [choice.source, choice.releaseReservation] : [null, nothing];
      const destination = toDestination(plan, { ...options, source });
      return { kind: 'destination', destination, releaseReservation };
    },
  };
}

function nothing(): void {
  // No address was reserved.
}

function familiesOf({ hosts }: MxPlan): Families {
  const found = hosts.flatMap(({ addresses }) => addresses);
  return {
    ipv4: found.some((address) => isIP(address) === 4),
    ipv6: found.some((address) => isIP(address) === 6),
  };
}

function toDestination(
  plan: MxPlan,
  { port, connector, watch, source }: Options & { readonly source: Source | null },
): Destination {
  const { hosts, provider } = plan;
  const limits = siteLimits(provider);
  return {
    site: provider,
    source,
    // Never a connection that was made under a laxer policy.
    hostsKey: `${hosts
      .map(({ name, policy }) => `${name}${policy.key}`)
      .sort()
      .join(' ')}:${port}`,
    limits,
    waitersMax: limits.connectionsMax * waitersPerConnectionMax,
    provider,
    throttlesAsOne: true,
    isFinal: true,
    open: () => {
      const targets = inOrder(hosts).flatMap(({ name, addresses, policy }) =>
        addresses
          .filter((address) => source === null || isIP(address) === source.family)
          .map((address): Target => {
            const { tls, onTrial } = policy;
            return { host: name, address, port, tls, onTrial, credentials: null };
          }),
      );
      return connector.connectAny(targets, source, ({ host: name, address }, result) => {
        const host = hosts.find((each) => each.name === name);
        if (host) watch({ domain: plan.domain, host, address, source, result });
      });
    },
  };
}
