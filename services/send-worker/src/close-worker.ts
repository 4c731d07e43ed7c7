import { withTimeout, type ThreadPool } from '@postrider/runtime';
import type { LeaseKeeper } from './claims/lease-keeper';
import type { OutcomeRecorder } from './outcomes/outcome-recorder';
import type { ConnectionPool } from './transport/pool/connection-pool';
import type { WakeUps } from './schedule/delayed-jobs';

interface Running {
  readonly sweeps: { close(): Promise<void> };
  readonly reviews: { stopTaking(): Promise<void>; empty(): Promise<void> };
  readonly lanes: { stopTaking(): Promise<void>; empty(): Promise<void> };
  readonly connections: ConnectionPool;
  readonly recorder: OutcomeRecorder;
  readonly leases: LeaseKeeper;
  readonly wakeUps: WakeUps;
  readonly threads: ThreadPool;
}

/** Work on the wire ends with its answer; a server that does not answer is left to the lease sweep of the others. */
const WIRE_MS = 15_000;

const RECORD_MS = 2_000;

/** Stops taking work, finishes what is on the wire, gives back the rest. */
export async function closeWorker({
  sweeps,
  reviews,
  lanes,
  connections,
  recorder,
  leases,
  wakeUps,
  threads,
}: Running): Promise<void> {
  await Promise.all([sweeps.close(), reviews.stopTaking()]);
  const taken = lanes.stopTaking();
  connections.close();
  await withTimeout(WIRE_MS, Promise.all([taken, lanes.empty()]), { orElse: undefined });
  await threads.close();
  await withTimeout(RECORD_MS, Promise.all([recorder.drain(), reviews.empty()]), { orElse: undefined });
  await leases.close();
  await wakeUps.close();
}
