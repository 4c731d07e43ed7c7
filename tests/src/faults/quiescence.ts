import { setTimeout as delay } from 'node:timers/promises';
import type { System } from '../system/system';
import { countersSql } from './audit/audit-counters';
import { readQueueDepths } from './audit/audit-queues';

const lookEveryMs = 500;
const bringForwardEveryMs = 3_000;

/** Waits until nothing is left to do. */
export interface Quiescence {
  readonly reached: boolean;
  readonly afterMs: number;
  /** What was still open at the last look. */
  readonly open: string;
}

/**
 * Messages that were deferred and webhooks that failed wait for minutes and hours by their retry tables. The
 * waiting is not what is tested here: their times are brought forward again and again, as if the time had passed.
 */
export async function waitForQuiescence(system: System, timeoutMs: number): Promise<Quiescence> {
  const begunMs = performance.now();
  let forwardedMs = 0;
  for (;;) {
    const open = await lookAt(system).catch((error: unknown) => [String(error)]);
    const afterMs = performance.now() - begunMs;
    if (open.length === 0) return { reached: true, afterMs, open: '' };
    if (afterMs > timeoutMs) return { reached: false, afterMs, open: open.join(', ') };
    if (afterMs - forwardedMs > bringForwardEveryMs) {
      forwardedMs = afterMs;
      await bringForward(system).catch(() => undefined);
    }
    await delay(lookEveryMs);
  }
}

async function lookAt({ pool, settings }: System): Promise<string[]> {
  const { rows } = await pool.query<{ what: string; open: string }>(openSql);
  const open = rows.filter((row) => Number(row.open) !== 0).map((row) => `${row.open} ${row.what}`);
  if (open.length > 0) return open;
  const counters = await pool.query<{ what: string; counted: string; recorded: string }>(countersSql);
  const uncounted = counters.rows
    .filter(({ counted, recorded }) => Number(counted) !== Number(recorded))
    .map(({ what, counted, recorded }) => `${what} counted ${counted} of ${recorded}`);
  if (uncounted.length > 0) return uncounted;
  // A wake-up that a broker kept while it was away waits there until its consumers have connected again.
  return (await readQueueDepths(String(settings['AMQP_URL'])))
    .filter(({ waiting }) => waiting > 0)
    .map(({ queue, waiting }) => `${waiting} messages wait in ${queue}`);
}

/** Every published event becomes one delivery to the one endpoint. */
const openSql = `
  SELECT 'messages' AS what, count(*) AS open FROM messages WHERE status IN ('queued', 'sending', 'sent')
  UNION ALL
  SELECT 'broadcasts', count(*) FROM broadcasts WHERE status IN ('scheduled', 'testing')
  UNION ALL
  SELECT 'inbound mails', count(*) FROM inbound_spool WHERE status = 'received'
  UNION ALL
  SELECT 'webhooks', (SELECT count(*) FROM email_events WHERE type NOT IN ('queued', 'suppressed'))
                   - (SELECT count(*) FROM webhook_deliveries WHERE status = 'delivered')`;

async function bringForward({ pool }: System): Promise<void> {
  await pool.query(
    `UPDATE messages SET due_at = now() WHERE status = 'queued' AND due_at > now() AND scheduled_at IS NULL`,
  );
  await pool.query(
    `UPDATE inbound_spool SET lease_until = now() WHERE status = 'received' AND lease_owner IS NULL AND lease_until > now()`,
  );
  await pool.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending' AND next_attempt_at > now()`,
  );
}
