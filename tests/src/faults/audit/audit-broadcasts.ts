import { problem, type AuditSubject, type Finding } from './audit';

interface BroadcastRow {
  readonly id: string;
  readonly status: string;
  /** Contacts of its organization: its segment is everybody. */
  readonly contacts: number;
  readonly recipients: number;
  readonly rows: number;
  readonly submitted: number;
  readonly submitted_rows: number;
  readonly messages: number;
  readonly addresses: number;
}

/** Every contact has one row, one message and one address in it; and the counts say so. */
export async function auditBroadcasts({ system }: AuditSubject): Promise<Finding> {
  const { rows } = await system.pool.query<BroadcastRow>(
    `SELECT b.id, b.status, b.recipients, b.submitted,
       (SELECT count(*)::int FROM contacts c WHERE c.organization_id = b.organization_id) AS contacts,
       (SELECT count(*)::int FROM broadcast_recipients r WHERE r.broadcast_id = b.id) AS rows,
       (SELECT count(*)::int FROM broadcast_recipients r
          WHERE r.broadcast_id = b.id AND r.outcome = 'submitted') AS submitted_rows,
       mailed.messages, mailed.addresses
     FROM broadcasts b CROSS JOIN LATERAL (
       SELECT count(DISTINCT m.id)::int AS messages, count(DISTINCT r.address_key)::int AS addresses
       FROM messages m JOIN recipients r ON r.message_id = m.id WHERE m.kind = 'broadcast.' || b.id
     ) mailed`,
  );
  const wrong = rows.filter(({ contacts, ...counts }) =>
    [counts.recipients, counts.rows, counts.submitted, counts.submitted_rows, counts.messages].some(
      (count) => count !== contacts || counts.addresses !== contacts,
    ),
  );
  const open = rows.filter(({ status }) => status !== 'sent');
  return {
    lost: sumOf(rows.map(({ contacts, addresses }) => contacts - addresses)),
    duplicates: sumOf(rows.map(({ messages, addresses }) => messages - addresses)),
    problems: [
      ...problem(
        wrong.length,
        'broadcasts whose counts differ',
        wrong.map((row) => JSON.stringify(row)),
      ),
      ...problem(
        open.length,
        'broadcasts were not sent to their end',
        open.map(({ id, status }) => `${id} ${status}`),
      ),
    ],
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
