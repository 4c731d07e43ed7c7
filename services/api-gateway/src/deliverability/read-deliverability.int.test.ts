import type { DeliverabilityResource } from '@postrider/contracts/deliverability';
import { newId } from '@postrider/contracts/ids';
import { allOrganizations, deliveryTimeBounds } from '@postrider/db';
import { createDomain, createOrganization } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { createStoppedClock } from '../../test/turned-clock';
import { useApi } from '../../test/use-api';

const clock = createStoppedClock();

// Source addresses and blocklists are the installation's.
const api = useApi({ clock, permission: 'FULL', stream: 'transactional', alone: true });

const dayMs = 86_400_000;
const day = (daysAgo: number): string =>
  new Date(clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
const read = (query = '', by = api.key): Promise<Answer<DeliverabilityResource>> =>
  api.get(`/deliverability${query}`, by);
const codes = async (query = ''): Promise<string[]> =>
  (await read(query)).body.findings.map(({ code, subject }) => `${code} ${subject}`);

interface Counted {
  readonly daysAgo?: number;
  readonly facet?: string;
  readonly key?: string;
  readonly domainId?: string;
  readonly organizationId?: string;
  readonly sent?: number;
  readonly delivered?: number;
  readonly bounced?: number;
  readonly complained?: number;
  readonly delayed?: number;
  readonly blocked?: number;
}

async function count(row: Counted): Promise<void> {
  await api.pool.query(
    `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard,
       complained, delayed, blocked) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[row.organizationId ?? api.organizationId, row.domainId ?? api.domain.id, day(row.daysAgo ?? 0)],
      ...[row.facet ?? 'provider', row.key ?? 'google', row.sent ?? 0, row.delivered ?? 0, row.bounced ?? 0],
      ...[row.complained ?? 0, row.delayed ?? 0, row.blocked ?? 0],
    ],
  );
}

const reply = (provider: string, text: string, failureClass = 'recipient'): string =>
  [provider, failureClass, text].join('\t');

beforeEach(async () => {
  await api.pool.query('TRUNCATE source_addresses, blocklist_lookups, delivery_hours');
});

describe('providers', () => {
  it('have their counts of the window, the largest first, with the replies that they gave most', async () => {
    await count({ key: 'yahoo', sent: 10, delivered: 9, complained: 1 });
    await count({ sent: 90, delivered: 90, bounced: 10, delayed: 4, blocked: 2 });
    await count({ daysAgo: 6, sent: 5, delivered: 5 });
    await count({ daysAgo: 7, sent: 1_000, delivered: 1_000 });
    await count({ facet: 'reply', key: reply('google', '550 5.1.1 no such user'), bounced: 7 });
    await count({ facet: 'reply', key: reply('google', '550 5.1.1 no such user'), bounced: 2, daysAgo: 1 });
    await count({ facet: 'reply', key: reply('google', '421 4.7.0 slow down', 'rate'), delayed: 4 });
    await count({ facet: 'reply', key: '\tother\t', bounced: 50 });
    const { status, body } = await read('?days=7');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'deliverability', days: 7, domain: null, findings: [] });
    expect(body.providers).toEqual([
      {
        ...{
          provider: 'google',
          recipients: 105,
          delivered: 95,
          deferred: 4,
          blocked: 2,
          bounced: 10,
          complained: 0,
        },
        ...{ seconds_to_delivery: null, usual_seconds: null },
        replies: [
          {
            ...{ text: '550 5.1.1 no such user', class: 'recipient', count: 9 },
            advice: 'The mailbox does not exist. Correct the address or remove it from your list.',
          },
          {
            ...{ text: '421 4.7.0 slow down', class: 'rate', count: 4 },
            advice: 'The receiver limits the sending rate. No action needed: delivery continues more slowly.',
          },
        ],
      },
      expect.objectContaining({ provider: 'yahoo', recipients: 10, complained: 1, replies: [] }),
    ]);
  });

  it('have at most ten replies, and there are at most fifty of them', async () => {
    for (let n = 0; n < 51; n += 1) await count({ key: `mx${n}.test`, sent: 1 + n });
    for (let n = 0; n < 12; n += 1) {
      await count({ facet: 'reply', key: reply('mx50.test', `550 text ${n}`), bounced: 1 + n });
    }
    const { providers } = (await read()).body;
    expect(providers).toHaveLength(50);
    expect(providers[0]?.replies.map(({ text }) => text)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `550 text ${n}`),
    );
  });

  it('have the seconds to delivery of the last day and of the week before, of the whole organization', async () => {
    await count({ sent: 100, delivered: 100 });
    await deliver({ hoursAgo: 2, seconds: 4.5, deliveries: 60 });
    await deliver({ hoursAgo: 30, seconds: 1.1, deliveries: 500 });
    await deliver({ hoursAgo: 2, seconds: 4.5, deliveries: 60, organizationId: allOrganizations });
    expect((await read()).body.providers).toMatchObject([
      { seconds_to_delivery: { p50: 4.8, p95: 5.6 }, usual_seconds: { p50: 1.2, p95: 1.4 } },
    ]);
    expect((await read(`?domain=${api.domain.name}`)).body.providers).toMatchObject([
      { seconds_to_delivery: null, usual_seconds: null },
    ]);
  });

  it('are none of an organization that has sent nothing', async () => {
    expect((await read()).body).toMatchObject({ days: 30, providers: [], findings: [] });
  });
});

async function deliver(of: {
  readonly hoursAgo: number;
  readonly seconds: number;
  readonly deliveries: number;
  readonly organizationId?: string;
}): Promise<void> {
  const bucket = deliveryTimeBounds.filter((bound) => bound <= of.seconds).length;
  const counts = deliveryTimeBounds.concat(0).map((_none, index) => (index === bucket ? of.deliveries : 0));
  const hour = new Date(Math.floor(clock.now().getTime() / 3_600_000 - of.hoursAgo) * 3_600_000);
  await api.pool.query(
    `INSERT INTO delivery_hours (organization_id, lane, hour, provider, deliveries) VALUES ($1, 'transactional', $2, 'google', $3)`,
    [of.organizationId ?? api.organizationId, hour, counts],
  );
}

describe('domain', () => {
  it('limits figures and findings to it', async () => {
    const other = await api.createDomain();
    await count({ sent: 7, delivered: 7 });
    await count({ domainId: other.id, sent: 5, delivered: 5 });
    await count({ domainId: other.id, facet: 'reply', key: reply('google', '550 theirs'), bounced: 1 });
    await count({ domainId: other.id, facet: 'total', key: '', sent: 1_000, delivered: 900, bounced: 100 });
    expect((await read(`?domain=${api.domain.name}`)).body).toMatchObject({
      ...{ domain: api.domain.name, findings: [] },
      providers: [{ provider: 'google', recipients: 7, replies: [] }],
    });
    expect(await codes()).toEqual([`bounces_high ${other.name}`]);
  });

  it('must be named by a restricted key, and be one of its own', async () => {
    const other = await api.createDomain();
    const restricted = await api.createKey({ permission: 'FULL', domainIds: [api.domain.id] });
    expect((await read('', restricted)).refusal).toBe('403 forbidden_domain');
    expect((await read(`?domain=${other.name}`, restricted)).refusal).toBe('422 unknown_domain');
    expect((await read(`?domain=${api.domain.name}`, restricted)).status).toBe(200);
  });

  it('must be one of the organization', async () => {
    const { id } = await createOrganization(api.pool);
    const theirs = await createDomain(api.pool, { organizationId: id });
    expect((await read(`?domain=${theirs.id}`)).refusal).toBe('422 unknown_domain');
  });
});

it('shows nothing of another organization', async () => {
  const { id: organizationId } = await createOrganization(api.pool);
  const theirs = await createDomain(api.pool, { organizationId });
  const foreign = { organizationId, domainId: theirs.id };
  await count({ ...foreign, sent: 10_000, delivered: 10_000, complained: 1_000 });
  await count({ ...foreign, facet: 'total', key: '', sent: 1_000, delivered: 500, bounced: 500 });
  await count({ ...foreign, facet: 'reply', key: reply('google', '550 blocked', 'block'), bounced: 500 });
  await list({ kind: 'domain', subject: theirs.name });
  expect((await read()).body).toMatchObject({ providers: [], findings: [] });
});

it.each(['?days=0', '?days=91', '?days=x', '?day=3'])('refuses %s', async (query) => {
  expect((await read(query)).refusal).toBe('422 validation_error');
});

async function list({
  kind,
  subject,
  isUsed = false,
}: {
  readonly kind: 'address' | 'domain';
  readonly subject: string;
  readonly isUsed?: boolean;
}): Promise<void> {
  await api.pool.query(
    `INSERT INTO blocklist_lookups (list, subject, kind, codes, listed_since, used_at)
     VALUES ('bl.test', $2, $1, '{127.0.0.2}', '2026-11-01T00:00:00Z', CASE WHEN $3 THEN now() END)`,
    [kind, subject, isUsed],
  );
}

const addSource = (address: string, pool: string, error: string | null = null) =>
  api.pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, status, reverse_name_checked_at, reverse_name_error,
       reverse_name_wrong_since) VALUES ($1, $2, 'out.test', $3, 'active', now(), $4, CASE WHEN $4::text IS NOT NULL THEN now() END)`,
    [newId(), address, pool, error],
  );

describe('findings', () => {
  it('come from counters, the most severe first', async () => {
    await count({ facet: 'total', key: '', sent: 7_000, delivered: 7_000, bounced: 200 });
    await count({ key: 'yahoo', sent: 2_000, delivered: 2_000, complained: 10 });
    await count({ key: 'microsoft', delayed: 100, delivered: 100 });
    const blocked = '550 5.7.1 blocked (S3140)';
    await count({ facet: 'reply', key: reply('microsoft', blocked, 'block'), delayed: 80, bounced: 20 });
    await deliver({ hoursAgo: 2, seconds: 400, deliveries: 60 });
    await deliver({ hoursAgo: 30, seconds: 1.1, deliveries: 500 });
    const { findings } = (await read()).body;
    expect(findings.map(({ severity, code, subject }) => `${severity} ${code} ${subject}`)).toEqual([
      `error complaints_high ${api.domain.name}`,
      'error blocked_by_provider microsoft',
      `warning bounces_high ${api.domain.name}`,
      'warning slower_than_usual google',
    ]);
    expect(findings[1]).toMatchObject({
      since: `${day(0)}T00:00:00.000Z`,
      evidence: [expect.anything(), `Most frequent reply: ${blocked}`],
    });
  });

  it('have a receiver without the TLS that its domain demands, by attempts of ours', async () => {
    const expired = 'the certificate is not valid (CERT_HAS_EXPIRED) (ETLS)';
    const failed = (of: { provider: string; text: string; delayed: number; daysAgo?: number }) =>
      count({ ...of, facet: 'reply', key: reply(of.provider, of.text, 'routing') });
    await count({ key: 'tls.example', delivered: 20, delayed: 12 });
    await failed({ provider: 'tls.example', text: expired, delayed: 8 });
    const unoffered = 'the server does not offer STARTTLS (ETLS)';
    await failed({ provider: 'tls.example', text: unoffered, delayed: 4, daysAgo: 1 });
    // What a server replied is no matter of TLS, and what is over is history.
    await failed({ provider: 'reply.example', text: '550 5.4.6 routing loop', delayed: 50 });
    await failed({ provider: 'old.example', text: expired, delayed: 50, daysAgo: 2 });
    const { findings } = (await read()).body;
    expect(findings).toMatchObject([
      {
        ...{ code: 'tls_failures', severity: 'warning', subject: 'tls.example' },
        since: `${day(1)}T00:00:00.000Z`,
        evidence: [expect.stringContaining('TLS failed in 12 of 32'), `Most frequent reason: ${expired}`],
      },
    ]);
  });

  it('have the records of domains that send, or did', async () => {
    const records = [
      {
        ...{ record: 'DKIM', name: 'pr1._domainkey.x', required: true, status: 'missing' },
        error: 'There is no record at this name.',
      },
    ];
    const pending = await api.createDomain({ status: 'pending' });
    for (const { id } of [api.domain, pending]) {
      await api.pool.query('UPDATE domains SET records = $2, failing_since = $3 WHERE id = $1', [
        ...[id, JSON.stringify(records), '2026-11-27T08:00:00Z'],
      ]);
    }
    expect((await read()).body.findings).toMatchObject([
      { code: 'record_wrong', subject: api.domain.name, since: '2026-11-27T08:00:00.000Z' },
    ]);
  });

  it('have listed domains, and listed or misnamed addresses that the mail leaves from', async () => {
    await addSource('192.0.2.1', 'transactional', 'it has no name in reverse DNS (PTR)');
    await addSource('192.0.2.2', 'bulk', 'it has no name in reverse DNS (PTR)');
    await list({ kind: 'domain', subject: api.domain.name });
    await list({ kind: 'address', subject: '192.0.2.1' });
    await list({ kind: 'address', subject: '192.0.2.2' });
    await list({ kind: 'address', subject: '192.0.2.9', isUsed: true });
    const { findings } = (await read()).body;
    expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      `blocklisted ${api.domain.name}`,
      'ptr_mismatch 192.0.2.1',
      'blocklisted 192.0.2.1',
    ]);
    expect(findings[0]?.since).toBe('2026-11-01T00:00:00.000Z');
  });

  it('have an address that is not configured, where mail leaves from it', async () => {
    await list({ kind: 'address', subject: '192.0.2.9', isUsed: true });
    await list({ kind: 'address', subject: '192.0.2.8' });
    expect(await codes()).toEqual(['blocklisted 192.0.2.9']);
    await api.pool.query(`UPDATE domains SET transport = 'ses' WHERE id = $1`, [api.domain.id]);
    expect(await codes()).toEqual([]);
  });
});
