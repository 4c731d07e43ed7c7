import type {
  AutomationResource,
  AutomationSummary,
  AutomationVersionResource,
  AutomationVersionSummary,
} from '@postrider/contracts/automations';
import type { AutomationVersionRow, AutomationVersionSummaryRow } from './automation-versions.repository';
import type { AutomationRow, WholeAutomationRow } from './automations.repository';

export function presentAutomationSummary(row: AutomationRow): AutomationSummary {
  return {
    object: 'automation',
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.status,
    one_per_contact: row.onePerContact,
    trigger: {
      event: row.triggerEvent,
      ...(row.triggerSegmentId !== null && { segment: row.triggerSegmentId }),
      ...(row.triggerIf && { if: row.triggerIf }),
    },
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentAutomation(row: WholeAutomationRow): AutomationResource {
  return { ...presentAutomationSummary(row), steps: row.definition.steps, draft: row.draft };
}

export function presentVersionSummary(row: AutomationVersionSummaryRow): AutomationVersionSummary {
  const { actorType: type, actorId: id, actorName: name } = row;
  return {
    object: 'automation_version',
    version: row.number,
    trigger: row.trigger,
    step_count: row.stepCount,
    published_at: row.createdAt.toISOString(),
    published_by: type === null ? null : { type, id, name },
  };
}

export function presentVersion(row: AutomationVersionRow): AutomationVersionResource {
  return { ...presentVersionSummary(row), steps: row.steps };
}
