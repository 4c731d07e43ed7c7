import type { Pool } from '@postrider/db';
import {
  startRecurringTask,
  type Clock,
  type Logger,
  type Metrics,
  type SecretBox,
} from '@postrider/runtime';
import { countRecipients } from '../delivery/round-report';
import type { SendGate } from '../restorations/send-gate';
import { watchLateEmails } from './late-emails';
import { closeUnanswered, pageSize, recoverExpired } from './lost-messages.repository';
import { watchStoredSecrets } from './watch-stored-secrets';

interface Options {
  readonly pool: Pool;
  readonly gate: Pick<SendGate, 'hasLooked' | 'isOpen'>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs: number;
  readonly leaseGraceMs: number;
}

const unansweredIntervalMs = 60_000;
/** A smart host or provider that has not reported by then never will. */
const unansweredMs = 24 * 3_600_000;

/**
 * Finds messages whose outcome nothing else will record (their worker is gone, or no report came), those that are late, and secrets that
 * do not open.
 */
export function startSweeps(options: Options): { close(): Promise<void> } {
  const { pool, gate, log, metrics, intervalMs } = options;
  const recovered = metrics.counter('send_leases_recovered', 'Messages taken from workers that were gone.');
  const recipients = countRecipients(metrics);
  const leases = startRecurringTask({
    name: 'expired leases',
    intervalMs,
    log,
    run: async () => {
      if (!gate.hasLooked()) return;
      const messages = await recoverExpired(pool, options.leaseGraceMs);
      if (messages.length === 0) return;
      recovered.add(messages.length);
      for (const { lane, unconfirmed } of messages)
        recipients.add(unconfirmed, { lane, status: 'unconfirmed' });
      log.warn({ messages: messages.length, example: messages[0]?.id }, 'leases had expired');
      return 'again';
    },
  });

  const unanswered = startRecurringTask({
    name: 'unanswered messages',
    intervalMs: unansweredIntervalMs,
    log,
    run: async () => {
      const count = await closeUnanswered(pool, unansweredMs);
      if (count > 0) log.warn({ messages: count }, 'no delivery event within a day: unconfirmed');
      return count === pageSize ? 'again' : undefined;
    },
  });

  const late = watchLateEmails(options);
  const secrets = watchStoredSecrets({ pool, secretBox: options.secretBox, log, metrics });

  return {
    close: async () => {
      await Promise.all([leases.close(), unanswered.close(), late.close(), secrets.close()]);
    },
  };
}
