import type {
  AutomationResource,
  AutomationRunResource,
  AutomationRunSummary,
  AutomationSummary,
} from '@postrider/contracts';
import type { RunRow, WholeRunRow } from './automation-runs.repository';
import type { AutomationRow, WholeAutomationRow } from './automations.repository';

export function presentAutomationSummary(row: AutomationRow): AutomationSummary {
  return {
    object: 'automation',
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.status,
    one_per_contact: row.onePerContact,
    trigger: { event: row.triggerEvent },
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentAutomation(row: WholeAutomationRow): AutomationResource {
  return { ...presentAutomationSummary(row), steps: row.definition.steps };
}

export function presentRunSummary(row: RunRow): AutomationRunSummary {
  return {
    object: 'automation_run',
    id: row.id,
    automation_id: row.automationId,
    version: row.version,
    contact_id: row.contactId,
    contact_email: row.contactEmail,
    event_id: row.eventId,
    status: row.status,
    detail: row.detail,
    position: row.status === 'running' ? row.position : null,
    due_at: row.dueAt?.toISOString() ?? null,
    waiting_event: row.waitingEvent,
    steps_taken: row.steps,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

export function presentRun(row: WholeRunRow): AutomationRunResource {
  return { ...presentRunSummary(row), properties: { ...row.properties }, history: row.history };
}
