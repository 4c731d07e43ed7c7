import type { AlertResource, AlertRuleResource, NoticeResource } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { createMember, insertRow } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi();

async function rule(kind: string): Promise<string> {
  const id = newId();
  await insertRow(api.pool, 'alert_rules', {
    ...{ id, organization_id: api.organizationId, kind, warn_rate: 0.02, pause_rate: 0.05 },
    ...{ minimum: 100, window_minutes: 2_880, updated_at: new Date() },
  });
  return id;
}

it('lists alerts with the limits of their rules, newest first, by status and over pages', async () => {
  const ruleId = await rule('bounce');
  const alert = async (closedAt: Date | null): Promise<string> => {
    const id = newId();
    await insertRow(api.pool, 'alerts', {
      ...{ id, organization_id: api.organizationId, rule_id: ruleId, level: 'warn', value: 0.031 },
      ...{ opened_at: new Date(), closed_at: closedAt },
    });
    return id;
  };
  const [closed, open] = [await alert(new Date()), await alert(null)];
  const list = async (query = '') => (await api.get<Page<AlertResource>>(`/alerts${query}`)).body;
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
  const rules = await api.get<{ data: AlertRuleResource[] }>('/alert-rules');
  expect(rules.body.data).toMatchObject([
    { kind: 'bounce', enabled: true, minimum: 100, window_minutes: 2_880 },
  ]);
});

it('lists notices, to viewers of the console too, but not to those of some domains alone', async () => {
  const { pool } = api;
  for (const kind of ['alert_bounce', 'webhook_disabled']) {
    await insertRow(pool, 'notices', {
      ...{ id: newId(), organization_id: api.organizationId, kind, recipient: 'ops@acme.example' },
      ...{ subject: 'Subject', text: 'Text', identity: newId() },
    });
  }
  const viewer = await createMember(pool, { organizationId: api.organizationId, role: 'viewer' });
  const { body } = await openBrowser(api, viewer).get<Page<NoticeResource>>('/notices', {
    organizationId: api.organizationId,
  });
  expect(body.data.map(({ kind }) => kind)).toEqual(['webhook_disabled', 'alert_bounce']);
  expect(body.data[0]).toMatchObject({ recipient: 'ops@acme.example', sent_at: null, email_id: null });
  const domain = await api.createDomain();
  const limited = await createMember(pool, {
    organizationId: api.organizationId,
    role: 'viewer',
    domainIds: [domain.id],
  });
  for (const path of ['/notices', '/alerts']) {
    expect(await openBrowser(api, limited).get(path, { organizationId: api.organizationId })).toMatchObject({
      refusal: '403 forbidden_domain',
    });
  }
});

it('makes rules stricter, all or none, and records it', async () => {
  await rule('bounce');
  await rule('complaint');
  const change = (...rules: object[]) =>
    api.send<{ data: AlertRuleResource[] }>('/alert-rules', {
      method: 'PATCH',
      key: api.key,
      body: { rules },
    });
  const stricter = { kind: 'bounce', warn_rate: 0.01, pause_rate: 0.04, minimum: 50 };
  expect((await change(stricter)).body.data).toMatchObject([
    stricter,
    { kind: 'complaint', warn_rate: 0.02 },
  ]);
  const { rows } = await api.pool.query(
    `SELECT action, before, after FROM audit_entries WHERE organization_id = $1`,
    [api.organizationId],
  );
  expect(rows).toMatchObject([
    { action: 'alert_rule.update', before: { pause_rate: 0.05 }, after: { pause_rate: 0.04 } },
  ]);
  const refused = await change({ kind: 'bounce', minimum: 20 }, { kind: 'complaint', minimum: 101 });
  expect(refused).toMatchObject({ refusal: '422 validation_error' });
  expect((await api.get<{ data: unknown[] }>('/alert-rules')).body.data).toMatchObject([
    stricter,
    { minimum: 100 },
  ]);
});

it.each([
  [{ kind: 'bounce', pause_rate: 0.06 }, 'rules[0].pause_rate: at most 0.05'],
  [{ kind: 'bounce', warn_rate: 0.051 }, 'rules[0].warn_rate: warn_rate is above pause_rate'],
  [{ kind: 'bounce', pause_rate: 0.01 }, 'rules[0].pause_rate: warn_rate is above pause_rate'],
  [{ kind: 'bounce', minimum: 101 }, 'rules[0].minimum: at most 100'],
  [{ kind: 'bounce', enabled: false }, 'rules[0].enabled: this rule cannot be disabled'],
  [{ kind: 'provider_block', warn_rate: 0.1 }, 'rules[0].warn_rate: this rule counts and has no rates'],
  [{ kind: 'complaint', minimum: 1 }, 'rules[0].kind: the organization has no rule of this kind'],
])('refuses to weaken a rule: %j', async (change, message) => {
  await rule('bounce');
  await rule('provider_block');
  const answer = await api.send('/alert-rules', { method: 'PATCH', key: api.key, body: { rules: [change] } });
  expect(answer).toMatchObject({ status: 422, body: { error: { message } } });
});
