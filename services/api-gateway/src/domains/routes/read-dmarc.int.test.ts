import type { DmarcResource } from '@postrider/contracts/domains';
import { newId } from '@postrider/contracts/ids';
import { summarizeDmarcReports } from '@postrider/db';
import { createApiKey, createOrganization } from '@postrider/testkit';
import type { Answer } from '../../../test/test-api';
import { useApi } from '../../../test/use-api';
import { createStoppedClock } from '../../../test/turned-clock';

const clock = createStoppedClock();

const api = useApi({ clock, stream: 'transactional' });

const dayMs = 86_400_000;
const day = (daysAgo: number): string =>
  new Date(clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
const read = (query = '', by = api.key): Promise<Answer<DmarcResource>> =>
  api.get(`/domains/${api.domain.id}/dmarc${query}`, by);

interface Source {
  readonly ip?: string;
  readonly messages: number;
  readonly disposition?: string;
  readonly dkim?: boolean;
  readonly spf?: boolean;
  readonly reasons?: DmarcReasons;
  readonly results?: object;
}

type DmarcReasons = readonly { readonly type: string; readonly comment: string | null }[];

interface Reported {
  readonly daysAgo?: number;
  /** Of the day, in UTC. */
  readonly time?: string;
  readonly reporter?: string;
  readonly sender?: string;
  readonly organizationId?: string;
  readonly domainId?: string;
}

async function report(sources: readonly Source[], reported: Reported = {}): Promise<void> {
  const id = newId();
  const { pool } = api;
  await pool.query(
    `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy,
       sender, source_count, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, '{}', $8, $9, now())`,
    [
      ...[
        id,
        reported.organizationId ?? api.organizationId,
        reported.domainId ?? api.domain.id,
        api.domain.name,
      ],
      ...[
        reported.reporter ?? 'google.com',
        id,
        `${day(reported.daysAgo ?? 0)}T${reported.time ?? '00:00:00'}Z`,
      ],
      ...[reported.sender ?? 'google.com', sources.length],
    ],
  );
  for (const [ordinal, { ip, messages, disposition, dkim, spf, reasons, results }] of sources.entries()) {
    await pool.query(
      `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from,
         results, reasons) VALUES ($1, $2, $3, $4, $5, $6, $7, 'a.example', $9, $8)`,
      [
        ...[id, ordinal, ip ?? '192.0.2.1', messages, disposition ?? 'none', dkim ?? true, spf ?? true],
        reasons ? JSON.stringify(reasons) : null,
        JSON.stringify(results ?? {}),
      ],
    );
  }
}

it('GET /domains/{id}/dmarc has a row for each day, oldest first, that add up to the totals', async () => {
  const forged = { ip: '198.51.100.9', dkim: false, spf: false };
  await report([
    { messages: 10 },
    { messages: 5, spf: false },
    { messages: 4, ...forged, disposition: 'quarantine' },
    { messages: 3, ...forged, disposition: 'reject' },
  ]);
  await report([{ messages: 2, dkim: false }], { time: '23:59:59', sender: '' });
  await report([{ messages: 1 }], { daysAgo: 6 });
  await report([{ messages: 1_000 }], { daysAgo: 7, time: '23:59:59' });
  await report([{ messages: 1_000 }], { daysAgo: -1 });
  await report([], { daysAgo: 3 });
  const { status, body } = await read('?days=7');
  expect(status).toBe(200);
  expect(body).toMatchObject({ object: 'dmarc', domain: api.domain.name, days: 7 });
  expect(body.series.map((row) => row.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(day));
  expect(body.series.map((row) => row.messages)).toEqual([1, 0, 0, 0, 0, 0, 24]);
  expect(body.series.at(-1)).toEqual({
    day: day(0),
    messages: 24,
    passed: 17,
    failed: 7,
    quarantined: 4,
    rejected: 3,
  });
  expect(body.totals).toEqual({
    messages: 25,
    passed: 18,
    failed: 7,
    quarantined: 4,
    rejected: 3,
    dkim_aligned: 16,
    spf_aligned: 13,
    reports: 4,
    unauthenticated: 2,
  });
});

it('shows the addresses that mail came from, most first, and who saw them', async () => {
  await report([
    { ip: '192.0.2.1', messages: 5 },
    { ip: '2001:db8::1', messages: 9, dkim: false },
  ]);
  await report([{ ip: '192.0.2.1', messages: 6, dkim: false, spf: false, disposition: 'reject' }], {
    reporter: 'Yahoo',
    daysAgo: 2,
  });
  expect((await read()).body.sources).toEqual([
    {
      source_ip: '192.0.2.1',
      ...{ host_name: null, type: 'unknown', service: null, first_day: day(2), is_new: true },
      messages: 11,
      passed: 5,
      failed: 6,
      quarantined: 0,
      rejected: 6,
      dkim_aligned: 5,
      spf_aligned: 5,
      reporters: ['Yahoo', 'google.com'],
    },
    expect.objectContaining({ source_ip: '2001:db8::1', messages: 9, dkim_aligned: 0, spf_aligned: 9 }),
  ]);
});

it('shows 100 addresses and ten reporters of each at most', async () => {
  await report(Array.from({ length: 120 }, (_, n) => ({ ip: `192.0.2.${n}`, messages: 1_000 - n })));
  for (let n = 0; n < 11; n += 1) await report([{ ip: '192.0.2.0', messages: 1 }], { reporter: `r${n}` });
  const { totals, sources } = (await read()).body;
  expect(sources).toHaveLength(100);
  expect(sources[0]?.reporters).toHaveLength(10);
  expect(totals.messages).toBe(Array.from({ length: 120 }, (_, n) => 1_000 - n).reduce((a, b) => a + b) + 11);
});

it('tells own sources, forwarders, services and unknown sources apart, and names them', async () => {
  const name = api.domain.name;
  const { rows } = await api.pool.query<{ selector: string }>(
    'SELECT selector FROM dkim_keys WHERE domain_id = $1 LIMIT 1',
    [api.domain.id],
  );
  const selector = rows[0]?.selector ?? '';
  const ours = { domain: name, selector, result: 'pass' };
  await report([
    { ip: '198.18.0.1', messages: 9, results: { spf: [{ domain: `bounce.${name}`, result: 'pass' }] } },
    { ip: '198.18.0.2', messages: 8, spf: false, results: { dkim: [ours] } },
    { ip: '198.18.0.3', messages: 7, results: { dkim: [{ domain: 'amazonses.com', result: 'pass' }] } },
    { ip: '198.18.0.4', messages: 6, reasons: [{ type: 'mailing_list', comment: null }] },
    { ip: '198.18.0.5', messages: 5, results: { dkim: [{ domain: 'amazonses.com', result: 'fail' }] } },
  ]);
  await report(
    [{ ip: '198.18.0.5', messages: 1, results: { spf: [{ domain: 'sendgrid.net', result: 'pass' }] } }],
    {
      daysAgo: 20,
      sender: '',
    },
  );
  await api.pool.query(
    `INSERT INTO dmarc_source_names (address, name, looked_up_at) VALUES ('198.18.0.5', 'host.hoster.example', now())
     ON CONFLICT DO NOTHING`,
  );
  const { sources } = (await read()).body;
  expect(sources.map((source) => [source.type, source.service, source.host_name, source.is_new])).toEqual([
    ['own', null, null, true],
    ['forwarder', null, null, true],
    ['service', 'Amazon SES', null, true],
    ['forwarder', null, null, true],
    ['unknown', null, 'host.hoster.example', false],
  ]);
});

it('shows the reasons that receivers gave, most messages first, of reports whose sender DMARC has confirmed', async () => {
  const failed = {
    type: 'local_policy',
    comment: 'Sender requirement failed: 550-5.7.30 DKIM does not pass',
  };
  const forwarded = { type: 'forwarded', comment: null };
  await report([
    { ip: '192.0.2.1', messages: 5, reasons: [failed] },
    { ip: '192.0.2.2', messages: 3, reasons: [failed, forwarded] },
    { messages: 100 },
  ]);
  await report([{ ip: '192.0.2.3', messages: 2, reasons: [failed] }], { daysAgo: 4, sender: 'b.example' });
  await report([{ messages: 500, reasons: [failed] }], { sender: '' });
  const { reasons } = (await read()).body;
  expect(reasons).toEqual([
    {
      ...failed,
      messages: 10,
      reporters: ['b.example', 'google.com'],
      source_ips: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
      first_day: day(4),
      last_day: day(0),
    },
    {
      ...forwarded,
      messages: 3,
      reporters: ['google.com'],
      source_ips: ['192.0.2.2'],
      first_day: day(0),
      last_day: day(0),
    },
  ]);
});

it('shows 20 reasons at most', async () => {
  const reasons = Array.from({ length: 30 }, (_, n) => ({ type: 'other', comment: `${n}` }));
  await report([{ messages: 1, reasons }]);
  expect((await read()).body.reasons).toHaveLength(20);
});

it('covers 30 days by default, up to 90, and is empty without reports', async () => {
  const { body } = await read();
  expect(body.series).toHaveLength(30);
  expect([body.totals.messages, body.totals.reports, body.sources, body.reasons]).toEqual([0, 0, [], []]);
  expect((await read('?days=90')).body.series).toHaveLength(90);
  expect((await read('?days=91')).refusal).toBe('422 validation_error');
});

const summarize = () =>
  summarizeDmarcReports({ pool: api.pool, clock, stopping: new AbortController().signal });

it('says the same before reports are summarized and after, and counts those that come later', async () => {
  const results = (domain: string) => ({
    dkim: [{ domain, selector: `s-${domain}`, result: 'pass' }],
    spf: [{ domain: `bounce.${api.domain.name}`, result: domain === 'a.example' ? 'pass' : 'fail' }],
  });
  const sources = (count: number): Source[] =>
    ['a.example', 'amazonses.com', 'sendgrid.net'].map((domain, n) => ({
      ...{ ip: `203.0.113.${n}`, messages: count + n, dkim: n > 0, spf: n === 1, results: results(domain) },
      ...{ disposition: n === 2 ? 'reject' : 'none' },
      ...(n === 2 && { reasons: [{ type: 'forwarded', comment: null }] }),
    }));
  for (const daysAgo of [0, 1, 20, 45]) {
    await report(sources(3 + daysAgo), { daysAgo, reporter: `r${daysAgo % 2}` });
    await report(sources(1), { daysAgo, sender: '', time: '13:00:00' });
  }
  const queries = ['?days=2', '?days=30', '?days=90'];
  const answers = () => Promise.all(queries.map(async (query) => (await read(query)).body));
  const before = await answers();
  expect(before.map(({ totals }) => totals.reports)).toEqual([4, 6, 8]);
  expect(await summarize()).toBeGreaterThanOrEqual(8);
  expect(await answers()).toEqual(before);
  await report(sources(1_000));
  const [now] = await answers();
  expect(now?.totals.messages).toBe((before[0]?.totals.messages ?? 0) + 3_003);
  await summarize();
  await summarize();
  expect((await answers())[0]).toEqual(now);
});

it('shows nothing of a removed domain, and of another organization what is summarized', async () => {
  const other = await api.createDomain();
  const stranger = (await createOrganization(api.pool)).id;
  const strangerKey = await createApiKey(api.pool, { organizationId: stranger });
  await report([{ messages: 7 }], { domainId: other.id });
  await report([{ messages: 100 }], { organizationId: stranger });
  await summarize();
  expect((await read()).body.totals.messages).toBe(0);
  expect((await read('', strangerKey)).refusal).toBe('404 not_found');
  await api.pool.query(
    'UPDATE dmarc_reports SET domain_id = NULL, is_summarized = false WHERE domain_id = $1',
    [other.id],
  );
  await api.pool.query('DELETE FROM domains WHERE id = $1', [other.id]);
  await summarize();
  const { rows } = await api.pool.query('SELECT FROM dmarc_source_days WHERE domain_id = $1', [other.id]);
  expect(rows).toEqual([]);
});

it('keeps large counts exact', async () => {
  await report([{ messages: 4_503_599_627_370_497 }]);
  await report([{ messages: 4_000_000_000_000_000 }]);
  expect((await read()).body.totals.messages).toBe(8_503_599_627_370_497);
});

it('covers the requested domain only', async () => {
  const other = await api.createDomain();
  const stranger = (await createOrganization(api.pool)).id;
  const strangerKey = await createApiKey(api.pool, { organizationId: stranger });
  await report([{ messages: 1 }]);
  await report([{ messages: 10 }], { domainId: other.id });
  await report([{ messages: 100 }], { organizationId: stranger });
  expect((await read()).body.totals.messages).toBe(1);
  expect((await read('', strangerKey)).refusal).toBe('404 not_found');
  const restricted = await api.createKey({ domainIds: [other.id] });
  expect((await read('', restricted)).refusal).toBe('404 not_found');
});
