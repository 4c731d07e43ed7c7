import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { deliveryReport, type SinkMessage } from '@postrider/testkit';
import type { System } from '../../system/system';
import { emailIdOf } from '../../system/received-mail';
import type { ReportLedger } from './report-ledger';

/** The recipients' mail server, which took every message and reports of each, later, that it could not deliver it. */
export interface BounceReporter {
  report(message: SinkMessage): void;
  /** Resolves when the relay has taken every report. */
  finished(): Promise<void>;
  /** Tries that got no 250. */
  readonly repeated: number;
  /** Reports that were refused for good, or not taken in time. */
  readonly lost: readonly string[];
}

/** Our answer is recorded by then, nearly always. */
const reportAfterMs = 500;
const connectionsMax = 8;
const backOffMs = { first: 200, longest: 2_000 };
const giveUpMs = 150_000;
const timeoutMs = 20_000;

export function createBounceReporter(system: Pick<System, 'inbound'>, ledger: ReportLedger): BounceReporter {
  const transport = createTransport({
    ...system.inbound,
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: Infinity,
    secure: false,
    ignoreTLS: true,
    connectionTimeout: 5_000,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const outstanding = new Set<Promise<void>>();
  const lost: string[] = [];
  let repeated = 0;

  const bring = async (emailId: string, { from, to }: SinkMessage): Promise<void> => {
    const [recipient = ''] = to;
    await delay(reportAfterMs);
    const startedMs = performance.now();
    let waitMs = backOffMs.first;
    for (;;) {
      ledger.try(emailId, recipient);
      const cause = await transport
        .sendMail({ envelope: { from: '', to: [from] }, raw: deliveryReport({ recipient }) })
        .then(() => null)
        .catch((error: { responseCode?: number; message: string }) => error);
      if (cause === null) return ledger.confirm(emailId, recipient);
      repeated += 1;
      if ((cause.responseCode ?? 0) >= 500 || performance.now() - startedMs > giveUpMs) {
        lost.push(`${emailId}: ${cause.message}`);
        return;
      }
      await delay(waitMs);
      waitMs = Math.min(waitMs * 2, backOffMs.longest);
    }
  };

  return {
    report: (message) => {
      const emailId = emailIdOf(message.raw);
      if (emailId === undefined) return;
      const one = bring(emailId, message).finally(() => outstanding.delete(one));
      outstanding.add(one);
    },
    finished: async () => {
      while (outstanding.size > 0) await Promise.all(outstanding);
      transport.close();
    },
    get repeated() {
      return repeated;
    },
    lost,
  };
}
