import { createGroupCommit, type Database } from '@postrider/db';

/** Who stands in the footer of bulk mail. */
export interface LegalSender {
  readonly name: string;
  readonly postalAddress: string | null;
}

/** Rejects only when the database does. */
export type ReadLegalSender = (organizationId: string) => Promise<LegalSender>;

/**
 * The organization as it is now: a changed address stands in the very next mail, so nothing is kept. Messages that are
 * written at the same time share one statement, which never began before any of them asked.
 */
export function createReadLegalSender(pool: Database['pool']): ReadLegalSender {
  const reads = createGroupCommit<string, LegalSender>({
    name: 'legal senders',
    maxInFlight: 1,
    run: async (ids) => {
      const { rows } = await pool.query<{ id: string; name: string; postal_address: string | null }>({
        name: 'send-worker.legal-senders',
        text: 'SELECT id, name, postal_address FROM organizations WHERE id = ANY($1::uuid[])',
        values: [[...new Set(ids)]],
      });
      const senders = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => {
        const sender = senders.get(id);
        return { name: sender?.name ?? '', postalAddress: sender?.postal_address ?? null };
      });
    },
  });
  return (organizationId) => reads.submit(organizationId);
}
