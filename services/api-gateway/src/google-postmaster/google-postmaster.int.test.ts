import type { DeliverabilityResource } from '@postrider/contracts/deliverability';
import {
  createDomain,
  createMember,
  createOrganization,
  testMasterKey,
  type DomainFixture,
  type MemberFixture,
} from '@postrider/testkit';
import { createLogger, createSecretBox } from '@postrider/runtime';
import { openBrowser, type ConsoleBrowser } from '../../test/console-browser';
import { figure, startGoogleServer, type GoogleServer } from '../../test/google-server';
import { consoleOrigin, startTestApi, type TestApi } from '../../test/test-api';
import { createTurnedClock, type TurnedClock } from '../../test/turned-clock';
import { createReadDueFigures } from './read-figures';

/** Of the gateway: sessions end by it. */
const clock = createTurnedClock();
const logged: string[] = [];
const log = createLogger({
  name: 'google test',
  level: 'trace',
  destination: { write: (line) => logged.push(line) },
});
const hourMs = 3_600_000;

let google: GoogleServer;
let api: TestApi;
/** Of the readings. */
let reading: TurnedClock;
let readDue: () => Promise<'again' | void>;
let organizationId: string;
let domain: DomainFixture;
let owner: MemberFixture;
let browser: ConsoleBrowser;

beforeAll(async () => {
  google = await startGoogleServer(consoleOrigin);
  api = await startTestApi({ clock, limits: { google: google.settings } });
});
afterAll(async () => {
  await api.close();
  await google.close();
});
beforeEach(async () => {
  const { pool } = api.context;
  await pool.query('TRUNCATE google_postmaster_connections, google_postmaster_domains');
  reading = createTurnedClock();
  // Whatever the gateway's was turned by, its connections are due.
  reading.forward(hourMs);
  readDue = createReadDueFigures({
    ...{ pool, settings: google.settings, clock: reading, log },
    secretBox: createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') }),
  });
  google.domains.clear();
  google.revokeAll();
  google.answer = () => undefined;
  organizationId = (await createOrganization(pool)).id;
  domain = await createDomain(pool, { organizationId });
  owner = await createMember(pool, { organizationId, role: 'admin' });
  browser = openBrowser(api, owner);
});

const begin = async (by = browser): Promise<string> =>
  (await by.post<{ url: string }>('/google-postmaster/authorization', undefined, { organizationId })).body
    .url;
const finish = (body: unknown, by = browser) =>
  by.send('PUT', '/google-postmaster', { organizationId, body });
const connect = async (): Promise<void> => {
  expect((await finish(google.consent(await begin()))).status).toBe(204);
};
const disconnect = () => browser.send('DELETE', '/google-postmaster', { organizationId });
const read = async (): Promise<DeliverabilityResource> =>
  (await browser.get<DeliverabilityResource>('/deliverability', { organizationId })).body;
const day = (daysAgo: number): string =>
  new Date(reading.now().getTime() - daysAgo * 24 * hourMs).toISOString().slice(0, 10);
const readAll = async (): Promise<void> => {
  for (let pass = 0; pass < 10 && (await readDue()) === 'again'; pass += 1);
};

