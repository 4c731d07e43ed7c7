import { withTimeout } from '../time/wait';

/** The tracing SDK is started by `register`, before the service's own modules load; the lifecycle stops it. */
interface TracingHandle {
  shutdown(): Promise<void>;
}

/** The exporter tries for 10 s to reach a collector: too large a part of the grace period for a few spans. */
const shutdownTimeoutMs = 2_000;

let handle: TracingHandle | undefined;

export function keepTracing(tracing: TracingHandle): void {
  handle = tracing;
}

/** Sends the spans that are still held. Does nothing when tracing is off; a collector that is gone is no error. */
export async function stopTracing(): Promise<void> {
  const tracing = handle;
  if (!tracing) return;
  await withTimeout(shutdownTimeoutMs, () => tracing.shutdown()).catch(() => undefined);
}
