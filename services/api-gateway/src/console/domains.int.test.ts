import type { DomainDmarcPolicy, DomainMtaSts, DomainSending } from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import {
  createDomain,
  createMember,
  createOrganization,
  type DomainFixture,
  type MemberFixture,
} from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

let organizationId: string;
let domain: DomainFixture;

const api = useApi();
beforeEach(() => begin('internal'));

async function begin(kind: 'internal' | 'client'): Promise<void> {
  const { pool } = api;
  organizationId = (await createOrganization(pool, { kind })).id;
  domain = await createDomain(pool, { organizationId });
}

const join = (member: Partial<Parameters<typeof createMember>[1]> = {}) =>
  createMember(api.pool, { organizationId, ...member });
const as = (member: MemberFixture) => {
  const browser = openBrowser(api, member);
  const path = `/domains/${domain.id}`;
  return {
    read: () => browser.get<DomainSending>(`${path}/sending`, { organizationId }),
    update: (body: unknown) =>
      browser.send<DomainSending>('PATCH', `${path}/sending`, { organizationId, body }),
    readDmarc: () => browser.get<DomainDmarcPolicy>(`${path}/dmarc-policy`, { organizationId }),
    setDmarc: (policy: unknown, testing?: boolean) =>
      browser.send<DomainDmarcPolicy>('PUT', `${path}/dmarc-policy`, {
        organizationId,
        body: { policy, testing },
      }),
    readMtaSts: () => browser.get<DomainMtaSts>(`${path}/mta-sts`, { organizationId }),
    setMtaSts: (body: unknown) =>
      browser.send<DomainMtaSts>('PUT', `${path}/mta-sts`, { organizationId, body }),
    rotate: () => browser.post<DomainSending>(`${path}/rotate-keys`, undefined, { organizationId }),
  };
};

it('shows keys, transport, warm-up and cap; admins change them, which the audit log records', async () => {
  const owner = await join();
  const { body } = await as(owner).update({ transport: 'mx', daily_cap: 500, warm_up: 'start' });
  expect(body).toMatchObject({
    ...{ transport: 'mx', daily_cap: 500, recipients_today: 0, can_change: true },
    warm_up: { day: 1 },
    dkim_keys: [{ state: 'active', algorithm: 'rsa-2048' }],
  });
  const ended = await as(owner).update({ daily_cap: null, warm_up: 'end' });
  expect(ended.body).toMatchObject({ transport: 'mx', daily_cap: null, warm_up: null });
  const { rows } = await api.pool.query<{ action: string }>(
    `SELECT action FROM audit_entries WHERE organization_id = $1 AND target_id = $2 AND actor_type = 'user'
        AND action LIKE 'domain.%' ORDER BY id`,
    [organizationId, domain.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...['domain.set_transport', 'domain.set_daily_cap', 'domain.warm_up_start'],
    ...['domain.set_daily_cap', 'domain.warm_up_end'],
  ]);
  expect(await as(owner).update({ transport: 'nowhere' })).toMatchObject({ refusal: '422 validation_error' });
});

it('shows what was sent today also without a cap', async () => {
  const owner = await join();
  await api.pool.query(
    `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent)
     VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, 'total', '', 210),
            ($1, $2, (now() AT TIME ZONE 'UTC')::date - 1, 'total', '', 7)`,
    [organizationId, domain.id],
  );
  expect((await as(owner).read()).body).toMatchObject({ daily_cap: null, recipients_today: 210 });
});

