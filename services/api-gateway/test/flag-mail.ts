import type { Pool } from '@postrider/db';
import { createMessage, createOrganization } from '@postrider/testkit';

/** An email of a new client organization as the screening leaves it when it has found something: held, with the finding. */
export async function flagMail(
  pool: Pool,
): Promise<{ readonly id: string; readonly organizationId: string; readonly slug: string }> {
  const { id: organizationId, slug } = await createOrganization(pool, { kind: 'client', plan: 'free' });
  await pool.query('UPDATE organizations SET under_review_at = now() WHERE id = $1', [organizationId]);
  const { id } = await createMessage(pool, {
    ...{ organizationId, status: 'queued', finalAt: null, recipient: 'jane@x.test' },
  });
  await pool.query('UPDATE messages SET due_at = NULL WHERE id = $1', [id]);
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', 'queued', now())`,
    [id, organizationId],
  );
  await pool.query(
    `INSERT INTO message_reviews (message_id, organization_id, status, reasons, screened_at)
     VALUES ($1, $2, 'flagged', $3, now())`,
    [id, organizationId, JSON.stringify([{ code: 'foreign_brand', detail: 'the sender says PayPal' }])],
  );
  return { id, organizationId, slug };
}
