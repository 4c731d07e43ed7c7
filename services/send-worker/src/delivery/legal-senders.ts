import assert from 'node:assert';
import type { Pool } from '@postrider/db';
import type { LegalSender } from '@postrider/mail';
import { createBatcher } from '@postrider/runtime';

export interface BulkMessage {
  readonly id: string;
  readonly organizationId: string;
}

/** Rejects only when the database does. */
export type ReadLegalSender = (message: BulkMessage) => Promise<LegalSender>;

interface LegalSenderRow {
  readonly message_id: string;
  readonly name: string;
  readonly postal_address: string | null;
}

/** A message that was screened is sent with the footer that was screened with it, whatever the organization says by then. */
const findLegalSendersSql = `
SELECT bulk.message_id, coalesce(r.footer ->> 'name', o.name) AS name,
  CASE WHEN r.footer IS NULL THEN o.postal_address ELSE r.footer ->> 'postal_address' END AS postal_address
FROM unnest($1::uuid[], $2::uuid[]) AS bulk(message_id, organization_id)
JOIN organizations o ON o.id = bulk.organization_id
LEFT JOIN message_reviews r ON r.message_id = bulk.message_id`;

/**
 * The organization as it is now: the next mail has a changed address, so nothing is cached. Messages that are
 * written at the same time share one statement, which never began before any of them asked.
 */
export function createReadLegalSender(pool: Pool): ReadLegalSender {
  const reads = createBatcher<BulkMessage, LegalSender>({
    name: 'legal senders',
    inFlightMax: 1,
    run: async (messages) => {
      const { rows } = await pool.query<LegalSenderRow>({
        name: 'delivery.find-legal-senders',
        text: findLegalSendersSql,
        values: [messages.map(({ id }) => id), messages.map(({ organizationId }) => organizationId)],
      });
      const senders = new Map(rows.map((row) => [row.message_id, row]));
      return messages.map(({ id }) => {
        const sender = senders.get(id);
        assert(sender, 'a message has an organization');
        return { name: sender.name, postalAddress: sender.postal_address };
      });
    },
  });
  return (message) => reads.submit(message);
}
