import { createMessage, createOrganization, type TestContext } from '@postrider/testkit';

export interface HeldOverrides {
  readonly organizationId: string;
  readonly from?: string;
  readonly html?: string;
  readonly kind?: string;
  readonly to?: readonly string[];
  readonly scheduledAt?: Date;
}

/** A `From` that the screening takes for another company's. */
export const suspiciousFrom = 'PayPal Support <a@shop.test>';

/** A client organization whose first messages are screened, with an address for its notices. */
export async function createClient({ pool }: TestContext): Promise<string> {
  const { id } = await createOrganization(pool, { kind: 'client', plan: 'free' });
  await pool.query(`UPDATE organizations SET alert_email = 'owner@example.test' WHERE id = $1`, [id]);
  return id;
}

/** A first message as acceptance leaves it: queued, without a time, with a pending review. @returns its id */
export async function holdMessage({ pool }: TestContext, overrides: HeldOverrides): Promise<string> {
  const { organizationId, to = ['jane@example.test'], kind = null } = overrides;
  const recipientCount = to.length;
  const { id } = await createMessage(pool, {
    ...{ organizationId, kind, recipientCount, status: 'queued', finalAt: null },
  });
  await pool.query(
    `UPDATE messages SET due_at = NULL, scheduled_at = $2, from_header = coalesce($3, from_header) WHERE id = $1`,
    [id, overrides.scheduledAt ?? null, overrides.from ?? null],
  );
  await pool.query('UPDATE message_contents SET html = coalesce($2, html) WHERE message_id = $1', [
    id,
    overrides.html ?? null,
  ]);
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT $1, ordinal - 1, $2, address, address, 'to', 'queued', now()
     FROM unnest($3::text[]) WITH ORDINALITY AS r(address, ordinal)`,
    [id, organizationId, to],
  );
  await pool.query(
    `INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'pending')`,
    [id, organizationId],
  );
  return id;
}

export async function readHeld({ pool }: TestContext, id: string) {
  const { rows } = await pool.query<{
    status: string;
    due_at: Date | null;
    review: string | null;
    attempts: number | null;
    reasons: { code: string; detail: string }[] | null;
    footer: unknown;
  }>(
    `SELECT m.status, m.due_at, r.status AS review, r.screening_tries AS attempts, r.reasons, r.footer
     FROM messages m LEFT JOIN message_reviews r ON r.message_id = m.id WHERE m.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`no message ${id}`);
  return row;
}

export async function readOrganization({ pool }: TestContext, id: string) {
  const { rows } = await pool.query<{
    isUnderReview: boolean;
    reason: string | null;
    isApproved: boolean;
    notices: string[];
    audit: string[];
  }>(
    `SELECT under_review_at IS NOT NULL AS "isUnderReview", under_review_reason AS reason,
       approved_at IS NOT NULL AS "isApproved",
       array(SELECT kind FROM notices n WHERE n.organization_id = o.id ORDER BY n.id) AS notices,
       array(SELECT actor_name || ': ' || action FROM audit_entries a WHERE a.organization_id = o.id ORDER BY a.id) AS audit
     FROM organizations o WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`no organization ${id}`);
  return row;
}

/** As the screening leaves them when it has found something. */
export async function flag({ pool }: TestContext, ids: readonly string[]): Promise<void> {
  await pool.query(
    `WITH flagged AS (
       UPDATE message_reviews SET status = 'flagged' WHERE message_id = ANY($1::uuid[]) RETURNING organization_id
     )
     UPDATE organizations SET under_review_at = now(), under_review_reason = 'test'
     WHERE id IN (SELECT organization_id FROM flagged)`,
    [ids],
  );
}
