import { problem, type AuditSubject, type Finding } from './audit';

interface DoubledRow {
  readonly message_id: string;
  readonly type: string;
}

/** The recorded events agree with the states: one `sent` and one `delivered` for each delivered recipient. */
export async function auditEvents({ system }: AuditSubject): Promise<Finding> {
  const doubled = await system.pool.query<DoubledRow>(
    `SELECT message_id, type FROM email_events WHERE type <> 'delivery_delayed'
      GROUP BY message_id, ordinal, type HAVING count(*) > 1`,
  );
  const missing = await system.pool.query<DoubledRow>(
    `SELECT r.message_id, w.type FROM recipients r CROSS JOIN (VALUES ('sent'), ('delivered')) AS w (type)
      WHERE r.status = 'delivered' AND NOT EXISTS (
        SELECT 1 FROM email_events e
         WHERE e.message_id = r.message_id AND e.ordinal = r.ordinal AND e.type = w.type)`,
  );
  const noMessageId = await system.pool.query<{ id: string }>(
    `SELECT id FROM messages WHERE status = 'delivered' AND message_id_header IS NULL`,
  );
  const named = (rows: readonly DoubledRow[]) => rows.map((row) => `${row.message_id} ${row.type}`);
  return {
    problems: [
      ...problem(doubled.rows.length, 'events were recorded twice', named(doubled.rows)),
      ...problem(missing.rows.length, 'events of delivered recipients are missing', named(missing.rows)),
      ...problem(
        noMessageId.rows.length,
        'delivered messages without a Message-ID',
        noMessageId.rows.map(({ id }) => id),
      ),
    ],
  };
}
