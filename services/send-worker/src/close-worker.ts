import { withTimeout, type ThreadPool } from '@postrider/runtime';
import type { LeaseKeeper } from './claims/lease-keeper';
import type { OutcomeRecorder } from './outcomes/outcome-recorder';
import type { Pacer } from './fairness/pacer';
import type { ConnectionPool } from './transport/pool/connection-pool';

interface Running {
  readonly gate: { close(): Promise<void> };
  readonly sweeps: { close(): Promise<void> };
  readonly reviews: { stopTaking(): Promise<void>; empty(): Promise<void> };
  readonly inbound: { stopTaking(): Promise<void>; empty(): Promise<void>; close(): Promise<void> };
  readonly automations: { stopTaking(): Promise<void>; empty(): Promise<void>; close(): Promise<void> };
  readonly broadcasts: { close(): Promise<void> };
  readonly submission: { drain(): Promise<void> };
  readonly claiming: { stop(): Promise<void>; empty(): Promise<void> };
  readonly pacer: Pick<Pacer, 'close'>;
  readonly connections: ConnectionPool;
  readonly sites: { close(): Promise<void> };
  readonly sources: { close(): Promise<void> };
  readonly routes: { close(): Promise<void> };
  readonly recorder: OutcomeRecorder;
  readonly leases: LeaseKeeper;
  readonly threads: ThreadPool;
}

/** Work on the wire ends with its answer; a server that does not answer is left to the lease sweep of the others. */
const wireMs = 15_000;

const recordMs = 2_000;

/** Stops taking work, finishes what is on the wire. */
export async function closeWorker({
  gate,
  sweeps,
  reviews,
  inbound,
  automations,
  broadcasts,
  submission,
  claiming,
  pacer,
  connections,
  sites,
  sources,
  routes,
  recorder,
  leases,
  threads,
}: Running): Promise<void> {
  const judged = gate.close();
  await Promise.all([sweeps.close(), reviews.stopTaking(), inbound.stopTaking(), automations.stopTaking()]);
  const paged = broadcasts.close();
  const stopped = claiming.stop();
  pacer.close();
  connections.close();
  await withTimeout(
    wireMs,
    Promise.all([stopped, paged, claiming.empty(), inbound.empty(), automations.empty()]),
    {
      orElse: undefined,
    },
  );
  await withTimeout(recordMs, Promise.all([automations.close(), submission.drain()]), { orElse: undefined });
  await Promise.all([threads.close(), inbound.close()]);
  await withTimeout(
    recordMs,
    Promise.all([recorder.drain(), reviews.empty(), sites.close(), sources.close(), routes.close()]),
    {
      orElse: undefined,
    },
  );
  await Promise.all([judged, leases.close()]);
}
