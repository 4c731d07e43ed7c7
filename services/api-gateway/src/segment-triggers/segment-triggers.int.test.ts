import type { AutomationDryRun, AutomationResource } from '@postrider/contracts/automations';
import type { ContactImportResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { SegmentResource } from '@postrider/contracts/segments';
import { contactActivityPasses, fillContactActivity } from '@postrider/db';
import { createApiKey, createOrganization, eventually } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ alone: true });
const patient = { timeoutMs: 60_000 };

const segmentOf = async (all: unknown, key = api.key): Promise<string> =>
  (await api.post<SegmentResource>('/segments', key, { name: 'Some', filter: { all } })).body.id;
const inRome = [{ property: 'city', op: 'eq', value: 'Rome' }];
const starting = (segment: string, more: object = {}) => ({
  ...{ name: 'Enters', trigger: { event: 'segment.entered', segment } },
  steps: [{ type: 'wait', duration: '1d' }],
  ...more,
});
async function automationOf(segment: string, more: object = {}, key = api.key): Promise<string> {
  const { body, refusal } = await api.post<AutomationResource>('/automations', key, starting(segment, more));
  expect(refusal).toBeNull();
  return body.id;
}
const change = (id: string, body: object) =>
  api.send(`/automations/${id}`, { method: 'PATCH', key: api.key, body });
const upsert = async (name: string, city: string): Promise<void> => {
  const body = { email: `${name}@enter.test`, properties: { city } };
  expect((await api.post('/contacts', api.key, body)).refusal).toBeNull();
};

/** Names of contacts with a run of the automation, one for each run. */
async function started(automation: string): Promise<string[]> {
  const { rows } = await api.pool.query<{ name: string }>(
    `SELECT split_part(c.email, '@', 1) AS name FROM automation_runs r JOIN contacts c ON c.id = r.contact_id
     WHERE r.automation_id = $1 ORDER BY 1`,
    [automation],
  );
  return rows.map(({ name }) => name);
}
/** Passes over the segment begin at once, and two have ended: also what was changed just before was looked at. */
async function passes(segment: string): Promise<void> {
  for (let pass = 0; pass < 2; pass += 1) {
    // A second ago: times are rounded to milliseconds, and one of now may lie ahead.
    await api.pool.query(`UPDATE segment_watches SET due_at = now() - interval '1 s' WHERE segment_id = $1`, [
      segment,
    ]);
    await eventually(async () => {
      const { rows } = await api.pool.query<{ waits: boolean }>(
        'SELECT due_at > now() AS waits FROM segment_watches WHERE segment_id = $1',
        [segment],
      );
      return rows[0]?.waits === true;
    }, patient);
  }
  await eventually(async () => {
    const { rows } = await api.pool.query(
      'SELECT FROM segment_members WHERE segment_id = $1 AND due_at IS NOT NULL',
      [segment],
    );
    return rows.length === 0;
  }, patient);
}

it('starts for contacts that enter, once each, and not for those who are in it already', async () => {
  await upsert('ada', 'Rome');
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  await passes(segment);
  expect(await started(automation)).toEqual([]);
  await upsert('bo', 'Rome');
  await upsert('cy', 'Oslo');
  await passes(segment);
  expect(await started(automation)).toEqual(['bo']);
  await upsert('cy', 'Rome');
  await passes(segment);
  await passes(segment);
  expect(await started(automation)).toEqual(['bo', 'cy']);
});

it('starts again for who comes back after a day, and not before', async () => {
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  await passes(segment);
  for (const city of ['Rome', 'Oslo', 'Rome']) {
    await upsert('ada', city);
    await passes(segment);
  }
  expect(await started(automation)).toEqual(['ada']);
  await upsert('ada', 'Oslo');
  await passes(segment);
  await api.pool.query(
    `UPDATE segment_members SET entered_at = now() - interval '25 hours' WHERE segment_id = $1`,
    [segment],
  );
  await upsert('ada', 'Rome');
  await passes(segment);
  expect(await started(automation)).toEqual(['ada', 'ada']);
});

