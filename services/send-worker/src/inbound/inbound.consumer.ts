import type { Pool } from '@postrider/db';
import type { ConsumerOptions } from '@postrider/messaging';
import {
  createTtlCache,
  startRecurringTask,
  withTraceParent,
  type Logger,
  type Semaphore,
} from '@postrider/runtime';
import type { MailInHand, ProcessMail } from './process-mail';
import { ownerOf, readWorks, type InboundTokens } from './read-recipients';
import { claimMails, renewMails, deferMail, type ClaimedMail } from './spool.repository';

interface Options {
  readonly pool: Pool;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly tokens: InboundTokens;
  /** One for each mail in hand. */
  readonly permits: Semaphore;
  readonly process: ProcessMail;
  readonly log: Logger;
}

export interface InboundConsumer {
  readonly options: ConsumerOptions<'send-worker.inbound'>;
  close(): Promise<void>;
}

/** Jobs of fifty mails each. */
const prefetch = 8;
const jobsAtOnce = 2;
/** How long a mail waits until its owner has room; with honest mail that takes milliseconds. */
const shareWaitMs = 1_000;
/** For how long after that mails of the same owner are deferred at once, because others wait behind them. */
const slowMs = 10_000;
const slowOwnersMax = 10_000;
const slowDelayMs = 5_000;

/**
 * A job only says where to look: it is done when its mails are claimed and in hand, deferred, or not ours. From then on their
 * leases make sure that they are not lost. Claiming waits for room, so the rest of a flood stays with the broker.
 */
export function createInboundConsumer(options: Options): InboundConsumer {
  const { pool, workerId, leaseMs, tokens, permits, process, log } = options;
  const held = new Set<string>();
  const slow = createTtlCache<string, true>({ entriesMax: slowOwnersMax, ttlMs: slowMs });

  const take = async (claimed: ClaimedMail, traceParent: string | undefined): Promise<void> => {
    const recipients = readWorks(claimed, tokens);
    const mail: MailInHand = { claimed, recipients, owner: ownerOf(claimed, recipients) };
    held.add(claimed.id);
    const place = { priority: 0, owner: mail.owner };
    const isSlow = slow.get(mail.owner) === true;
    const permit = await permits.acquire(place, { shareWaitMs: isSlow ? 0 : shareWaitMs });
    if (!permit) {
      if (!isSlow) slow.set(mail.owner, true);
      held.delete(claimed.id);
      return deferMail(pool, { id: claimed.id, workerId, delayMs: slowDelayMs, counts: false });
    }
    void withTraceParent(traceParent, () => process(mail)).finally(() => {
      held.delete(claimed.id);
      permit.release();
    });
  };

  // A third: two renewals may fail before the lease ends.
  const renewal = startRecurringTask({
    name: 'inbound lease renewal',
    intervalMs: leaseMs / 3,
    log,
    run: async () => {
      if (held.size > 0) await renewMails(pool, { ids: [...held], workerId, leaseMs });
    },
  });

  return {
    options: {
      prefetch,
      inFlightWeightMax: jobsAtOnce,
      handle: async ({ payload }) => {
        const traces = new Map(payload.mails.map(({ id, trace_parent }) => [id, trace_parent]));
        const claimed = await claimMails(pool, { ids: [...traces.keys()], workerId, leaseMs });
        await Promise.all(claimed.map((mail) => take(mail, traces.get(mail.id))));
      },
    },
    close: () => renewal.close(),
  };
}
