import type { EmailStatus } from '@postrider/contracts/statuses';
import type { System } from '../../system/system';
import { problem, type AuditSubject, type Finding } from './audit';

const openStatuses: ReadonlySet<string> = new Set<EmailStatus>(['queued', 'sending', 'sent']);

interface MessageRow {
  readonly id: string;
  readonly status: string;
  readonly is_leased: boolean;
  readonly has_content: boolean;
}

/** Every accepted message in exactly one final state, none claimed for ever, none that no client knows of. */
export async function auditMessages({
  system,
  load,
  reports,
  forgotten,
  failed,
}: AuditSubject): Promise<Finding> {
  const rows = await readMessages(system);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = load.accepted.map(({ id }) => id).filter((id) => !forgotten.has(id));
  const missing = ids.filter((id) => !byId.has(id));
  const open = rows.filter(({ status }) => openStatuses.has(status));
  const unexpected = rows.filter(
    ({ id, status }) =>
      !openStatuses.has(status) &&
      !['delivered', 'unconfirmed'].includes(status) &&
      !(status === 'bounced' && reports.wasTriedOf(id)) &&
      !(status === 'failed' && failed.has(id)),
  );
  const leased = rows.filter(({ is_leased }) => is_leased);
  const known = new Set([...ids, ...(await idsMadeBySystem(system))]);
  const orphans = rows.filter(({ id }) => !known.has(id));
  const hollow = rows.filter(({ has_content }) => !has_content);
  return {
    lost: missing.length + open.length,
    problems: [
      ...problem(missing.length, 'accepted messages have no row', missing),
      ...problem(ids.length - new Set(ids).size, 'ids were given to two different messages'),
      ...problem(
        open.length,
        'messages are in no final state',
        open.map(({ id, status }) => `${id} ${status}`),
      ),
      ...problem(
        unexpected.length,
        'messages failed although no server refused them',
        unexpected.map(({ id, status }) => `${id} ${status}`),
      ),
      ...problem(
        leased.length,
        'messages are claimed for ever',
        leased.map(({ id }) => id),
      ),
      ...problem(
        orphans.length,
        'messages exist that no client got an answer for',
        orphans.map(({ id }) => id),
      ),
      ...problem(
        hollow.length,
        'messages were half written',
        hollow.map(({ id }) => id),
      ),
    ],
  };
}

async function readMessages({ pool }: Pick<System, 'pool'>): Promise<readonly MessageRow[]> {
  const { rows } = await pool.query<MessageRow>(
    `SELECT m.id, m.status, m.lease_until IS NOT NULL AND m.status = 'sending' AS is_leased,
            c.message_id IS NOT NULL AS has_content
       FROM messages m LEFT JOIN message_contents c ON c.message_id = m.id`,
  );
  return rows;
}

/** No client gets an answer for messages that the system makes itself: their rows know them. */
async function idsMadeBySystem({ pool }: Pick<System, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT message_id AS id FROM broadcast_recipients WHERE message_id IS NOT NULL
     UNION ALL SELECT message_id FROM automation_steps WHERE message_id IS NOT NULL`,
  );
  return rows.map(({ id }) => id);
}
