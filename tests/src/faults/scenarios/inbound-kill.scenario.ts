import { eventually } from '@postrider/testkit';
import type { FaultHarness, Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

/** A slow machine sends a hundred messages a second, and fewer while processes start. */
const deliveryMs = 600_000;

export const inboundKill: Scenario = {
  name: 'inbound-kill',
  promise: 'kill -9 of smtp-relay and send-worker while every message comes back: each report counts once',
  clientErrors: 'allowed',
  strikeTimeoutMs: 2 * deliveryMs,
  // One client brings them all, as no server of the world does.
  settings: { INBOUND_MESSAGES_PER_MINUTE: '1000000' },
  strike: async (harness) => {
    const reporter = harness.reportDeliveries();
    const { unconfirmedMax = 0, detail } = await killAndRestart(harness, ['smtp-relay-1', 'send-worker-1']);
    await harness.load.done;
    await eventually(() => allHandedOver(harness), {
      timeoutMs: deliveryMs,
      what: 'every message delivered',
    });
    await reporter.finished();
    return {
      unconfirmedMax,
      problems: reporter.lost.slice(0, 3).map((each) => `a report was never taken: ${each}`),
      detail: `${detail}; ${harness.reports.confirmed.size} reports, ${reporter.repeated} tries repeated`,
    };
  },
};

/** Then nothing will be delivered, and reported, any more. */
async function allHandedOver({ system }: FaultHarness): Promise<boolean> {
  const { rows } = await system.pool.query(
    `SELECT FROM messages WHERE status IN ('queued', 'sending') AND due_at <= now() LIMIT 1`,
  );
  return rows.length === 0;
}
