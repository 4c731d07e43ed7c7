import { newId, type AlertResource, type AlertRuleResource, type NoticeResource } from '@postrider/contracts';
import {
  createApiKey,
  createDomain,
  createMember,
  createOrganization,
  insertRow,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { startTestApi, type TestApi } from '../../test/test-api';
import type { Page } from '../paging/page';

let api: TestApi;
let organizationId: string;
let key: ApiKeyFixture;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  organizationId = (await createOrganization(api.context.pool)).id;
  key = await createApiKey(api.context.pool, { organizationId, permission: 'ADMIN' });
});

async function rule(kind: string): Promise<string> {
  const id = newId();
  await insertRow(api.context.pool, 'alert_rules', {
    ...{ id, organization_id: organizationId, kind, warn_rate: 0.02, pause_rate: 0.05 },
    ...{ minimum: 100, window_minutes: 2_880, updated_at: new Date() },
  });
  return id;
}

it('lists alerts with the limits of their rules, newest first, by status and over pages', async () => {
  const ruleId = await rule('bounce');
  const alert = async (closedAt: Date | null): Promise<string> => {
    const id = newId();
    await insertRow(api.context.pool, 'alerts', {
      ...{ id, organization_id: organizationId, rule_id: ruleId, level: 'warn', value: 0.031 },
      ...{ opened_at: new Date(), closed_at: closedAt },
    });
    return id;
  };
  const [closed, open] = [await alert(new Date()), await alert(null)];
  const list = async (query = '') => (await api.get<Page<AlertResource>>(`/alerts${query}`, key)).body;
  expect((await list()).data).toMatchObject([
    {
      id: open,
      kind: 'bounce',
      level: 'warn',
      value: 0.031,
      warn_rate: 0.02,
      pause_rate: 0.05,
      closed_at: null,
    },
    { id: closed },
  ]);
  expect((await list('?status=open')).data.map(({ id }) => id)).toEqual([open]);
  expect((await list('?status=closed')).data.map(({ id }) => id)).toEqual([closed]);
  const { next_cursor: cursor } = await list('?limit=1');
  expect((await list(`?limit=1&cursor=${cursor}`)).data.map(({ id }) => id)).toEqual([closed]);
  const rules = await api.get<{ data: AlertRuleResource[] }>('/alert-rules', key);
  expect(rules.body.data).toMatchObject([
    { kind: 'bounce', enabled: true, minimum: 100, window_minutes: 2_880 },
  ]);
});

it('lists notices, to viewers of the console too, but not to those of some domains alone', async () => {
  const { pool } = api.context;
  for (const kind of ['alert_bounce', 'webhook_disabled']) {
    await insertRow(pool, 'notices', {
      ...{ id: newId(), organization_id: organizationId, kind, recipient: 'ops@acme.example' },
      ...{ subject: 'Subject', text: 'Text', identity: newId() },
    });
  }
  const viewer = await createMember(pool, { organizationId, role: 'viewer' });
  const { body } = await openBrowser(api, viewer).get<Page<NoticeResource>>('/notices', { organizationId });
  expect(body.data.map(({ kind }) => kind)).toEqual(['webhook_disabled', 'alert_bounce']);
  expect(body.data[0]).toMatchObject({ recipient: 'ops@acme.example', sent_at: null, email_id: null });
  const domain = await createDomain(pool, { organizationId });
  const limited = await createMember(pool, { organizationId, role: 'viewer', domainIds: [domain.id] });
  for (const path of ['/notices', '/alerts']) {
    expect(await openBrowser(api, limited).get(path, { organizationId })).toMatchObject({
      refusal: '403 forbidden_domain',
    });
  }
});
