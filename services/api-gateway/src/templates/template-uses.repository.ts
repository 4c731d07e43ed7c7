import { templateUsesMax, type TemplateUses } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { createBinder, search, type Search } from '../paging/search';

interface UsedTemplate {
  readonly id: string;
  readonly slug: string;
  readonly organizationId: string;
  /** The key's only domains, whose broadcasts it sees; null: all. */
  readonly domainIds: readonly string[] | null;
}

type Use = TemplateUses['broadcasts'][number];

/** An organization has a hundred automations at most that are not deleted. */
const automationsSql = `
SELECT id, name, status FROM automations
WHERE organization_id = $1 AND deleted_at IS NULL AND template_names && ARRAY[$2, $3]::text[]
ORDER BY id DESC LIMIT 100`;

export async function findUses(pool: Pool, template: UsedTemplate): Promise<Omit<TemplateUses, 'object'>> {
  const { rows: automations } = await pool.query<TemplateUses['automations'][number]>({
    name: 'templates.find-automations',
    text: automationsSql,
    values: [template.organizationId, template.id, template.slug],
  });
  const { rows, searchedTo } = await search<Use>(pool, broadcastsSearch(template));
  return {
    automations,
    broadcasts: rows.slice(0, templateUsesMax),
    broadcasts_truncated: rows.length > templateUsesMax || searchedTo !== null,
  };
}

function broadcastsSearch({ organizationId, domainIds, id }: UsedTemplate): Search {
  const bind = createBinder();
  const ofOrganization = `organization_id = ${bind.value('organization', organizationId, 'uuid')}`;
  const candidateValues = bind.values.length;
  const filters = [`${bind.value('template', id, 'uuid')} = ANY(c.template_ids)`];
  if (domainIds !== null) filters.push(`c.domain_id = ANY(${bind.value('domains', domainIds, 'uuid[]')})`);
  return {
    candidates: (rowsMax) =>
      `SELECT id, name, status, domain_id, template_ids FROM broadcasts WHERE ${ofOrganization} ORDER BY id DESC LIMIT ${rowsMax}`,
    columns: 'c.id, c.name, c.status',
    ...{ filters, limit: templateUsesMax, values: bind.values, candidateValues },
  };
}
