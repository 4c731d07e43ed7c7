import http from 'node:http';
import { newId } from '@postrider/contracts/ids';
import type { PublicLink } from '@postrider/mail';
import { eventually } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { startTestApi, testLinks } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const target = 'https://shop.example/sale?a=1&b=2#top';

/** Nothing that this machine takes makes an open in haste a late one. */
const clock = createTurnedClock();
clock.stop();
let domainId: string;

const api = useApi({ clock, shared: true });
beforeAll(async () => {
  domainId = (await api.createDomain({ stream: 'bulk' })).id;
});

interface Call {
  readonly method?: string;
  readonly userAgent?: string;
  readonly body?: string;
  readonly host?: string;
}

/** By node:http, since fetch sets headers of its own and follows what it should show. */
function call(path: string, { method = 'GET', userAgent = firefox, body, host }: Call = {}) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const headers = { 'user-agent': userAgent, ...(host && { host }) };
      const request = http.request(`${api.url}${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    },
  );
}

/** By default a message that was delivered a minute ago. */
async function deliveredEmail(
  sentAgoMs: number | null = 60_000,
  mode: 'live' | 'test' = 'live',
): Promise<string> {
  const id = await insertEmail(api.pool, {
    ...{ organizationId: api.organizationId, domainId, mode, status: 'delivered', kind: 'bulk.news' },
    to: [`R${newId()}@Example.com`],
  });
  const sentAt = sentAgoMs === null ? null : new Date(clock.now().getTime() - sentAgoMs);
  await api.pool.query('UPDATE messages SET sent_at = $2 WHERE id = $1', [id, sentAt]);
  return id;
}

/** The path of a link below a host; by default, tests call the gateway by its address. */
function pathOf(
  messageId: string,
  { host = '127.0.0.1', ...link }: { kind: PublicLink['kind']; url?: string; host?: string },
): string {
  const origin = `https://${host}`;
  return testLinks.urlOf(origin, { url: target, ...link, messageId, ordinal: 0 }).slice(origin.length);
}

interface EventRow {
  readonly type: string;
  readonly machine: boolean;
  readonly repeated: boolean;
  readonly url: string | null;
  readonly detail: string | null;
}

async function eventsOf(messageId: string): Promise<EventRow[]> {
  const { rows } = await api.pool.query<EventRow>(
    'SELECT type, machine, repeated, url, detail FROM email_events WHERE message_id = $1 ORDER BY id',
    [messageId],
  );
  return rows;
}

const eventsReach = (messageId: string, count: number) =>
  eventually(async () => ((await eventsOf(messageId)).length >= count ? eventsOf(messageId) : false), {
    what: `${count} events`,
  });

async function suppressionsOf(messageId: string) {
  const { rows } = await api.pool.query<{
    reason: string;
    domain_id: string;
    expires_at: Date | null;
  }>(
    `SELECT s.reason, s.domain_id, s.expires_at FROM suppressions s JOIN recipients r ON r.address_key = s.email
     WHERE r.message_id = $1 AND s.organization_id = r.organization_id`,
    [messageId],
  );
  return rows;
}

