import type { UpdateClientRequest } from '@postrider/contracts/console';
import { insertAuditEntry, withTransaction, type NewAuditEntry, type Pool } from '@postrider/db';
import type { ClientOrganizationRow } from '../client-organizations/client-organizations.repository';

export interface ClientChange {
  readonly parentId: string;
  readonly clientId: string;
  readonly change: UpdateClientRequest;
  readonly author: NewAuditEntry['actor'];
  readonly now: Date;
}

const findSql = `
SELECT id, name, slug, kind, plan, parent_organization_id AS "parentOrganizationId", alert_email AS "alertEmail",
       sending_paused_at AS "sendingPausedAt", under_review_at AS "underReviewAt", created_at AS "createdAt"
  FROM organizations WHERE id = $1 AND parent_organization_id = $2 FOR UPDATE`;

const updateSql = `
UPDATE organizations SET plan = $2, sending_paused_at = $3, updated_at = now(),
       sending_paused_reason = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE sending_paused_reason END
 WHERE id = $1`;

/** Both organizations' audit logs record the change. @returns null when it is no client of the parent */
export async function changeClient(
  pool: Pool,
  { parentId, clientId, change, author, now }: ClientChange,
): Promise<ClientOrganizationRow | null> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<ClientOrganizationRow>(findSql, [clientId, parentId]);
    const [before] = rows;
    if (before === undefined) return null;
    const after = {
      ...before,
      plan: change.plan ?? before.plan,
      sendingPausedAt: pausedAt(before, change, now),
    };
    await client.query(updateSql, [clientId, after.plan, after.sendingPausedAt]);
    const record = async (
      action: 'org.set_plan' | 'org.pause' | 'org.resume',
      values: Pick<NewAuditEntry, 'before' | 'after'>,
    ) => {
      const entry = {
        ...values,
        actor: author,
        action,
        target: { type: 'organization', id: clientId },
      } as const;
      for (const organizationId of [parentId, clientId])
        await insertAuditEntry(client, { ...entry, organizationId });
    };
    if (after.plan !== before.plan) {
      await record('org.set_plan', { before: { plan: before.plan }, after: { plan: after.plan } });
    }
    if ((after.sendingPausedAt === null) !== (before.sendingPausedAt === null)) {
      await record(after.sendingPausedAt === null ? 'org.resume' : 'org.pause', {
        before: { sending_paused_at: before.sendingPausedAt },
        after: { sending_paused_at: after.sendingPausedAt },
      });
    }
    return after;
  });
}

function pausedAt(
  { sendingPausedAt }: ClientOrganizationRow,
  { sending_paused: isPaused }: UpdateClientRequest,
  now: Date,
): Date | null {
  if (isPaused === undefined) return sendingPausedAt;
  return isPaused ? (sendingPausedAt ?? now) : null;
}
