import type { AutomationDryRun } from '@postrider/contracts/automations';
import type { ErrorBody } from '@postrider/contracts/errors';
import { useApi } from '../../test/use-api';

let from: string;

const api = useApi();
beforeEach(async () => {
  const domain = await api.createDomain({ stream: 'bulk' });
  from = `Acme <hi@${domain.name}>`;
  await api.post('/contacts', api.key, {
    email: 'ada@example.com',
    first_name: 'Ada',
    properties: { city: 'Rome' },
  });
});

const automation = async (steps: readonly object[]): Promise<string> => {
  const trigger = { event: 'user.signed_up' };
  const body = { name: 'Welcome', status: 'paused', trigger, steps };
  return (await api.post<{ id: string }>('/automations', api.key, body)).body.id;
};
const dryRun = (id: string, body: object = {}) =>
  api.post<AutomationDryRun & ErrorBody>(`/automations/${id}/dry-run`, api.key, {
    ...{ contact: 'ada@example.com' },
    ...body,
  });
const send = (fields: object = {}) => ({
  type: 'send',
  from,
  subject: 'Hi {{ contact.first_name }}',
  text: 'x',
  ...fields,
});
const secondsBetween = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 1_000;

it('answers the path with its times, the reasons of branches and what would be sent, and writes nothing', async () => {
  await api.post('/templates', api.key, {
    slug: 'offer',
    subject: 'For {{ city }}',
    text: 'x',
    variables: [{ key: 'city', type: 'string', required: true }],
  });
  await api.post('/templates/offer/publish', api.key);
  const id = await automation([
    send(),
    { type: 'wait_until', event: 'order.paid', timeout: '3d' },
    {
      type: 'condition',
      if: {
        all: [
          { waited: 'timeout' },
          { property: 'city', op: 'eq', value: 'Rome' },
          { event_property: 'plan', op: 'eq', value: 'gold' },
        ],
      },
      then: [{ type: 'send', from, template: { slug: 'offer' } }],
      else: [{ type: 'wait', duration: '1h' }],
    },
    { type: 'update_contact', last_name: 'Changed' },
    { type: 'webhook', url: 'https://hooks.example.com/x' },
  ]);
  const { status, body } = await dryRun(id, { properties: { plan: 'gold' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ object: 'automation_dry_run', automation_id: id, version: 1, status: 'completed', detail: null },
    duration_seconds: 259_200,
    steps: [
      {
        position: '0',
        type: 'send',
        outcome: 'done',
        until: null,
        email: { from, subject: 'Hi Ada', template_id: null },
      },
      { position: '1', type: 'wait_until', detail: 'timeout' },
      { position: '2', type: 'condition', detail: 'then', conditions_met: [true, true, true] },
      { position: '2.then.0', email: { subject: 'For Rome', template_slug: 'offer', template_version: 1 } },
      { position: '3', type: 'update_contact', outcome: 'done', email: null },
      { position: '4', type: 'webhook', outcome: 'done' },
    ],
  });
  const [, wait, condition] = body.steps;
  expect(secondsBetween(wait?.at ?? '', wait?.until ?? '')).toBe(259_200);
  expect(condition?.at).toBe(wait?.until);

  const other = (await dryRun(id, { waited: 'event', properties: { plan: 'free' } })).body;
  expect(other).toMatchObject({ status: 'completed', duration_seconds: 3_600 });
  expect(other.steps[2]).toMatchObject({ detail: 'else', conditions_met: [false, true, false] });

  const { rows } = await api.pool.query(
    `SELECT FROM automation_runs WHERE organization_id = $1 UNION ALL SELECT FROM messages WHERE organization_id = $1`,
    [api.organizationId],
  );
  expect(rows).toEqual([]);
  expect(
    (await api.get<{ last_name: string | null }>('/contacts/ada@example.com')).body.last_name,
  ).toBeNull();
});

it('takes an older version or a draft instead of the current steps', async () => {
  const id = await automation([{ type: 'wait', duration: '1d' }]);
  await api.send(`/automations/${id}`, { method: 'PATCH', key: api.key, body: { steps: [send()] } });
  expect((await dryRun(id)).body).toMatchObject({ version: 2, steps: [{ type: 'send' }] });
  expect((await dryRun(id, { version: 1 })).body).toMatchObject({ version: 1, steps: [{ type: 'wait' }] });
  const steps = [{ type: 'webhook', url: 'https://hooks.example.com/x' }];
  expect((await dryRun(id, { steps })).body).toMatchObject({ version: null, steps: [{ type: 'webhook' }] });
  for (const body of [{ version: 3 }, { version: 1, steps }, { contact: 'bob@example.com' }, { steps: [] }]) {
    expect((await dryRun(id, body)).refusal).toBe('422 validation_error');
  }
});

it('ends where the run would: at a contact who has left, and at an email that cannot be sent', async () => {
  const id = await automation([{ type: 'wait', duration: '1d' }]);
  const endOf = async (step: object) => {
    const { status, detail, steps } = (await dryRun(id, { steps: [step, send()] })).body;
    return [status, detail, steps.length];
  };
  expect(await endOf(send({ from: 'a@elsewhere.test' }))).toEqual(['failed', 'unknown_domain', 1]);
  expect(await endOf(send({ topic: 'none' }))).toEqual(['failed', 'unknown_topic', 1]);
  expect(await endOf({ type: 'send', from, template: { slug: 'none' } })).toEqual([
    'failed',
    'template_not_found',
    1,
  ]);
  expect(await endOf({ type: 'wait_until', event_property: 'none' })).toEqual([
    'failed',
    'property_missing: none',
    1,
  ]);
  await api.post('/suppressions', api.key, { email: 'ada@example.com' });
  expect(await endOf({ type: 'wait', duration: '1d' })).toEqual(['stopped', 'suppressed', 2]);
});
