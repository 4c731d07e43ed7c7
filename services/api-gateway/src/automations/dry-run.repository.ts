import { automationDefinition, type AutomationDefinition } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';

/** The domain that a step sends from, and the topic that its mail is about. */
export interface DryRunDomain {
  readonly id: string;
  readonly isVerified: boolean;
  /** Null: the step names none, or one that is not there. */
  readonly topicId: string | null;
}

export async function findDryRunDomain(
  pool: Pool,
  organizationId: string,
  { name, topic }: { readonly name: string; readonly topic: string | undefined },
): Promise<DryRunDomain | null> {
  const { rows } = await pool.query<DryRunDomain>({
    name: 'automations.find-dry-run-domain',
    text: `SELECT d.id, d.status = 'verified' AS "isVerified", t.id AS "topicId"
      FROM domains d LEFT JOIN topics t ON t.organization_id = d.organization_id AND t.slug = $3
      WHERE d.organization_id = $1 AND d.name = $2`,
    values: [organizationId, name, topic ?? null],
  });
  return rows[0] ?? null;
}

/** Null: there is no such version, or it no longer parses. */
export async function findDefinition(
  pool: Pool,
  organizationId: string,
  { automationId, version }: { readonly automationId: string; readonly version: number },
): Promise<AutomationDefinition | null> {
  const { rows } = await pool.query<{ definition: unknown }>({
    name: 'automations.find-definition',
    text: `SELECT definition FROM automation_versions
      WHERE organization_id = $1 AND automation_id = $2 AND number = $3`,
    values: [organizationId, automationId, version],
  });
  return automationDefinition.safeParse(rows[0]?.definition).data ?? null;
}
