import { lowestId } from '@postrider/contracts/ids';
import { createPublicLinks } from '@postrider/mail';
import { backOffMs, startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { createCancelEmail } from '@postrider/submission';
import type { Settings } from '../config';
import type { SendGate } from '../restorations/send-gate';
import { endTurn, findDueBroadcasts, type DueBroadcast } from './broadcasts.repository';
import { createReadContent } from './contents';
import type { TurnEnd } from './open-broadcast';
import { createTakeBroadcastTurn, type TurnResources } from './take-broadcast-turn';

interface Options extends Pick<
  TurnResources,
  'pool' | 'acceptEmails' | 'admissionControl' | 'renderer' | 'pace'
> {
  readonly settings: Settings;
  readonly gate: Pick<SendGate, 'isOpen'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Between turns while there are broadcasts to send. */
const intervalMs = 250;
/** How long the first broadcast waits for its first mail. */
const idleIntervalMs = 1_000;
/** Broadcasts in hand, each of another organization. */
const atOnceMax = 4;
const dueMax = 500;
const failure = { baseMs: 1_000, maxMs: 300_000 };
const failing = { obstacle: 'busy', reason: 'an internal error occurred; it will be retried' } as const;
/** From then on the broadcast says that it fails. */
const failuresBeforeNotice = 3;
const failuresMax = 1_000;

/**
 * Sends broadcasts. Organizations take turns with one page each, and broadcasts of one organization among themselves, so a large one
 * keeps a small one waiting for a page. Any number of workers do so side by side: Postgres alone knows what is whose.
 */
export function startBroadcasts(options: Options): { close(): Promise<void> } {
  const { pool, gate, log, metrics } = options;
  const takeTurn = createTakeTurn(options);
  let waitedSeconds = 0;
  metrics.gauge(
    'broadcast_waited_seconds',
    'Longest time that a broadcast has been waiting to be processed.',
    () => waitedSeconds,
  );

  return startRecurringTask({
    name: 'broadcasts',
    intervalMs,
    idleIntervalMs,
    log,
    run: async (signal) => {
      let hasMoved = false;
      let isIdle = true;
      let after: string | undefined = lowestId;
      waitedSeconds = 0;
      while (after !== undefined && !signal.aborted && gate.isOpen()) {
        const dues: DueBroadcast[] = await findDueBroadcasts(pool, { after, limit: dueMax });
        if (dues.length > 0) isIdle = false;
        waitedSeconds = Math.max(waitedSeconds, ...dues.map((due) => due.waitedSeconds));
        if (await takeTurns(dues, { takeTurn, signal })) hasMoved = true;
        after = dues.length === dueMax ? dues.at(-1)?.organizationId : undefined;
      }
      if (hasMoved) return 'again';
      return isIdle ? 'idle' : undefined;
    },
  });
}

/** One turn of a broadcast, recorded; true: there may be more to do at once. */
type TakeTurn = (due: DueBroadcast) => Promise<boolean>;

async function takeTurns(
  dues: readonly DueBroadcast[],
  { takeTurn, signal }: { readonly takeTurn: TakeTurn; readonly signal: AbortSignal },
): Promise<boolean> {
  const left = [...dues];
  let hasMoved = false;
  const takeNext = async (): Promise<void> => {
    for (let due = left.shift(); due && !signal.aborted; due = left.shift()) {
      if (await takeTurn(due)) hasMoved = true;
    }
  };
  // All of them end, also when one throws: nothing is in hand any more when the task is closed.
  const ended = await Promise.allSettled(Array.from({ length: atOnceMax }, takeNext));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return hasMoved;
}

function createTakeTurn(options: Options): TakeTurn {
  const { pool, settings, log, metrics } = options;
  const takeBroadcastTurn = createTakeBroadcastTurn({
    ...options,
    readContent: createReadContent(options),
    links: createPublicLinks(settings.LINK_SECRET),
    linkOrigin: settings.PUBLIC_URL,
    unsentMax: settings.BROADCAST_UNSENT_MAX,
    cancelEmail: createCancelEmail(options),
    pages: metrics.counter('broadcast_pages', 'Pages of broadcasts processed, by type.', {
      work: ['expansion', 'submission'],
    }),
    recipientsByOutcome: metrics.counter(
      'broadcast_recipients',
      'Recipients of broadcasts processed, by outcome.',
      { outcome: ['submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid'] },
    ),
  });
  const failed = metrics.counter('broadcast_failures', 'Broadcast processing failures.');

  return async (due) => {
    const ids = { broadcast_id: due.id, organization_id: due.organizationId };
    let end: TurnEnd;
    try {
      end = await takeBroadcastTurn(due);
    } catch (error) {
      // Also when an engine is away, or a statement takes too long: nothing is repeated without a pause.
      failed.add();
      log.error({ err: error, ...ids }, 'processing a broadcast failed');
      await endTurn(pool, due.id, afterFailure(due));
      return false;
    }
    if (end.kind === 'waits') log.debug({ ...ids, reason: end.reason }, 'a broadcast is waiting');
    const waits = end.kind === 'waits' ? end : null;
    await endTurn(pool, due.id, { waits, retryMs: waits?.retryMs ?? 0, failures: 0 });
    return end.kind === 'moved';
  };
}

function afterFailure(due: DueBroadcast) {
  const failures = Math.min(due.failures + 1, failuresMax);
  return {
    failures,
    retryMs: backOffMs(failures, failure),
    waits: failures < failuresBeforeNotice ? null : failing,
  };
}
