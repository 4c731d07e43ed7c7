import assert from 'node:assert';
import type { AuditAction } from '@postrider/contracts/audit';
import type { AutomationDefinition, AutomationDraft } from '@postrider/contracts/automations';
import { insertAuditEntry, type PoolClient } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';

interface AuditedAutomation {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: string;
  readonly onePerContact: boolean;
  readonly version: number;
  readonly definition: AutomationDefinition;
  readonly draft: AutomationDraft | null;
}

interface AuditedChange {
  readonly name: { readonly organizationId: string };
  readonly author: Author;
  readonly action: AuditAction<'automation'>;
  readonly before?: AuditedAutomation;
  readonly after?: AuditedAutomation;
  /** The change made the current version. */
  readonly hasNewVersion?: boolean;
}

/** In the transaction of the change. The version that it made has its author by the entry. */
export async function auditAutomation(
  client: PoolClient,
  { name, author, action, before, after, hasNewVersion = false }: AuditedChange,
): Promise<void> {
  const row = after ?? before;
  assert(row !== undefined, 'a change is of something');
  const entryId = await insertAuditEntry(client, {
    organizationId: name.organizationId,
    ...author,
    action,
    target: { type: 'automation', id: row.id },
    before: before && describe(before),
    after: after && describe(after),
  });
  if (!hasNewVersion) return;
  await client.query({
    name: 'automations.set-version-author',
    text: `UPDATE automation_versions SET audit_entry_id = $4
      WHERE organization_id = $1 AND automation_id = $2 AND number = $3`,
    values: [name.organizationId, row.id, row.version, entryId],
  });
}

function describe({ slug, name, status, onePerContact, version, definition, draft }: AuditedAutomation) {
  const { trigger, steps } = definition;
  return { slug, name, status, one_per_contact: onePerContact, version, trigger, steps, draft };
}
