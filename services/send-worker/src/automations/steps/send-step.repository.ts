import type { OrganizationUtm } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import type { ClaimedRun } from '../claimed-run';

/** The domain that a step sends from, and the topic that its mail is about. */
export interface StepDomain {
  readonly id: string;
  readonly name: string;
  readonly tracking_label: string;
  readonly tracking_verified: boolean;
  /** Null: the step names none, or one that is not there. */
  readonly topicId: string | null;
  /** Of the organization. */
  readonly utm: OrganizationUtm | null;
}

const findSendingDomainSql = `
SELECT d.id, d.name, d.tracking_label, d.tracking_verified, t.id AS "topicId", o.utm
FROM domains d JOIN organizations o ON o.id = d.organization_id LEFT JOIN topics t ON t.organization_id = d.organization_id AND t.slug = $3
WHERE d.organization_id = $1 AND d.name = $2`;

export async function findSendingDomain(
  pool: Pool,
  { organizationId }: ClaimedRun,
  { name, topic }: { readonly name: string; readonly topic: string | undefined },
): Promise<StepDomain | null> {
  const { rows } = await pool.query<StepDomain>({
    name: 'automations.find-sending-domain',
    text: findSendingDomainSql,
    values: [organizationId, name, topic ?? null],
  });
  return rows[0] ?? null;
}

/** Whether the message of the step in hand is there already. */
export async function wasAccepted(pool: Pool, { stepId, organizationId }: ClaimedRun): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'automations.was-accepted',
    text: 'SELECT FROM messages WHERE id = $1 AND organization_id = $2',
    values: [stepId, organizationId],
  });
  return rowCount === 1;
}
