import { automationDefinition, type AutomationDefinition } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import { createTtlCache } from '@postrider/runtime';
import type { ClaimedRun } from './claimed-run';

export interface AutomationVersion {
  /** Null: it no longer parses. */
  readonly definition: AutomationDefinition | null;
  /** In its name the mail goes. */
  readonly apiKeyId: string;
}

export type ReadVersion = (
  run: Pick<ClaimedRun, 'automationId' | 'organizationId' | 'version'>,
) => Promise<AutomationVersion>;

/** Versions never change; this is for the room that they take: 200 of at most 0.5 MB. */
const cache = { entriesMax: 200, ttlMs: 3_600_000 } as const;

export function createReadVersion(pool: Pool): ReadVersion {
  const versions = createTtlCache<string, AutomationVersion>(cache);
  return ({ automationId, organizationId, version }) =>
    versions.fetch(`${automationId} ${version}`, async () => {
      const { rows } = await pool.query<{ definition: unknown; api_key_id: string }>({
        name: 'automations.read-version',
        text: `SELECT definition, api_key_id FROM automation_versions
          WHERE automation_id = $1 AND number = $2 AND organization_id = $3`,
        values: [automationId, version, organizationId],
      });
      const [row] = rows;
      if (row === undefined) throw new Error(`there is no version ${version} of automation ${automationId}`);
      return {
        definition: automationDefinition.safeParse(row.definition).data ?? null,
        apiKeyId: row.api_key_id,
      };
    });
}
