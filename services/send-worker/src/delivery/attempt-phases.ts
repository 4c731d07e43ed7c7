import type { PhaseDurations } from '../outcomes/message-outcome';
import type { DeliverySession } from '../transport/pool/delivery-session';

interface Times {
  readonly claimedMs: number;
  readonly connectedMs: number | null;
  readonly tlsMs: number | null;
  readonly dataMs: number | null;
  readonly endedMs: number;
}

/** @param times of the monotonic clock */
export function phaseDurations({ claimedMs, connectedMs, tlsMs, dataMs, endedMs }: Times): PhaseDurations {
  let last = claimedMs;
  const since = (ms: number): number => {
    const duration = Math.max(0, Math.round(ms - last));
    last = Math.max(last, ms);
    return duration;
  };
  const sinceIfAny = (ms: number | null): number | null => (ms === null ? null : since(ms));
  return [sinceIfAny(connectedMs), sinceIfAny(tlsMs), sinceIfAny(dataMs), since(endedMs)];
}

/** Of an attempt that begins now, on the session that was lent to it. */
export function trackPhases(session: Pick<DeliverySession, 'opened' | 'used'>, claimedMs: number) {
  const connection = connectionTimes(session, { claimedMs, sinceMs: performance.now() });
  let dataMs: number | null = null;
  return {
    dataBegins: (): void => {
      dataMs = performance.now();
    },
    durations: (): PhaseDurations =>
      phaseDurations({ claimedMs, ...connection, dataMs, endedMs: performance.now() }),
  };
}

/** Of one that ends now. */
export function phasesWithoutConnection(claimedMs: number): PhaseDurations {
  const nothing = { connectedMs: null, tlsMs: null, dataMs: null };
  return phaseDurations({ claimedMs, ...nothing, endedMs: performance.now() });
}

/**
 * When the connection of a session was there for a message.
 * @param sinceMs when it was lent to the message: one that was opened before the message was claimed has no phases of its own
 */
export function connectionTimes(
  { opened, used }: Pick<DeliverySession, 'opened' | 'used'>,
  { claimedMs, sinceMs }: { readonly claimedMs: number; readonly sinceMs: number },
): Pick<Times, 'connectedMs' | 'tlsMs'> {
  if (opened === undefined) return { connectedMs: null, tlsMs: null };
  const isNew = used() === 0 && opened.connectedMs >= claimedMs;
  return isNew
    ? { connectedMs: opened.connectedMs, tlsMs: opened.tlsMs }
    : { connectedMs: sinceMs, tlsMs: null };
}
