import { problem, type AuditSubject, type Finding } from './audit';

/** Each report that got 250 is one bounce; no recipient bounced without one; the spool is empty. */
export async function auditReports({ system, reports }: AuditSubject): Promise<Finding> {
  const bounced = await system.pool.query<{ message_id: string; recipient: string; events: number }>(
    `SELECT message_id, recipient, count(*)::int AS events FROM email_events WHERE type = 'bounced' GROUP BY 1, 2`,
  );
  const keys = new Set(bounced.rows.map((row) => `${row.message_id} ${row.recipient.toLowerCase()}`));
  const lost = [...reports.confirmed].filter((key) => !keys.has(key));
  const doubled = bounced.rows.filter(({ events }) => events > 1);
  const unasked = bounced.rows.filter((row) => !reports.wasTried(row.message_id, row.recipient));
  const kept = await system.pool.query<{ id: string; status: string; result: string | null }>(
    `SELECT s.id, s.status, s.result FROM inbound_spool s LEFT JOIN inbound_spool_contents c ON c.mail_id = s.id
      WHERE s.status <> 'processed' OR c.mail_id IS NOT NULL`,
  );
  return {
    lost: lost.length,
    problems: [
      ...problem(lost.length, 'reports got 250 and were not recorded', lost),
      ...problem(
        doubled.length,
        'bounces were recorded twice',
        doubled.map(({ message_id: id }) => id),
      ),
      ...problem(
        unasked.length,
        'recipients bounced without a report',
        unasked.map(({ message_id: id }) => id),
      ),
      ...problem(
        kept.rows.length,
        'inbound mails are not settled',
        kept.rows.map(({ id, status, result }) => `${id} ${status} ${result ?? ''}`),
      ),
    ],
  };
}