it('a change of the filter, and a pause, start nothing for who is in the segment afterwards', async () => {
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  await passes(segment);
  await upsert('ada', 'Oslo');
  const filter = { all: [{ property: 'city', op: 'eq', value: 'Oslo' }] };
  await api.send(`/segments/${segment}`, { method: 'PATCH', key: api.key, body: { filter } });
  await passes(segment);
  await change(automation, { status: 'paused' });
  await upsert('bo', 'Oslo');
  await change(automation, { status: 'active' });
  await passes(segment);
  expect(await started(automation)).toEqual([]);
  await upsert('cy', 'Oslo');
  await passes(segment);
  expect(await started(automation)).toEqual(['cy']);
});

it('a condition on time lets contacts enter without a change of them', async () => {
  const segment = await segmentOf([
    { property: 'city', op: 'exists' },
    { activity: 'opened', op: 'not_within_days', value: 30 },
  ]);
  const opened = (days: number) =>
    api.pool.query(
      `INSERT INTO contact_activity (contact_id, organization_id, last_opened_at)
       SELECT id, organization_id, now() - make_interval(days => $2) FROM contacts WHERE organization_id = $1
       ON CONFLICT (contact_id) DO UPDATE SET last_opened_at = excluded.last_opened_at`,
      [api.organizationId, days],
    );
  await fillContactActivity({ pool: api.pool, clock: { now: () => new Date() } }, contactActivityPasses[0]);
  await upsert('ada', 'Rome');
  await opened(29);
  const automation = await automationOf(segment);
  await passes(segment);
  await opened(31);
  await passes(segment);
  expect(await started(automation)).toEqual(['ada']);
});

it('two gateways start one run for each contact', async () => {
  await api.startReplica();
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  await passes(segment);
  const names = Array.from({ length: 60 }, (_each, at) => `c${at + 10}`);
  await Promise.all(names.map((name) => upsert(name, 'Rome')));
  await passes(segment);
  expect(await started(automation)).toEqual(names);
});

it('an automation with a segment is read as it was written, and tried with a contact that is not in the segment', async () => {
  await upsert('ada', 'Oslo');
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  const { body } = await api.get<AutomationResource>(`/automations/${automation}`);
  expect(body.trigger).toEqual({ event: 'segment.entered', segment });
  const tried = await api.post<AutomationDryRun>(`/automations/${automation}/dry-run`, api.key, {
    contact: 'ada@enter.test',
  });
  expect([tried.refusal, tried.body.steps.map(({ type }) => type)]).toEqual([null, ['wait']]);
});

it('an import starts it once for each contact', async () => {
  const segment = await segmentOf([{ property: 'city', op: 'exists' }]);
  const automation = await automationOf(segment);
  await passes(segment);
  const names = Array.from({ length: 30 }, (_each, at) => `c${at + 10}`);
  const file = `email,city\n${names.map((name) => `${name}@enter.test,Rome`).join('\n')}\n`;
  for (let time = 0; time < 2; time += 1) {
    const { body } = await api.send<ContactImportResource>('/contacts/import', {
      ...{ method: 'POST', key: api.key, body: file, headers: { 'content-type': 'text/csv' } },
    });
    await eventually(async () => {
      const { body: now } = await api.get<ContactImportResource>(`/contacts/imports/${body.id}`);
      return now.status === 'finished';
    }, patient);
    await passes(segment);
  }
  expect(await started(automation)).toEqual(names);
});

it("an entry beyond the plan's runs of a day starts its run on the next day", async () => {
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  await passes(segment);
  await api.pool.query(`UPDATE organizations SET plan = 'free' WHERE id = $1`, [api.organizationId]);
  await api.pool.query(
    `INSERT INTO automation_usage (organization_id, day, contacts, runs)
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 0, 1000000)`,
    [api.organizationId],
  );
  await upsert('ada', 'Rome');
  await api.pool.query('UPDATE segment_watches SET due_at = now() WHERE segment_id = $1', [segment]);
  await eventually(async () => {
    const { rowCount } = await api.pool.query(
      `SELECT FROM segment_members WHERE segment_id = $1
         AND due_at >= (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`,
      [segment],
    );
    return rowCount === 1;
  }, patient);
  expect(await started(automation)).toEqual([]);
  await api.pool.query('DELETE FROM automation_usage WHERE organization_id = $1', [api.organizationId]);
  await api.pool.query('UPDATE segment_members SET due_at = now() WHERE segment_id = $1', [segment]);
  await passes(segment);
  expect(await started(automation)).toEqual(['ada']);
});

