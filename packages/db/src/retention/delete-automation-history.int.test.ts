import { newId } from '@postrider/contracts/ids';
import { createOrganization, useTestContext } from '@postrider/testkit';
import { uuidV7Floor } from '../uuid-v7';
import { deleteAutomationHistory } from './delete-automation-history';

const context = useTestContext();

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
/** An id of that day. */
const idOf = (days: number) => uuidV7Floor(daysAgo(days)).slice(0, 24) + newId().slice(24);

it('deletes what is older than it is kept, with the steps, and nothing that still waits', async () => {
  const { pool } = context;
  const { id: organizationId } = await createOrganization(pool);
  for (const days of [91, 89]) {
    await pool.query(
      `INSERT INTO automation_events (id, organization_id, event, contact_id, runs_started, created_at)
       VALUES ($1, $2, $3, $4, 0, $5)`,
      [idOf(days), organizationId, `${days}`, newId(), daysAgo(days)],
    );
    await pool.query('INSERT INTO automation_usage (organization_id, day) VALUES ($1, $2)', [
      ...[organizationId, daysAgo(days)],
    ]);
  }
  for (const [finished, began] of [
    [91, 100],
    [89, 100],
    [null, 300],
  ] as const) {
    const id = idOf(began);
    await pool.query(
      `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, one_per_contact,
         started_at, status, finished_at, detail)
       VALUES ($1, $2, $3, 1, $3, $3, false, $4, $5, $6, $7)`,
      [
        ...[id, organizationId, newId(), daysAgo(began), finished === null ? 'running' : 'completed'],
        ...[finished === null ? null : daysAgo(finished), `${finished ?? 'waits'}`],
      ],
    );
    await pool.query(
      `INSERT INTO automation_steps (run_id, number, position, type, outcome, taken_at)
       VALUES ($1, 0, '0', 'wait', 'done', now())`,
      [id],
    );
  }
  for (const [key, days] of [
    ['old', 1],
    ['young', -1],
  ] as const) {
    await pool.query(
      `INSERT INTO automation_event_keys (organization_id, key, event_id, event, contact_id, runs_started, expires_at)
       VALUES ($1, $2, $3, 'x', $3, 0, $4)`,
      [organizationId, key, newId(), daysAgo(days)],
    );
  }
  const options = { pool, clock: { now: () => now }, stopping: new AbortController().signal };
  expect(await deleteAutomationHistory(options)).toEqual({ events: 1, runs: 1, keys: 1, days: 1 });
  expect(await deleteAutomationHistory(options)).toEqual({ events: 0, runs: 0, keys: 0, days: 0 });
  const left = async (text: string) => (await pool.query<{ it: string }>(text)).rows.map(({ it }) => it);
  expect(await left('SELECT event AS it FROM automation_events')).toEqual(['89']);
  expect(await left('SELECT detail AS it FROM automation_runs ORDER BY 1')).toEqual(['89', 'waits']);
  expect(await left('SELECT key AS it FROM automation_event_keys')).toEqual(['young']);
  expect(await left('SELECT run_id AS it FROM automation_steps')).toHaveLength(2);
});
