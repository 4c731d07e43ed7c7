import type { AutomationDryRun, AutomationResource, PostedEvent } from '@postrider/contracts/automations';
import type { ErrorBody } from '@postrider/contracts/errors';
import { createOrganization, createApiKey } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ stream: 'bulk' });

type Answered = AutomationResource & ErrorBody;

const from = () => `Acme <hi@${api.domain.name}>`;
const create = (over: object = {}) =>
  api.post<Answered>('/automations', api.key, {
    ...{ name: 'Welcome', status: 'paused', trigger: { event: 'user.signed_up' }, steps: [] },
    ...over,
  });
const patch = (body: object) =>
  api.send<Answered>('/automations/welcome', { method: 'PATCH', key: api.key, body });
const greeting = (word: string) => ({
  version: 1,
  blocks: [
    {
      type: 'paragraph',
      text: [
        { type: 'text', text: `${word} ` },
        { type: 'variable', name: 'contact.first_name', fallback: 'there' },
      ],
    },
  ],
});
const mail = (word: string) => ({
  ...{ type: 'send', from: from(), subject: 'Hi {{ contact.first_name }}', document: greeting(word) },
});
const post = (event: string, properties: object) =>
  api.post<PostedEvent>('/events', api.key, { event, email: 'ada@example.com', properties });

it('a draft may be incomplete, changes no version, and is published by its trigger and steps', async () => {
  const draft = { trigger: { event: '' }, steps: [{ type: 'send', subject: '' }, { type: 'wait' }] };
  expect((await create({ draft })).body).toMatchObject({ version: 1, steps: [], draft });
  expect((await patch({ status: 'active' })).body.error.message).toBe('steps: needs at least one step');
  expect((await create({ name: 'Other', status: 'active' })).refusal).toBe('422 validation_error');
  const more = { ...draft, steps: [...draft.steps, { type: 'webhook' }] };
  expect((await patch({ draft: more })).body).toMatchObject({ version: 1, draft: more });
  const published = await patch({ steps: [mail('Hello')], status: 'active', draft: null });
  expect(published.body).toMatchObject({ version: 2, status: 'active', draft: null });
  expect((await patch({ draft: { trigger: { event: 'x' }, steps: [{ type: 'guess' }] } })).refusal).toBe(
    '422 validation_error',
  );
});

it('an email is rendered from its document, also when the steps are written again as they were read', async () => {
  const created = await create({ steps: [mail('Hello')] });
  const [step] = created.body.steps;
  expect(step).toMatchObject({ text: 'Hello {{ contact.first_name | default: "there" }}\n' });
  const again = await patch({ steps: created.body.steps });
  expect(again.body).toMatchObject({ version: 1, steps: created.body.steps });
  const changed = await patch({ steps: [{ ...step, document: greeting('Bye') }] });
  expect(changed.body.steps).toMatchObject([{ text: 'Bye {{ contact.first_name | default: "there" }}\n' }]);
  const unknown = { version: 1, blocks: [{ type: 'paragraph', text: [{ type: 'variable', name: 'nick' }] }] };
  expect((await patch({ steps: [{ ...mail(''), document: unknown }] })).body.error.message).toBe(
    'steps[0].document: nick is not declared',
  );
  const both = { ...mail('Hello'), template: { slug: 'welcome' } };
  expect((await patch({ steps: [both] })).body.error.message).toContain(
    'steps[0].document: cannot be combined with template',
  );
});

it('conditions of the trigger decide which events start a run', async () => {
  const gold = { event_property: 'plan', op: 'eq', value: 'gold' };
  const news = { event_property: 'topics', op: 'contains', value: 'news' };
  const trigger = { event: 'user.signed_up', if: { all: [gold, news] } };
  const { body } = await create({ status: 'active', trigger, steps: [{ type: 'wait', duration: '1d' }] });
  expect(body.trigger).toEqual(trigger);
  const started = async (properties: object) => (await post('user.signed_up', properties)).body.runs_started;
  expect(await started({ plan: 'gold', topics: ['news', 'offers'] })).toBe(1);
  expect(await started({ plan: 'gold', topics: ['newsletter'] })).toBe(0);
  expect(await started({})).toBe(0);
  await patch({ trigger: { event: 'user.signed_up' } });
  expect(await started({})).toBe(1);
});

it('a test sends the email of one step, of the draft too, and starts no run', async () => {
  await api.post('/contacts', api.key, { email: 'ada@example.com', first_name: 'Ada' });
  await create();
  const steps = [{ type: 'condition', if: { all: [] }, then: [mail('Hello')], else: [] }];
  const test = (body: object) =>
    api.post<{ data: { id: string }[] } & ErrorBody>('/automations/welcome/test', api.key, {
      ...{ to: 'me@example.com', steps },
      ...body,
    });
  expect((await test({ position: '0' })).body.error.message).toBe(
    'position: there is no send step at this position',
  );
  const { body } = await test({ position: '0.then.0', contact: 'ada@example.com' });
  const { rows } = await api.pool.query(
    `SELECT m.subject, c.text FROM messages m JOIN message_contents c ON c.message_id = m.id WHERE m.id = $1`,
    [body.data[0]?.id],
  );
  expect(rows).toEqual([{ subject: '[Test] Hi Ada', text: expect.stringMatching(/^Hello Ada\n/) as string }]);
  expect((await api.get<{ data: unknown[] }>('/automations/welcome/runs')).body.data).toEqual([]);
});

it('a dry run takes a draft with documents, and one without steps', async () => {
  await api.post('/contacts', api.key, { email: 'ada@example.com', first_name: 'Ada' });
  await create();
  const run = (body: object) =>
    api.post<AutomationDryRun>('/automations/welcome/dry-run', api.key, {
      contact: 'ada@example.com',
      ...body,
    });
  expect((await run({})).body).toMatchObject({ status: 'completed', steps: [] });
  expect((await run({ steps: [mail('Hello')] })).body.steps).toMatchObject([
    { email: { subject: 'Hi Ada' } },
  ]);
});

it('names of posted events are listed once each, without contact events and those of others', async () => {
  const { id: other } = await createOrganization(api.pool);
  const key = await createApiKey(api.pool, { organizationId: other, permission: 'SEND' });
  await api.post('/events', key, { event: 'other.event', email: 'a@example.com' });
  for (const event of ['order.paid', 'cart.left', 'order.paid']) await post(event, {});
  await api.pool.query(`UPDATE automation_events SET event = 'contact.created' WHERE event = 'cart.left'`);
  expect((await api.get('/events/names')).body).toEqual({
    object: 'list',
    data: [{ object: 'event_name', event: 'order.paid' }],
  });
});