it('rotates the keys of a verified domain once', async () => {
  const admin = await join({ role: 'admin' });
  expect((await as(admin).rotate()).body.key_rotation_requested_at).not.toBeNull();
  await api.pool.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, algorithm, public_key, private_key, active)
     VALUES (gen_random_uuid(), $1, 'pr2', 'rsa-2048', '', '', false)`,
    [domain.id],
  );
  await api.pool.query('UPDATE domains SET key_rotation_requested_at = NULL WHERE id = $1', [domain.id]);
  expect((await as(admin).rotate()).body.key_rotation_requested_at).toBeNull();
  expect((await as(admin).read()).body.dkim_keys.map(({ state }) => state)).toEqual(['active', 'waiting']);
});

it('plans the DMARC policy from the published record and the reports; admins choose it, which the audit log records', async () => {
  const { pool } = api;
  const admin = await join({ role: 'admin' });
  expect((await as(admin).readDmarc()).body).toMatchObject({
    ...{ policy: null, published_policy: null, next_step: 'publish', next_policy: 'none' },
    ...{ days: 30, reported_days: 0, messages: 0, passed: 0, failing_sources: 0 },
  });
  await publish('v=DMARC1; p=none');
  for (let day = 0; day < 7; day += 1) await report(day, { passed: 99, failed: day === 0 ? 7 : 0 });
  await report(40, { passed: 0, failed: 1_000 });
  const planned = {
    reported_days: 7,
    messages: 700,
    passed: 693,
    failing_sources: 1,
    published_policy: 'none',
  };
  expect((await as(admin).readDmarc()).body).toMatchObject({
    ...planned,
    ...{ next_step: 'advance', next_policy: 'quarantine', next_testing: true },
  });
  expect((await as(admin).setDmarc('quarantine')).body).toMatchObject({
    ...planned,
    ...{ policy: 'quarantine', testing: false },
    ...{ next_step: 'publish', next_policy: 'quarantine', next_testing: false },
  });
  await as(admin).setDmarc('quarantine');
  expect(await as(admin).setDmarc('strict')).toMatchObject({ refusal: '422 validation_error' });
  const viewer = await join({ role: 'viewer' });
  expect((await as(viewer).readDmarc()).body.policy).toBe('quarantine');
  expect(await as(viewer).setDmarc('none')).toMatchObject({ refusal: '403 forbidden' });
  const { rows } = await pool.query<{ before: unknown; after: unknown }>(
    `SELECT before, after FROM audit_entries WHERE target_id = $1 AND action = 'domain.set_dmarc_policy'`,
    [domain.id],
  );
  expect(rows).toEqual([{ before: { dmarc_policy: null }, after: { dmarc_policy: 'quarantine' } }]);
});

it('a DMARC policy is tested with t=y before it is enforced', async () => {
  const admin = await join({ role: 'admin' });
  await publish('v=DMARC1; p=reject; t=y');
  expect((await as(admin).setDmarc('reject', true)).body).toMatchObject({
    ...{ policy: 'reject', testing: true, published_policy: 'reject', published_testing: true },
    ...{ next_step: 'wait', next_policy: 'reject', next_testing: false },
  });
  expect((await as(admin).setDmarc('reject')).body).toMatchObject({
    ...{ testing: false, next_step: 'publish', next_policy: 'reject', next_testing: false },
  });
  for (const policy of ['none', null]) {
    expect(await as(admin).setDmarc(policy, true)).toMatchObject({ refusal: '422 validation_error' });
  }
  const { rows } = await api.pool.query<{ after: unknown }>(
    `SELECT after FROM audit_entries WHERE target_id = $1 AND action = 'domain.set_dmarc_policy' ORDER BY id`,
    [domain.id],
  );
  expect(rows.map(({ after }) => after)).toEqual([
    { dmarc_testing: true },
    { dmarc_policy: 'reject' },
    { dmarc_testing: false },
  ]);
});

it('sets the MTA-STS policy of a domain, with a new id for each change, which the audit log records', async () => {
  const { pool } = api;
  const admin = await join({ role: 'admin' });
  expect((await as(admin).readMtaSts()).body).toEqual({
    ...{ object: 'domain_mta_sts', id: domain.id, mode: null, mail_servers: [], found_mail_servers: [] },
    ...{ url: `https://mta-sts.${domain.name}/.well-known/mta-sts.txt`, policy: null },
  });
  const policyId = async () => {
    const { rows } = await pool.query<{ id: string | null }>(
      'SELECT mta_sts_id AS id FROM domains WHERE id = $1',
      [domain.id],
    );
    return rows[0]?.id ?? null;
  };
  const testing = { mode: 'testing', mail_servers: ['MX.shop.example ', '*.mail.example'] };
  expect((await as(admin).setMtaSts(testing)).body).toMatchObject({
    ...{ mode: 'testing', mail_servers: ['mx.shop.example', '*.mail.example'] },
    policy:
      'version: STSv1\r\nmode: testing\r\nmx: mx.shop.example\r\nmx: *.mail.example\r\nmax_age: 86400\r\n',
  });
  const first = await policyId();
  expect(first).toMatch(/^\d{17}$/);
  await as(admin).setMtaSts(testing);
  expect(await policyId()).toBe(first);
  await as(admin).setMtaSts({ ...testing, mode: 'enforce' });
  expect(await policyId()).not.toBe(first);
  await as(admin).setMtaSts({ mode: null, mail_servers: [] });
  expect(await policyId()).toBeNull();
  const { rows } = await pool.query<{ mode: string | null }>(
    `SELECT after->>'mode' AS mode FROM audit_entries WHERE target_id = $1 AND action = 'domain.set_mta_sts' ORDER BY id`,
    [domain.id],
  );
  expect(rows.map(({ mode }) => mode)).toEqual(['testing', 'enforce', null]);
});

