import type { Clock, Metrics } from '@postrider/runtime';
import type { Suspended } from '../transport/budgets/suspended';
import type { Destination } from '../transport/pool/destination';
import type { Acquired } from '../transport/pool/site-queue';
import type { RecipientResult } from './recipient-result';

type Place = Pick<Destination, 'site' | 'source' | 'transport'>;

/** Counts how attempts end, so that alerts see when no mail leaves by a transport or from an address. */
export interface CountAttempts {
  /** Its site is suspended: no connection was tried. */
  leftAlone(to: Place, given: { readonly suspended: Suspended; readonly recipients: number }): void;
  /** There was no connection. */
  unopened(
    to: Place,
    given: { readonly acquired: Exclude<Acquired, { kind: 'session' }>; readonly recipients: number },
  ): void;
  /** A server was spoken to. */
  ended(to: Place, results: readonly Pick<RecipientResult, 'outcome'>[]): void;
}

const attemptResults = ['accepted', 'refused', 'deferred', 'unreachable', 'unconfirmed'] as const;
type AttemptResult = (typeof attemptResults)[number];

/** A site is tried every half hour at least, as long as mail waits for it. */
const unreachableKeptMs = 3_600_000;
const sitesMax = 10_000;

export function createCountAttempts({
  metrics,
  clock,
}: {
  readonly metrics: Metrics;
  readonly clock: Clock;
}): CountAttempts {
  const attempts = metrics.counter(
    'send_attempts',
    'Recipients whose delivery was attempted, by transport, source address and result.',
    { transport: [], source: [], result: attemptResults },
  );
  const unreachable = createUnreachableSites(clock);
  metrics.gauge(
    'send_sites_unreachable',
    'Sites whose last attempt, in the last hour, got no connection, by transport and source address.',
    () => unreachable.read(),
  );
  const count = (to: Place, result: AttemptResult, recipients: number): void => {
    attempts.add(recipients, { ...labelsOf(to), result });
    if (result === 'unreachable') unreachable.add(to);
    else unreachable.delete(to);
  };
  const leftAlone: CountAttempts['leftAlone'] = (to, { suspended, recipients }) => {
    // Mail that is throttled, or held by an operator, waits for its turn.
    if (suspended.failureClass === 'rate' || suspended.failureClass === 'platform') return;
    count(to, suspended.failureClass === 'no_answer' ? 'unreachable' : 'deferred', recipients);
  };
  return {
    leftAlone,
    unopened: (to, { acquired, recipients }) => {
      if (acquired.kind === 'suspended') leftAlone(to, { suspended: acquired.suspended, recipients });
      if (acquired.kind !== 'unreachable') return;
      count(to, acquired.failure.kind === 'refused' ? 'deferred' : 'unreachable', recipients);
    },
    ended: (to, results) => {
      for (const { outcome } of results) {
        const result = outcome && resultOf(outcome.status);
        if (result) count(to, result, 1);
      }
    },
  };
}

function labelsOf({ transport = 'none', source }: Place): { transport: string; source: string } {
  return { transport, source: source?.address ?? 'system' };
}

/** Null: a failure of our own, such as mail that has expired. */
function resultOf(status: NonNullable<RecipientResult['outcome']>['status']): AttemptResult | null {
  switch (status) {
    case 'sent':
    case 'delivered':
      return 'accepted';
    case 'bounced':
      return 'refused';
    case 'queued':
      return 'deferred';
    case 'unconfirmed':
      return 'unconfirmed';
    case 'failed':
    case 'complained':
      return null;
  }
}

function createUnreachableSites(clock: Clock) {
  const sites = new Map<string, { readonly to: Place; readonly atMs: number }>();
  const keyOf = (to: Place): string => {
    const { transport, source } = labelsOf(to);
    return `${transport} ${source} ${to.site}`;
  };
  return {
    add: (to: Place): void => {
      const key = keyOf(to);
      if (sites.size < sitesMax || sites.has(key)) sites.set(key, { to, atMs: clock.now().getTime() });
    },
    delete: (to: Place): void => {
      if (sites.size > 0) sites.delete(keyOf(to));
    },
    read: () => {
      const sinceMs = clock.now().getTime() - unreachableKeptMs;
      const counts = new Map<string, { value: number; labels: ReturnType<typeof labelsOf> }>();
      for (const [key, { to, atMs }] of sites) {
        if (atMs < sinceMs) sites.delete(key);
        const labels = labelsOf(to);
        const group = `${labels.transport} ${labels.source}`;
        const value = (counts.get(group)?.value ?? 0) + (atMs < sinceMs ? 0 : 1);
        counts.set(group, { value, labels });
      }
      return [...counts.values()];
    },
  };
}