describe('a pixel', () => {
  it('is never cached, and is recorded after the answer', async () => {
    const id = await deliveredEmail();
    const path = pathOf(id, { kind: 'open' });
    const { status, headers, body } = await call(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store, private' });
    expect(body.subarray(0, 6).toString()).toBe('GIF89a');
    await eventsReach(id, 1);
    await call(path);
    expect(await eventsReach(id, 2)).toEqual([
      expect.objectContaining({ type: 'opened', machine: false, repeated: false, detail: null }),
      expect.objectContaining({ type: 'opened', machine: false, repeated: true }),
    ]);
  });

  it('fetched by a machine, or in haste, is recorded as that', async () => {
    for (const [sentAgoMs, options] of [
      [60_000, { userAgent: 'Mozilla/5.0' }],
      [60_000, { method: 'HEAD' }],
      [500, {}],
      [null, {}],
    ] as const) {
      const id = await deliveredEmail(sentAgoMs);
      await call(pathOf(id, { kind: 'open' }), options);
      expect(await eventsReach(id, 1)).toEqual([
        expect.objectContaining({ type: 'opened', machine: true, repeated: false, detail: 'machine' }),
      ]);
    }
  });

  it('fetched for ever is recorded a hundred times, and a first look by a person still counts', async () => {
    const id = await deliveredEmail();
    const path = pathOf(id, { kind: 'open' });
    await Promise.all(Array.from({ length: 150 }, () => call(path, { userAgent: 'curl/8' })));
    await call(path);
    const events = await eventually(async () => {
      const rows = await eventsOf(id);
      const ofMachines = rows.filter(({ machine }) => machine).length;
      return ofMachines >= 100 && ofMachines < rows.length ? rows : false;
    });
    expect(events.filter(({ machine }) => machine)).toHaveLength(100);
  });

  it('of a recipient who looks many times at once has one first look', async () => {
    const id = await deliveredEmail();
    const path = pathOf(id, { kind: 'open' });
    await Promise.all(Array.from({ length: 40 }, () => call(path)));
    const events = await eventsReach(id, 40);
    expect(events.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });
});

describe('a click', () => {
  it('leads to the target that was signed, and is recorded with it', async () => {
    const id = await deliveredEmail();
    const { status, headers, body } = await call(pathOf(id, { kind: 'click' }));
    expect([status, headers.location, body.length]).toEqual([302, target, 0]);
    expect(await eventsReach(id, 1)).toEqual([expect.objectContaining({ type: 'clicked', url: target })]);
  });

  it('leads nowhere else, whatever the request says', async () => {
    const path = pathOf(await deliveredEmail(), { kind: 'click' });
    expect((await call(`${path}?url=https://evil.example/`)).headers.location).toBe(target);
    expect(await call(path, { host: 'evil.example' })).toMatchObject({ status: 404 });
    const other = pathOf(await deliveredEmail(), { kind: 'click', url: 'https://evil.example/' });
    const mixed = `${other.split('.')[0]}.${path.split('.')[1]}`;
    for (const forged of [
      mixed,
      `/c/${Buffer.from('https://evil.example/').toString('base64url')}`,
      '/c/',
      `${path}a`,
      `/c/https://evil.example/`,
    ]) {
      const { status, headers } = await call(forged);
      expect([forged, status, headers.location]).toEqual([forged, 404, undefined]);
    }
  });
});

describe('unsubscribing', () => {
  it('takes a POST: suppression, event, once', async () => {
    const id = await deliveredEmail();
    const path = pathOf(id, { kind: 'unsubscribe' });
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await call(path, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        userAgent: '',
      });
      expect([status, body.toString().includes('unsubscribed')]).toEqual([200, true]);
    }
    expect(await suppressionsOf(id)).toEqual([
      { reason: 'unsubscribe', domain_id: domainId, expires_at: null },
    ]);
    expect(await eventsOf(id)).toEqual([expect.objectContaining({ type: 'unsubscribed', machine: false })]);
    const { rows } = await api.pool.query('SELECT status FROM messages WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: 'delivered' }]);
  });

  it('never happens by a GET, which shows a page with a button', async () => {
    const id = await deliveredEmail();
    const path = pathOf(id, { kind: 'unsubscribe' });
    const { status, headers, body } = await call(path);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body.toString()).toMatch(
      /<html lang="en">[^]*<h1>[^]*<form method="post">[^]*<button type="submit">/,
    );
    await call(path, { method: 'HEAD' });
    expect(await suppressionsOf(id)).toEqual([]);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('leaves an entry that stops more, makes one last that would end, and replaces one that has ended', async () => {
    const soon = new Date(Date.now() + 60_000);
    for (const [reason, expiresAt, expected] of [
      ['complaint', null, 'complaint'],
      ['manual', soon, 'manual'],
      ['manual', new Date(clock.now().getTime() - 1_000), 'unsubscribe'],
    ] as const) {
      const id = await deliveredEmail();
      await api.pool.query(
        `INSERT INTO suppressions (id, organization_id, email, reason, domain_id, expires_at)
         SELECT gen_random_uuid(), organization_id, address_key, $2, $3, $4 FROM recipients WHERE message_id = $1`,
        [id, reason, domainId, expiresAt],
      );
      await call(pathOf(id, { kind: 'unsubscribe' }), { method: 'POST' });
      expect(await suppressionsOf(id)).toEqual([{ reason: expected, domain_id: domainId, expires_at: null }]);
    }
  });

  it('in test mode records an event and suppresses no address', async () => {
    const id = await deliveredEmail(60_000, 'test');
    expect((await call(pathOf(id, { kind: 'unsubscribe' }), { method: 'POST' })).status).toBe(200);
    expect(await suppressionsOf(id)).toEqual([]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('from a message that is not there is not found', async () => {
    const path = pathOf(newId(), { kind: 'unsubscribe' });
    expect((await call(path, { method: 'POST' })).status).toBe(404);
  });
});

it('other methods are named as not allowed, and a mass of requests from one address is held off', async () => {
  const path = pathOf(await deliveredEmail(), { kind: 'open' });
  expect(await call(path, { method: 'DELETE' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
  const strict = await startTestApi({
    ...{ replicaOf: api, clock },
    limits: { publicLinks: { links: testLinks, secret: Buffer.alloc(32), perMinuteMax: 3 } },
  });
  const statuses: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) statuses.push((await fetch(`${strict.url}${path}`)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await strict.close();
});
