import type { Clock, CounterVec, Metrics, Reading } from '@postrider/runtime';
import type { Suspended } from '../budgets/suspended';
import type { Destination } from '../pool/destination';
import type { Destinations, Sender } from '../routing/destinations';
import type { Resolution } from '../routing/mx-destinations';
import type { HealthStore } from './health-store';
import type { Transport, TransportCatalogue } from './transport-catalogue';
import type { TransportUnit } from './transport-units';
import { watchedDestination } from './watched-destination';

interface Options {
  readonly catalogue: TransportCatalogue;
  readonly health: HealthStore;
  /** Whether a site is left alone: mail would only wait there. */
  readonly suspended: (destination: Destination) => Suspended | undefined;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** From a transport to its fallback and on; a circle of them ends here. */
const chainMax = 4;
/** A domain whose transport does not work yet is looked at again soon: an operator is at it, or has to be. */
const missingMs = 60_000;

/**
 * By the transport that the sending domain names: its units in their order, then those of its fallback. The first that is
 * up takes the mail; one that is out takes single messages as probes when it is time for that. Where all are out, the first
 * one is asked all the same: its site's suspension says how often, and the mail's patience how long.
 */
export function createTransportDestinations(options: Options): Destinations {
  const missing = options.metrics.counter(
    'send_transport_missing',
    'Recipients whose email waits because the transport of its domain does not exist or cannot be used.',
    { transport: [] },
  );
  options.metrics.gauge(
    'send_transports_out',
    'Transports, or regions of them, that are down, and what takes over (`none`: email waits).',
    () => readOut(options),
  );
  return {
    resolve: async (domain, sender) => {
      const chain = await chainOf(options.catalogue, sender.transport);
      const candidates = chain.flatMap(({ name, units }) => units.map((unit) => ({ unit, transport: name })));
      const [first] = candidates;
      if (!first) return waiting(options, { sender, problem: chain[0]?.problem ?? null, missing });
      for (const [index, candidate] of candidates.entries()) {
        const hasFallback = index < candidates.length - 1;
        const found = await resolveWith(options, candidate, { domain, sender, hasFallback });
        if (found) return found;
      }
      const resolution = await first.unit.destinations.resolve(domain, sender);
      return watchedResolution(options, first, { domain, resolution });
    },
  };
}

interface Candidate {
  readonly unit: TransportUnit;
  /** Its transport's name. */
  readonly transport: string;
}

async function chainOf(catalogue: TransportCatalogue, name: string): Promise<readonly Transport[]> {
  const chain: Transport[] = [];
  let next: string | null = name;
  while (next !== null && chain.length < chainMax) {
    const transport: Transport | undefined = await catalogue.get(next);
    if (!transport || chain.includes(transport)) break;
    chain.push(transport);
    next = transport.fallback;
  }
  return chain;
}

/** From what all workers know, so that it agrees with `transports list`. */
async function readOut({ catalogue, health }: Pick<Options, 'catalogue' | 'health'>): Promise<Reading[]> {
  const isOut = async ({ name }: TransportUnit): Promise<boolean> =>
    (await health.state(name))?.state === 'out';
  const readings: Reading[] = [];
  for (const { name } of await catalogue.all()) {
    const units = (await chainOf(catalogue, name)).flatMap((each) => each.units);
    const out = await Promise.all(units.map(isOut));
    const fallback = units.find((_, index) => !out[index])?.name ?? 'none';
    for (const unit of (await catalogue.get(name))?.units ?? []) {
      if (out[units.indexOf(unit)]) readings.push({ value: 1, labels: { transport: unit.name, fallback } });
    }
  }
  return readings;
}

/** Null: it is out, or left alone for a while, so that the next one takes the mail. */
async function resolveWith(
  options: Options,
  candidate: Candidate,
  {
    domain,
    sender,
    hasFallback,
  }: { readonly domain: string; readonly sender: Sender; readonly hasFallback: boolean },
): Promise<Resolution | null> {
  const { health, clock } = options;
  const { unit } = candidate;
  const resolve = async () =>
    watchedResolution(options, candidate, {
      domain,
      resolution: await unit.destinations.resolve(domain, sender),
    });
  if (!unit.isWatched(domain)) return resolve();
  const state = await health.state(unit.name);
  const isOut = state?.state === 'out';
  const nowMs = clock.now().getTime();
  if (isOut && (nowMs < state.probeAt || nowMs < state.probeUntil)) return null;
  const resolution = await resolve();
  if (resolution.kind !== 'destination') return resolution;
  const { destination } = resolution;
  const suspended = options.suspended(destination);
  if (isOut && suspended) return null;
  if (hasFallback && suspended && movesMail(suspended)) return null;
  const found = hasFallback ? { ...resolution, destination: { ...destination, movesMail } } : resolution;
  if (!isOut) return found;
  if (!(await health.takeProbe(unit.name))) return null;
  const releaseReservation = (): void => {
    resolution.releaseReservation();
    // No server was asked: another message may be the probe.
    void health.report(unit.name, { kind: 'neutral' });
  };
  return { ...found, releaseReservation };
}

/** Throttling is no outage: throttled mail waits. */
function movesMail({ failureClass }: Suspended): boolean {
  return failureClass !== 'rate';
}

/** Watches the destination for the health of its unit, and adds which transport it belongs to. */
function watchedResolution(
  { health }: Options,
  { unit, transport }: Candidate,
  { domain, resolution }: { readonly domain: string; readonly resolution: Resolution },
): Resolution {
  if (resolution.kind !== 'destination') return resolution;
  const destination = { ...resolution.destination, transport };
  if (!unit.isWatched(domain)) return { ...resolution, destination };
  return {
    ...resolution,
    destination: watchedDestination(destination, (sign) => void health.report(unit.name, sign)),
  };
}

/** What is wrong is ours and can be put right: the mail waits, and operators see it. */
function waiting(
  { clock }: Options,
  {
    sender,
    problem,
    missing,
  }: { readonly sender: Sender; readonly problem: string | null; readonly missing: CounterVec<'transport'> },
): Resolution {
  missing.add(1, { transport: sender.transport });
  const until = new Date(clock.now().getTime() + missingMs);
  return {
    kind: 'postponed',
    until,
    reason: `transport ${sender.transport} of the domain is not available: ${problem ?? 'it does not exist'}`,
    lacks: 'transport',
  };
}
