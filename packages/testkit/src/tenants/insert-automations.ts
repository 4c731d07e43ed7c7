import { newId } from '@postrider/contracts/ids';
import { insertRow, type Queryable } from '../factories/insert-row';

interface Owner {
  readonly organizationId: string;
  readonly mark: string;
  readonly contactId: string;
  readonly keyId: string;
}

/** An automation, an event that began a run of it, and the step that the run has taken. */
export async function insertAutomations(
  db: Queryable,
  { organizationId, mark, contactId, keyId }: Owner,
): Promise<{ readonly automationId: string; readonly automationRunId: string }> {
  const now = new Date();
  const [automationId, automationRunId, eventId] = [newId(), newId(), newId()];
  const common = { organization_id: organizationId };
  const ofEvent = { ...common, contact_id: contactId, properties: JSON.stringify({ mark }) };
  await insertRow(db, 'automations', {
    ...{ ...common, id: automationId, slug: mark, name: mark, trigger_event: mark },
  });
  const steps = [{ type: 'wait', duration: '1d' }];
  await insertRow(db, 'automation_versions', {
    ...{ ...common, automation_id: automationId, number: 1, api_key_id: keyId },
    definition: JSON.stringify({ trigger: { event: mark }, steps }),
  });
  await insertRow(db, 'automation_events', {
    ...{ ...ofEvent, id: eventId, event: mark, runs_started: 1, created_at: now },
  });
  await insertRow(db, 'automation_event_keys', {
    ...{ ...common, key: mark, event_id: eventId, event: mark, contact_id: contactId, runs_started: 1 },
    expires_at: new Date(now.getTime() + 86_400_000),
  });
  await insertRow(db, 'automation_usage', { ...common, day: now, contacts: 1, runs: 1 });
  await insertRow(db, 'automation_runs', {
    ...{ ...ofEvent, id: automationRunId, automation_id: automationId, version: 1, event_id: eventId },
    ...{ one_per_contact: false, started_at: now, detail: mark },
  });
  await insertRow(db, 'automation_steps', {
    ...{ run_id: automationRunId, number: 0, position: '0', type: 'wait', outcome: 'done', detail: mark },
    taken_at: now,
  });
  await insertRow(db, 'automation_step_counts', {
    ...{ ...common, automation_id: automationId, version: 1, position: '0', shard: 0, passed: 1 },
  });
  const watched = { ...common, segment_id: newId() };
  await insertRow(db, 'segment_watches', {
    ...watched,
    filter: JSON.stringify({ all: [] }),
    due_at: new Date(now.getTime() + 86_400_000),
  });
  await insertRow(db, 'segment_members', { ...watched, contact_id: contactId, entered_at: now });
  return { automationId, automationRunId };
}
