import type { Pool } from '@postrider/db';
import { createDomain, createEmailEvent, createMessage, createOrganization } from '@postrider/testkit';

/** A live email that a site has deferred now. */
export async function addFailure(
  pool: Pool,
  { site, reply }: { readonly site: string; readonly reply: string },
): Promise<void> {
  const { id: organizationId } = await createOrganization(pool);
  const message = await createMessage(pool, { organizationId, status: 'queued', finalAt: null });
  await createEmailEvent(pool, message, { type: 'delivery_delayed', detail: `busy: ${reply}` });
  await pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, transport, source_address, started_at,
       finished_at, result, reply_code, reply)
     VALUES ($1, 0, 1, gen_random_uuid(), $2, 'mx', '192.0.2.7', now(), now(), 'deferred', 451, $3)`,
    [message.id, site, reply],
  );
}

/** A live email that was deferred without a connection: no DNS server answers, a port is blocked, a smart host is down. */
export async function addUnreached(
  pool: Pool,
  { recipient, transport, detail }: { recipient: string; transport: string; detail: string },
): Promise<{ readonly organizationId: string }> {
  const { id: organizationId } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  await pool.query('UPDATE domains SET transport = $2 WHERE id = $1', [domainId, transport]);
  const message = await createMessage(pool, { organizationId, domainId, status: 'queued', finalAt: null });
  await createEmailEvent(pool, message, { type: 'delivery_delayed', recipient, detail });
  return { organizationId };
}