it('refuses an MTA-STS policy that names no mail server, or something else', async () => {
  const admin = await join({ role: 'admin' });
  for (const servers of [[], ['mx'], ['mx.shop.example\r\nmode: none'], ['*.*.example'], ['a.b', 'a.b']]) {
    const answer = await as(admin).setMtaSts({ mode: 'enforce', mail_servers: servers });
    expect(answer).toMatchObject({ refusal: '422 validation_error' });
  }
  const viewer = await join({ role: 'viewer' });
  expect((await as(viewer).readMtaSts()).body.mode).toBeNull();
  expect(await as(viewer).setMtaSts({ mode: null, mail_servers: [] })).toMatchObject({
    refusal: '403 forbidden',
  });
});

/** As the last check saw it. */
async function publish(record: string): Promise<void> {
  await api.pool.query(`UPDATE domains SET records = $2 WHERE id = $1`, [
    domain.id,
    JSON.stringify([{ record: 'DMARC', observed: [record] }]),
  ]);
}

async function report(
  daysAgo: number,
  counts: { readonly passed: number; readonly failed: number },
): Promise<void> {
  const id = newId();
  const { pool } = api;
  await pool.query(
    `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy, sender,
       source_count, received_at)
     VALUES ($1::uuid, $2, $3, $4, 'google.com', $1::uuid::text, $5, $5, '{}', 'google.com', 2, now())`,
    [id, organizationId, domain.id, domain.name, new Date(Date.now() - daysAgo * 86_400_000)],
  );
  for (const [ordinal, [messages, isAligned]] of (
    [
      [counts.passed, true],
      [counts.failed, false],
    ] as const
  ).entries()) {
    if (messages === 0) continue;
    await pool.query(
      `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results)
       VALUES ($1, $2, $3, $4, 'none', $5, false, 'a.example', '{}')`,
      [id, ordinal, `192.0.2.${ordinal}`, messages, isAligned],
    );
  }
}

it('the DMARC policy is read by viewers, of their own domains, and changed by admins alone', async () => {
  const viewer = await join({ role: 'viewer' });
  expect((await as(viewer).read()).body).toMatchObject({ can_change: false });
  expect(await as(viewer).update({ daily_cap: 1 })).toMatchObject({ refusal: '403 forbidden' });
  expect(await as(viewer).rotate()).toMatchObject({ refusal: '403 forbidden' });
  const other = await createDomain(api.pool, { organizationId });
  const limited = await join({ role: 'admin', domainIds: [other.id] });
  expect(await as(limited).read()).toMatchObject({ refusal: '404 not_found' });
  expect(await as(limited).rotate()).toMatchObject({ refusal: '404 not_found' });
  const { id: otherId } = await createOrganization(api.pool);
  const stranger = await createMember(api.pool, { organizationId: otherId });
  const answer = await openBrowser(api, stranger).get(`/domains/${domain.id}/sending`, {
    organizationId: otherId,
  });
  expect(answer).toMatchObject({ refusal: '404 not_found' });
});

it('leaves the limits of a client to the platform', async () => {
  await begin('client');
  const owner = await join();
  expect(await as(owner).update({ warm_up: 'end' })).toMatchObject({ refusal: '403 forbidden' });
  expect((await as(owner).rotate()).status).toBe(200);
});
