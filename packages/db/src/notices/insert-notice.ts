import { newId, type NoticeKind } from '@postrider/contracts';
import type { ClientBase } from 'pg';

export interface NewNotice {
  readonly organizationId: string;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly text: string;
  /** Makes the same fact one notice. */
  readonly identity: string;
}

/**
 * Leaves a mail of the platform to the organization's alert address, in the transaction of what it tells of;
 * metrics-aggregator sends it. Without an alert address nobody is told.
 */
export async function insertNotice(client: Pick<ClientBase, 'query'>, notice: NewNotice): Promise<void> {
  const { organizationId, kind, subject, text, identity } = notice;
  await client.query({
    name: 'notices.insert-notice',
    text: `INSERT INTO notices (id, organization_id, kind, recipient, subject, text, identity)
           SELECT $1, id, $3, alert_email, $4, $5, $6 FROM organizations WHERE id = $2 AND alert_email IS NOT NULL
           ON CONFLICT (identity) DO NOTHING`,
    values: [newId(), organizationId, kind, subject, text, identity],
  });
}
