import type { AutomationResource, AutomationSummary } from '@postrider/contracts/automations';
import type { AutomationRow, WholeAutomationRow } from './automations.repository';

export function presentAutomationSummary(row: AutomationRow): AutomationSummary {
  return {
    object: 'automation',
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.status,
    one_per_contact: row.onePerContact,
    trigger: { event: row.triggerEvent, ...(row.triggerIf && { if: row.triggerIf }) },
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentAutomation(row: WholeAutomationRow): AutomationResource {
  return { ...presentAutomationSummary(row), steps: row.definition.steps, draft: row.draft };
}
