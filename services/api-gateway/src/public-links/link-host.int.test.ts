import { createHmac, hkdfSync } from 'node:crypto';
import http from 'node:http';
import { newId } from '@postrider/contracts/ids';
import type { PublicLink } from '@postrider/mail';
import { createDomain, createOrganization, testLinkSecret } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { startTestApi, testLinks, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const target = 'https://shop.example/sale';
const platform = 'platform.example';
/** A message of one organization, and below which hosts it may and may not be followed. */
let messageId: string;
let own: string;
let another: string;

const api = useApi();
beforeAll(async () => {
  const { pool } = api;
  const [a, b] = [await createOrganization(pool), await createOrganization(pool)];
  const domain = await createDomain(pool, { organizationId: a.id, trackingVerified: true });
  own = `links.${domain.name}`;
  another = `links.${(await createDomain(pool, { organizationId: b.id, trackingVerified: true })).name}`;
  messageId = await insertEmail(pool, {
    ...{ organizationId: a.id, domainId: domain.id, mode: 'live', status: 'delivered', kind: 'bulk.news' },
    to: ['jane@example.com'],
  });
});

type Kind = PublicLink['kind'];
const letterOf: Record<Kind, string> = {
  ...{ click: 'c', open: 'o', unsubscribe: 'u', preferences: 'p', view: 'v' },
};

function pathFor(host: string, kind: Kind): string {
  const url = testLinks.urlOf(`https://${host}`, { kind, messageId, ordinal: 0, url: target });
  return new URL(url).pathname;
}

/** As links were signed before they belonged to hosts. */
function formerPath(kind: Kind, id = messageId): string {
  const octets = Buffer.from(`${id.replaceAll('-', '')}0000`, 'hex');
  const payload = Buffer.concat([octets, Buffer.from(kind === 'click' ? target : '')]).toString('base64url');
  const key = hkdfSync('sha256', Buffer.from(testLinkSecret, 'base64'), '', `postrider ${kind} links`, 32);
  const header = Buffer.from('{"alg":"HS256"}').toString('base64url');
  const signature = createHmac('sha256', Buffer.from(key)).update(`${header}.${payload}`).digest('base64url');
  return `/${letterOf[kind]}/${payload}.${signature}`;
}

interface Call {
  readonly method?: string;
  readonly forwardedHost?: string;
  readonly on?: TestApi;
}

function statusOf(path: string, host: string, { method = 'GET', forwardedHost, on = api }: Call = {}) {
  const headers = { host, ...(forwardedHost && { 'x-forwarded-host': forwardedHost }) };
  return new Promise<number | undefined>((resolve, reject) => {
    const request = http.request(`${on.url}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end();
  });
}

const served = { click: 302, open: 200, unsubscribe: 200 } as const;
const kinds = ['click', 'open', 'unsubscribe'] as const;

it.each(kinds)('a link (%s) works below the host it was made for, and below no other', async (kind) => {
  for (const host of [own, platform]) {
    const path = pathFor(host, kind);
    for (const asked of [host, host.toUpperCase(), `${host}:8443`, `${host}.`]) {
      expect([asked, await statusOf(path, asked)]).toEqual([asked, served[kind]]);
    }
    for (const asked of [another, host === own ? platform : own, `x.${host}`, 'evil.example', '::', '@']) {
      expect([asked, await statusOf(path, asked)]).toEqual([asked, 404]);
    }
  }
});

it("an unsubscribe link does nothing on another organization's host", async () => {
  expect(await statusOf(pathFor(own, 'unsubscribe'), another, { method: 'POST' })).toBe(404);
  const { rows } = await api.pool.query('SELECT FROM suppressions WHERE source_email_id = $1', [messageId]);
  expect(rows).toEqual([]);
});

describe('a link that was signed before links belonged to hosts', () => {
  it('goes on below its own host and the platform', async () => {
    for (const kind of kinds) {
      for (const host of [own, platform]) expect(await statusOf(formerPath(kind), host)).toBe(served[kind]);
    }
  });

  it('does not redirect on the host of another organization', async () => {
    expect(await statusOf(formerPath('click'), another)).toBe(404);
    expect(await statusOf(formerPath('click', newId()), own)).toBe(404);
  });

  it('still unsubscribes below any host: a reader who wants no more mail should not meet a dead link', async () => {
    expect(await statusOf(formerPath('unsubscribe'), another)).toBe(200);
  });
});

it('behind proxies of ours the host is what the first of them was asked for, else what is said is not believed', async () => {
  const path = pathFor(own, 'click');
  expect(await statusOf(path, 'gateway:4000', { forwardedHost: own })).toBe(404);
  const proxied = await startTestApi({ replicaOf: api, limits: { trustedProxyHops: 1 } });
  expect(await statusOf(path, 'gateway:4000', { forwardedHost: own, on: proxied })).toBe(302);
  expect(await statusOf(path, own, { on: proxied })).toBe(302);
  expect(await statusOf(path, own, { forwardedHost: another, on: proxied })).toBe(404);
  await proxied.close();
});
