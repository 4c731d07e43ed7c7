import type { TimelineEntry } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const to = 'ada@example.com';

const api = useApi({ stream: 'transactional' });

async function post(path: string, body: object): Promise<string> {
  const answer = await api.post<{ id: string }>(path, api.key, body);
  expect([path, answer.refusal]).toEqual([path, null]);
  return answer.body.id;
}

const timeline = async (query = '', by = api.key) =>
  (await api.get<Page<TimelineEntry>>(`/contacts/${to}/timeline${query}`, by)).body;

it('lists emails with their events, runs and subscription changes, newest first and over pages', async () => {
  await post('/topics', { slug: 'news', name: 'News' });
  await post('/contacts', { email: to, topics: [{ topic: 'news', state: 'SUBSCRIBED' }] });
  const from = `hello@${api.domain.name}`;
  const emailId = await post('/emails', { from, to: ['bob@example.com', to], subject: 'Hello', text: 'Hi' });
  await post('/emails', { from, to: 'bob@example.com', subject: 'Not to Ada', text: 'Hi' });
  for (const [ordinal, type] of [
    [1, 'delivered'],
    [1, 'opened'],
    [1, 'opened'],
    [0, 'bounced'],
  ] as const)
    await api.pool.query(
      `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
       VALUES ($1, $2, $3, $4, 'r', $5, $6, now(), 'live')`,
      [emailId, newId(), api.organizationId, ordinal, type, newId()],
    );
  const steps = [{ type: 'wait', duration: '1d' }];
  const automationId = await post('/automations', {
    ...{ name: 'Welcome', trigger: { event: 'joined' }, steps },
  });
  await post('/events', { event: 'joined', email: to });
  const { data } = await timeline();
  expect(data.slice(0, 2)).toMatchObject([
    {
      type: 'automation_run',
      automation_run: { automation_id: automationId, automation_name: 'Welcome', status: 'running' },
      email: null,
    },
    {
      ...{ type: 'email', id: emailId, automation_run: null },
      email: { subject: 'Hello', last_event: 'queued', events: [{ type: 'delivered' }, { type: 'opened' }] },
    },
  ]);
  const changes = data.slice(2).map(({ subscription_change: change }) => change);
  expect(changes.map((change) => [change?.topic, change?.to]).sort()).toEqual([
    [null, 'SUBSCRIBED'],
    ['news', 'SUBSCRIBED'],
  ]);
  const paged: TimelineEntry[] = [];
  let cursor = '';
  for (let page = 0; page < 5; page += 1) {
    const { data: entries, next_cursor: next } = await timeline(`?limit=1${cursor}`);
    paged.push(...entries);
    if (next === undefined) break;
    cursor = `&cursor=${next}`;
  }
  expect(paged).toEqual(data);
  // A key that is restricted to another domain does not see the email.
  const other = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [other.id] });
  const shown = await timeline('', restricted);
  expect(shown.data.map(({ type }) => type)).toEqual([
    ...['automation_run', 'subscription_change', 'subscription_change'],
  ]);
});
