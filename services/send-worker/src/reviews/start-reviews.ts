import type { Database } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { BumpOrganizationEpoch } from '@postrider/submission';
import type { WakeUps } from '../schedule/wake-ups';
import { announceAgain } from '../sweeps/announce-again';
import type { FreedMessage } from './pending-reviews.repository';
import { screenPending } from './screen-pending';

interface Parts {
  readonly pool: Database['pool'];
  readonly broker: Broker;
  readonly wakeUps: WakeUps;
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
  readonly passedMin: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What a new customer waits for the first mail; a look costs one probe of an index that is nearly always empty. */
const INTERVAL_MS = 1_000;

/** Screens held messages, whatever announced them: their rows are the only queue. */
export function startReviews(parts: Parts): { close(): Promise<void> } {
  const { log, metrics, bumpOrganizationEpoch } = parts;
  const screened = metrics.counter('send_reviews_screened', 'Held messages that were screened, by outcome.');
  return startRecurringTask({
    name: 'reviews',
    intervalMs: INTERVAL_MS,
    log,
    run: async () => {
      const { freed, flagged, changedOrganizationIds, isFull } = await screenPending(parts);
      for (const id of changedOrganizationIds) await bumpOrganizationEpoch(id);
      await announceFreed(parts, freed);
      if (freed.length > 0) screened.add(freed.length, { outcome: 'passed' });
      if (flagged > 0) {
        screened.add(flagged, { outcome: 'flagged' });
        log.warn({ messages: flagged }, 'messages were flagged: an operator has to decide');
      }
      return isFull ? 'again' : undefined;
    },
  });
}

/** The sweep would find them too, seconds later. */
async function announceFreed(
  { broker, wakeUps, clock }: Parts,
  freed: readonly FreedMessage[],
): Promise<void> {
  const now = clock.now();
  const due = freed.filter(({ dueAt }) => dueAt <= now);
  await announceAgain(
    broker,
    due.map(({ id, lane }) => ({ id, lane, round: 0 })),
  );
  for (const { dueAt, ...message } of freed) {
    if (dueAt > now) wakeUps.plan({ ...message, round: 0 }, dueAt);
  }
}