describe('connecting a Google account', () => {
  it('asks Google for access with PKCE and state, and seals the token', async () => {
    const url = new URL(await begin());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ client_id: 'client-of-operator', response_type: 'code', access_type: 'offline' },
      redirect_uri: `${consoleOrigin}/console/deliverability/google`,
      ...{ code_challenge_method: 'S256', prompt: 'consent' },
    });
    expect(url.href).not.toContain(google.settings.clientSecret);
    expect((await finish(google.consent(url.href))).status).toBe(204);
    const { rows } = await api.context.pool.query<{ token: string }>(
      'SELECT refresh_token AS token FROM google_postmaster_connections WHERE organization_id = $1',
      [organizationId],
    );
    const [token = ''] = google.refreshTokens;
    expect(rows[0]?.token).toMatch(/^v1\./);
    expect(rows[0]?.token).not.toContain(token);
    expect((await read()).google_postmaster).toMatchObject({
      status: 'connected',
      read_at: null,
      error: null,
    });
  });

  it('works once, for the user and the organization that began it', async () => {
    const { pool } = api.context;
    const other = openBrowser(api, await createMember(pool, { organizationId, role: 'admin' }));
    const answer = google.consent(await begin());
    expect((await finish(answer, other)).refusal).toBe('422 validation_error');
    // The state is used up, although the code is not.
    expect((await finish(answer)).refusal).toBe('422 validation_error');
    const { code } = google.consent(await begin());
    expect((await finish({ code, state: 'made-up' })).refusal).toBe('422 validation_error');
    expect((await read()).google_postmaster).toMatchObject({ status: 'not_connected' });
  });

  it('is refused after ten minutes, with a code that Google does not know, and without all of the access', async () => {
    const late = google.consent(await begin());
    clock.forward(11 * 60_000);
    expect((await finish(late)).refusal).toBe('422 validation_error');
    const { state } = google.consent(await begin());
    expect((await finish({ code: 'unknown', state })).refusal).toBe('422 validation_error');
    const partial = google.consent(
      await begin(),
      'https://www.googleapis.com/auth/postmaster.traffic.readonly',
    );
    expect((await finish(partial)).refusal).toBe('422 validation_error');
    google.answer = () => ({ status: 503, body: 'down' });
    expect((await finish(google.consent(await begin()))).refusal).toBe('503 service_unavailable');
  });

  it('is for admins who see all domains', async () => {
    const { pool } = api.context;
    const member = openBrowser(api, await createMember(pool, { organizationId, role: 'member' }));
    const call = { organizationId };
    expect((await member.post('/google-postmaster/authorization', undefined, call)).refusal).toBe(
      '403 forbidden',
    );
    expect((await member.send('DELETE', '/google-postmaster', call)).refusal).toBe('403 forbidden');
    const restricted = openBrowser(
      api,
      await createMember(pool, { organizationId, role: 'admin', domainIds: [domain.id] }),
    );
    expect((await restricted.post('/google-postmaster/authorization', undefined, call)).refusal).toBe(
      '404 not_found',
    );
  });

  it('replaces the account that was connected, and disconnecting gives the access back', async () => {
    await connect();
    const [first = ''] = google.refreshTokens;
    await connect();
    expect(google.refreshTokens.has(first)).toBe(false);
    google.domains.set(domain.name, { stats: [figure('spamRate', day(3), 0.001)] });
    await readAll();
    expect((await read()).google_postmaster?.domains).toHaveLength(1);
    expect((await disconnect()).status).toBe(204);
    expect(google.refreshTokens.size).toBe(0);
    expect((await read()).google_postmaster).toEqual({
      ...{ status: 'not_connected', connected_at: null, read_at: null, error: null, domains: [] },
    });
    expect((await disconnect()).refusal).toBe('404 not_found');
    const { rows } = await api.context.pool.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE organization_id = $1 AND action LIKE 'google%' ORDER BY id`,
      [organizationId],
    );
    expect(rows.map(({ action }) => action.split('.')[1])).toEqual(['connect', 'connect', 'disconnect']);
  });

  it('ends here although Google does not answer', async () => {
    await connect();
    google.answer = ({ path }) => (path === '/revoke' ? { status: 500, body: 'down' } : undefined);
    expect((await disconnect()).status).toBe(204);
    expect((await read()).google_postmaster).toMatchObject({ status: 'not_connected' });
    google.revokeAll();
  });
});

describe('reading', () => {
  it('shows the newest figures and the verdicts of the domains that Google knows', async () => {
    const unknown = await createDomain(api.context.pool, { organizationId });
    google.domains.set(domain.name, {
      stats: [
        ...[figure('spamRate', day(3), 0.0004), figure('dmarcPassed', day(3), 0.99)],
        ...[
          figure('spamRate', day(2), 0.0008),
          figure('dmarcPassed', day(2), 1),
          figure('spfPassed', day(2), 0.5),
        ],
      ],
      compliance: {
        complianceData: {
          rowData: [
            { requirement: 'SPF', status: { status: 'COMPLIANT' } },
            { requirement: 'ONE_CLICK_UNSUBSCRIBE', status: { status: 'NEEDS_WORK' } },
            { requirement: 'DKIM', status: { status: 'STATE_UNSPECIFIED' } },
          ],
          oneClickUnsubscribeVerdict: { status: { status: 'NEEDS_WORK' }, reason: 'NO_UNSUB_GENERAL' },
        },
      },
    });
    google.domains.set('stranger.example', {});
    await connect();
    await readAll();
    const found = (await read()).google_postmaster;
    expect(found).toMatchObject({ status: 'connected', error: null, read_at: expect.any(String) as string });
    expect(found?.domains.find((each) => each.domain === domain.name)).toEqual({
      ...{ domain: domain.name, google_domain: domain.name, day: day(2), days_with_data: 2 },
      ...{ spam_rate: 0.0008, spf_passed: 0.5, dkim_passed: null, dmarc_passed: 1 },
      requirements: [
        { requirement: 'spf', verdict: 'compliant', reason: null },
        { requirement: 'one_click_unsubscribe', verdict: 'needs_work', reason: 'no_unsub_general' },
      ],
    });
    expect(found?.domains.find((each) => each.domain === unknown.name)).toMatchObject({
      ...{ google_domain: null, day: null, days_with_data: 0, spam_rate: null, requirements: [] },
    });
  });

  it('says that there is no data where Google has none', async () => {
    google.domains.set(domain.name, {});
    await connect();
    await readAll();
    expect((await read()).google_postmaster?.domains).toMatchObject([
      { google_domain: domain.name, day: null, days_with_data: 0, spam_rate: null, requirements: [] },
    ]);
  });

  it('happens once a day, and goes on with a new token when one has expired', async () => {
    google.domains.set(domain.name, { stats: [figure('spamRate', day(2), 0.001)] });
    await connect();
    await readAll();
    const before = google.requests.length;
    reading.forward(23 * hourMs);
    await readAll();
    expect(google.requests).toHaveLength(before);
    reading.forward(2 * hourMs);
    google.answer = ({ path }) => {
      if (path.endsWith('domainStats:query')) google.answer = () => undefined;
      if (path.endsWith('domainStats:query')) google.expireAccessTokens();
      return undefined;
    };
    await readAll();
    const later = google.requests.slice(before).map(({ path }) => path.replace(/^\/v2|\?.*$/g, ''));
    const stats = `/domains/${domain.name}/domainStats:query`;
    expect(later.slice(0, 5)).toEqual(['/token', '/domains', stats, '/token', stats]);
    expect((await read()).google_postmaster).toMatchObject({
      error: null,
      read_at: expect.any(String) as string,
    });
  });

  it('ends when the user revokes the access at Google, and keeps what was read', async () => {
    google.domains.set(domain.name, { stats: [figure('spamRate', day(2), 0.001)] });
    await connect();
    await readAll();
    google.revokeAll();
    reading.forward(25 * hourMs);
    await readAll();
    expect((await read()).google_postmaster).toMatchObject({
      status: 'access_revoked',
      error: 'Google no longer accepts the connection. Connect the account again.',
      domains: [{ spam_rate: 0.001 }],
    });
    const before = google.requests.length;
    reading.forward(48 * hourMs);
    await readAll();
    expect(google.requests).toHaveLength(before);
    await connect();
    await readAll();
    expect((await read()).google_postmaster).toMatchObject({ status: 'connected', error: null });
  });

  it.each([
    ['429', 'limits requests', { status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } } }],
    ['500', 'did not answer', { status: 500, body: 'oops' }],
    ['no JSON', 'did not answer', { status: 200, body: '<html>' }],
    ['another form', 'did not answer', { status: 200, body: { domains: 'all' } }],
    ['2 MB', 'did not answer', { status: 200, body: { domains: [], filler: 'x'.repeat(2_000_000) } }],
    [
      ...(['a disabled API', 'refused the request'] as const),
      { status: 403, body: { error: { code: 403, details: [{ reason: 'SERVICE_DISABLED' }] } } },
    ],
  ])('that meets %s keeps what was read, and is repeated an hour later', async (_, text, answer) => {
    google.domains.set(domain.name, { stats: [figure('spamRate', day(2), 0.001)] });
    await connect();
    await readAll();
    reading.forward(25 * hourMs);
    google.answer = ({ path }) => (path.startsWith('/v2/') ? answer : undefined);
    await readAll();
    const found = (await read()).google_postmaster;
    expect(found).toMatchObject({ status: 'connected', domains: [{ spam_rate: 0.001 }] });
    expect(found?.error).toContain(text);
    google.answer = () => undefined;
    reading.forward(61 * 60_000);
    await readAll();
    expect((await read()).google_postmaster).toMatchObject({ error: null });
  });

  it('is bounded, however much Google answers', async () => {
    const endless = Array.from({ length: 200 }, (_, n) => figure('spamRate', day(n % 60), 0.5));
    google.domains.set(domain.name, {});
    google.answer = ({ path }) =>
      path.endsWith('domainStats:query')
        ? {
            status: 200,
            body: {
              domainStats: [
                ...endless.slice(4),
                figure('madeUp', day(2), 1),
                figure('spamRate', day(2), 7),
                {},
              ],
              nextPageToken: 'next',
            },
          }
        : undefined;
    await connect();
    const before = google.requests.length;
    await readAll();
    expect(google.requests.slice(before).filter(({ path }) => path.endsWith(':query'))).toHaveLength(10);
    expect((await read()).google_postmaster?.domains).toMatchObject([{ days_with_data: 30, spam_rate: 0.5 }]);
  });

  it('leaves no token in the log', async () => {
    google.domains.set(domain.name, {});
    await connect();
    const tokens = [...google.refreshTokens];
    await readAll();
    google.revokeAll();
    reading.forward(25 * hourMs);
    await readAll();
    const used = google.requests.flatMap(({ token }) => token ?? []);
    expect(tokens.length + used.length).toBeGreaterThan(1);
    expect(logged.length).toBeGreaterThan(1);
    for (const secret of [...tokens, ...used, google.settings.clientSecret]) {
      expect(logged.join('\n')).not.toContain(secret);
    }
  });
});

describe('figures of Google', () => {
  it('are findings where they are bad, and belong to their organization', async () => {
    google.domains.set(domain.name, {
      stats: [2, 3, 4].map((daysAgo) => figure('spamRate', day(daysAgo), 0.004)),
      compliance: {
        complianceData: { rowData: [{ requirement: 'DMARC_ALIGNMENT', status: { status: 'NEEDS_WORK' } }] },
      },
    });
    await connect();
    await readAll();
    expect((await read()).findings).toMatchObject([
      {
        ...{ code: 'complaints_high', severity: 'error', subject: domain.name },
        since: `${day(4)}T00:00:00.000Z`,
        evidence: [
          expect.stringContaining('Google Postmaster Tools: a spam rate of 0.40 % on average of 3 days'),
        ],
      },
      { code: 'dmarc_fail_own', severity: 'warning', subject: domain.name },
    ]);
    const { pool } = api.context;
    const { id } = await createOrganization(pool);
    const stranger = openBrowser(api, await createMember(pool, { organizationId: id, role: 'admin' }));
    const theirs = (await stranger.get<DeliverabilityResource>('/deliverability', { organizationId: id }))
      .body;
    expect(theirs).toMatchObject({
      findings: [],
      google_postmaster: { status: 'not_connected', domains: [] },
    });
    expect((await stranger.get('/deliverability', { organizationId })).status).toBe(404);
  });

  it('are not shown by a gateway without the settings', async () => {
    await connect();
    const replica = await startTestApi({ replicaOf: api, clock });
    const other = openBrowser(replica, owner);
    const { body } = await other.get<DeliverabilityResource>('/deliverability', { organizationId });
    expect(body.google_postmaster).toBeNull();
    const begun = await other.post('/google-postmaster/authorization', undefined, { organizationId });
    expect(begun.refusal).toBe('404 not_found');
    await replica.close();
  });
});