it('a segment whose page fails keeps no other waiting', async () => {
  const [failing, segment] = [await segmentOf(inRome), await segmentOf(inRome)];
  await automationOf(failing, { name: 'Fails' });
  const automation = await automationOf(segment);
  await passes(segment);
  await passes(failing);
  await api.pool.query(
    `ALTER TABLE segment_members ADD CONSTRAINT fails CHECK (segment_id <> '${failing}') NOT VALID`,
  );
  await upsert('ada', 'Rome');
  await api.pool.query(`UPDATE segment_watches SET due_at = '2020-01-01' WHERE segment_id = $1`, [failing]);
  await passes(segment);
  expect(await started(automation)).toEqual(['ada']);
  await api.pool.query('ALTER TABLE segment_members DROP CONSTRAINT fails');
});

it('a contact that is deleted is in no segment any more', async () => {
  await upsert('ada', 'Rome');
  const segment = await segmentOf(inRome);
  await automationOf(segment);
  await passes(segment);
  const members = () =>
    api.pool.query('SELECT FROM segment_members WHERE organization_id = $1', [api.organizationId]);
  expect((await members()).rowCount).toBe(1);
  expect((await api.delete('/contacts/ada@enter.test')).refusal).toBeNull();
  expect((await members()).rowCount).toBe(0);
});

it('of a contact that was deleted while its page was taken, nothing stays', async () => {
  const segment = await segmentOf(inRome);
  await automationOf(segment);
  await passes(segment);
  await api.pool.query(
    `INSERT INTO segment_members (segment_id, contact_id, organization_id) VALUES ($1, $2, $3)`,
    [segment, newId(), api.organizationId],
  );
  await passes(segment);
  expect(
    (await api.pool.query('SELECT FROM segment_members WHERE segment_id = $1', [segment])).rowCount,
  ).toBe(0);
});

it('segments that are triggers cannot be deleted, must exist, and are not those of others', async () => {
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment, { status: 'paused' });
  const remove = () => api.send(`/segments/${segment}`, { method: 'DELETE', key: api.key });
  const refused = await remove();
  expect(refused.refusal).toBe('409 segment_in_use');
  expect(refused.text).toContain('The automation \\"Enters\\"');
  await change(automation, { trigger: { event: 'x' } });
  expect((await remove()).status).toBe(204);
  const stranger = await createOrganization(api.pool);
  const theirs = await segmentOf(
    inRome,
    await createApiKey(api.pool, { organizationId: stranger.id, permission: 'ADMIN' }),
  );
  for (const id of [theirs, newId(), segment]) {
    const answer = await api.post('/automations', api.key, starting(id));
    expect([answer.refusal, answer.text]).toEqual([
      '422 validation_error',
      expect.stringContaining(`trigger.segment: there is no segment ${id}`),
    ]);
  }
});

it.each([
  [{ event: 'segment.entered' }, 'trigger.segment: required with the event segment.entered'],
  [{ event: 'order.paid', segment: newId() }, 'trigger.segment: required with the event segment.entered'],
  [
    { event: 'segment.entered', segment: newId(), if: { all: [] } },
    'trigger.if: not with the event segment.entered',
  ],
])('the trigger %j is refused', async (trigger, message) => {
  const answer = await api.post('/automations', api.key, { ...starting(newId()), trigger });
  expect([answer.refusal, answer.text]).toEqual(['422 validation_error', expect.stringContaining(message)]);
});

it('an organization has at most ten watched segments', async () => {
  for (let at = 0; at < 10; at += 1) await automationOf(await segmentOf(inRome), { name: `A${at}` });
  const segment = await segmentOf(inRome);
  expect((await api.post('/automations', api.key, starting(segment))).refusal).toMatch(/plan_limit$/);
  await automationOf(segment, { status: 'paused' });
});

it('what an ended watch has noted is deleted', async () => {
  await upsert('ada', 'Rome');
  const segment = await segmentOf(inRome);
  const automation = await automationOf(segment);
  await passes(segment);
  await api.send(`/automations/${automation}`, { method: 'DELETE', key: api.key });
  await api.pool.query('UPDATE segment_watches SET due_at = now() WHERE segment_id = $1', [segment]);
  await eventually(async () => {
    const { rows } = await api.pool.query<{ rows: number }>(
      `SELECT (SELECT count(*) FROM segment_members WHERE segment_id = $1)::int
        + (SELECT count(*) FROM segment_watches WHERE segment_id = $1)::int AS rows`,
      [segment],
    );
    return rows[0]?.rows === 0;
  }, patient);
});
