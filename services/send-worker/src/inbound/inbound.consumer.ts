import type { Pool } from '@postrider/db';
import type { ConsumerOptions } from '@postrider/messaging';
import { startRecurringTask, withTraceParent, type Logger } from '@postrider/runtime';
import type { InHand } from './in-hand';
import type { MailInHand, ProcessMail } from './process-mail';
import { ownerOf, readWorks, type InboundTokens } from './read-recipients';
import { claimMails, renewMails, deferMail, type ClaimedMail } from './spool.repository';

interface Options {
  readonly pool: Pool;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly tokens: InboundTokens;
  readonly inHand: InHand;
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
const slowDelayMs = 5_000;

/**
 * A job only says where to look: it is done when its mails are claimed and in hand, deferred, or not ours. From then on their
 * leases make sure that they are not lost. Claiming waits for room, so the rest of a flood stays with the broker.
 */
export function createInboundConsumer(options: Options): InboundConsumer {
  const { pool, workerId, leaseMs, tokens, inHand, process, log } = options;
  const held = new Set<string>();

  const take = async (claimed: ClaimedMail, traceParent: string | undefined): Promise<void> => {
    const recipients = readWorks(claimed, tokens);
    const mail: MailInHand = { claimed, recipients, owner: ownerOf(claimed, recipients) };
    held.add(claimed.id);
    if (!(await inHand.enter(mail.owner))) {
      held.delete(claimed.id);
      return deferMail(pool, { id: claimed.id, workerId, delayMs: slowDelayMs, counts: false });
    }
    void withTraceParent(traceParent, () => process(mail)).finally(() => {
      held.delete(claimed.id);
      inHand.leave(mail.owner);
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
